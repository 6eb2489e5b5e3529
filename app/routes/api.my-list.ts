import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { addPerson, listOfReader, removePerson } from "~/auth/list.server";
import { validSlugs } from "~/auth/list-cookie.server";
import { AppError } from "~/errors";
import { attachment, json, streamed } from "~/http/api.server";
import { siteOrigin } from "~/http/origin.server";
import { ListedPerson, listAsCsv, listAsVCards, listedPeople } from "~/models/readers/lists/people.server";
import { PREFIX } from "~/subject/names";

const person = ListedPerson.extend({ url: z.string() });

export const { loader, action } = endpoint("/api/my-list", {
  GET: call({
    subject: "Lists",
    summary: "The people on the list of the account or the browser, or on a shared list",
    access: "public",
    query: z.object({
      people: z.string().optional().describe("The slugs of a shared list, separated by commas."),
      format: z.enum(["csv", "vcf"]).optional().describe("The format of a file in place of JSON."),
    }),
    answer: z.object({ people: z.array(person) }),
    handler: async ({ request }) => {
      const sharedSlugs = new URL(request.url).searchParams.get("people");
      const slugs = sharedSlugs === null ? (await listOfReader(request)).slugs : validSlugs(sharedSlugs.split(","));
      const origin = siteOrigin(request);
      const format = new URL(request.url).searchParams.get("format");
      const file = FILES.get(format ?? "");
      if (format !== null && !file) throw new AppError("invalid", UNKNOWN_FORMAT, { format: UNKNOWN_FORMAT });
      if (file) return new Response(streamed(file.write(slugs, origin)), { headers: attachment(file.name, file.type) });
      const people = (await listedPeople(slugs)).map((person) => ({ ...person, url: `${origin}/${person.slug}` }));
      return json({ people }, { headers: { "Cache-Control": "private, no-store" } });
    },
  }),
  POST: call({
    subject: "Lists",
    summary: "Adds a person to the list of the account, or of the browser's cookie, or removes them",
    access: "public",
    body: ListChange(),
    example: { slug: "somebody", listed: true },
    answer: z.object({ slug: z.string(), listed: z.boolean() }),
    problems: [404, 409],
    handler: async ({ request, body: { slug, listed } }) => {
      const headers = listed ? await addPerson(request, slug) : await removePerson(request, slug);
      return json({ slug, listed }, { headers });
    },
  }),
});

const FILES = new Map([
  ["csv", { name: `${PREFIX}-list.csv`, type: "text/csv; charset=utf-8", write: listAsCsv }],
  ["vcf", { name: `${PREFIX}-list.vcf`, type: "text/vcard; charset=utf-8", write: listAsVCards }],
]);

const UNKNOWN_FORMAT = "Please use csv or vcf, or leave format out to get JSON.";

function ListChange() {
  return z.object({
    slug: z.string("Please send the slug of a profile.").max(80),
    listed: z.boolean("Please send listed as true or false."),
  });
}
