import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { waitingIdentities } from "~/models/editing/identity/identity-review.server";
import { identitiesOverview, searchIdentities } from "~/models/editing/identity/identity-search.server";

const Search = z.object({
  id: z.string(),
  status: z.enum(["waiting", "running", "completed", "error", "interrupted", "stopped"]),
  message: z.string(),
  done: z.int(),
  total: z.int().describe("0 while it is unknown."),
  startedAt: z.iso.datetime(),
  outcomes: z
    .object({ found: z.int(), none: z.int(), failed: z.int() })
    .nullable()
    .describe("Numbers of people, once the search has finished."),
});
const Overview = z.object({
  search: Search.nullable(),
  without: z.int().describe("Listed people without an ORCID iD, a Wikidata and an OpenAlex identifier."),
  waiting: z.int().describe("People with candidates to choose from, at most 1,000."),
  isOff: z.boolean().describe("OPEN_DATA is off."),
});
const texts = z.array(z.string());
const Person = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  title: z.string(),
  candidates: z.array(
    z.object({
      key: z.string(),
      orcid: z.string(),
      wikidata: z.string(),
      openalex: z.string(),
      name: z.string(),
      description: z.string(),
      employers: texts,
      works: texts,
      reasons: texts.describe("The evidence besides the name."),
    }),
  ),
});

export const { loader, action } = endpoint("/api/admin/identifiers", {
  GET: call({
    subject: "Editing experts",
    summary:
      "The search for identifiers of everybody without one, and the first 100 people with candidates to choose from",
    access: "editor",
    answer: Overview.extend({ review: z.array(Person) }),
    handler: async ({ editor }) => ({
      ...(await identitiesOverview(editor)),
      review: await waitingIdentities(editor),
    }),
  }),
  POST: call({
    subject: "Editing experts",
    summary: "Starts the search for identifiers, or continues an unfinished one",
    access: "editor",
    answer: Overview,
    status: 201,
    problems: [409],
    handler: async ({ editor }) => {
      await searchIdentities(editor);
      return identitiesOverview(editor);
    },
  }),
});
