import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { ImageCredit } from "~/http/openapi/schemas/experts.server";
import { waitingPortraits } from "~/models/editing/portraits/portrait-review.server";
import { portraitsOverview, searchPortraits } from "~/models/editing/portraits/portrait-search.server";

const Search = z.object({
  id: z.string(),
  status: z.enum(["waiting", "running", "completed", "error", "interrupted", "stopped"]),
  message: z.string(),
  done: z.int(),
  total: z.int().describe("0 while it is unknown."),
  startedAt: z.iso.datetime(),
  outcomes: z
    .object({ found: z.int(), none: z.int(), refused: z.int(), failed: z.int() })
    .nullable()
    .describe("Numbers of people, once the search has finished."),
});
const Overview = z.object({
  search: Search.nullable(),
  people: z.int(),
  without: z.int().describe("The number of listed people without a portrait."),
  unidentified: z
    .int()
    .describe(
      "The number of these who cannot be searched, because their record has no Wikidata identifier, no link to a Wikipedia article and no ORCID iD.",
    ),
  isOff: z.boolean().describe("OPEN_DATA is off."),
  unfound: z
    .array(z.object({ id: z.string(), name: z.string(), detail: z.string() }))
    .describe("The first 50 people without a result of the last search, with the reasons, once it has finished."),
  waiting: z.int().describe("People with pictures to choose from, at most 1,000."),
});
const Picture = ImageCredit.extend({
  file: z.string(),
  width: z.int(),
  height: z.int(),
  foundBy: z.enum(["", "wikidata", "article", "orcid"]).describe("The way to the item at Wikidata."),
  foundAt: z.string().describe("The address of the Wikipedia article, or of the identifier's page."),
  item: z.string().describe("The item at Wikidata."),
  itemLabel: z.string(),
  itemDescription: z.string(),
});
const Person = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  title: z.string(),
  wikidata: z.string().describe("“” if the record has none."),
  candidates: z.array(Picture),
});

export const { loader, action } = endpoint("/api/admin/portraits", {
  GET: call({
    subject: "Editing experts",
    summary: "The search for portraits of everybody without one, and the first 100 people with pictures to choose from",
    access: "editor",
    answer: Overview.extend({ review: z.array(Person) }),
    handler: async ({ editor }) => ({
      ...(await portraitsOverview(editor)),
      review: await waitingPortraits(editor),
    }),
  }),
  POST: call({
    subject: "Editing experts",
    summary: "Starts the search for portraits, or continues an unfinished one",
    access: "editor",
    answer: Overview,
    status: 201,
    problems: [409],
    handler: async ({ editor }) => {
      await searchPortraits(editor);
      return portraitsOverview(editor);
    },
  }),
});
