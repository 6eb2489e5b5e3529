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
        profiles: z.int().describe("Of these the views of profiles; and so for the other kinds."),
        articles: z.int(),
        topics: z.int(),
        searches: z.int(),
      }),
    ),
    profiles: z.array(page).describe("The 20 that were read most; and so for the other kinds."),
    articles: z.array(page),
    topics: z.array(page),
    searches: z.array(z.object({ words: z.string(), visits })).describe("Those that were made 3 times on one day."),
    hosts: z.array(z.object({ host: z.string(), visits })).describe("The sites that led here at least 3 times."),
  }),
);
