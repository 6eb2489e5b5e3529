import { z } from "zod";
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
        profiles: z.int().describe("The views of profiles among them. The other kinds follow."),
        articles: z.int(),
        topics: z.int(),
        searches: z.int(),
      }),
    ),
    profiles: z.array(page).describe("The 20 profiles with the most views. The other kinds follow."),
    articles: z.array(page),
    topics: z.array(page),
    searches: z
      .array(z.object({ words: z.string(), visits }))
      .describe("Searches that were made at least 3 times on one day."),
    hosts: z.array(z.object({ host: z.string(), visits })).describe("Sites from which readers came at least 3 times."),
  }),
);
