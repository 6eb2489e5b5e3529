import { z } from "zod";
import { forEachNoun } from "~/models/readers/visits/pages";
import { named } from "../operation.server";

const day = z.iso.date();
const visits = z.int().describe("Page views.");
const page = z.object({ slug: z.string(), title: z.string(), visits });

export const VisitStatistics = named(
  "VisitStatistics",
  z.object({
    from: day,
    to: day,
    isCounting: z.boolean().describe("false where an admin has switched it off."),
    monthsKept: z.int(),
    days: z.array(
      z.object({
        day,
        visits: z.int().describe("Page views, of any page."),
        ...forEachNoun(({ noun }) => z.int().describe(`The views of ${noun} among them.`)),
        searches: z.int(),
      }),
    ),
    ...forEachNoun(({ noun }) => z.array(page).describe(`The 20 ${noun} with the most views.`)),
    searches: z
      .array(z.object({ words: z.string(), visits }))
      .describe("Searches that were made at least 3 times on one day."),
    hosts: z.array(z.object({ host: z.string(), visits })).describe("Sites from which readers came at least 3 times."),
  }),
);
