import { z } from "zod";
import type { Part } from "~/models/base/parts/part";
import { DEFAULT_RESULTS, maxResults, query, tool } from "~/models/base/parts/tool.server";
import { FACET_FILTERS } from "~/models/records/directory/facet-filters.server";
import { type FacetCounts, listExperts, listQueryOf, searchNotes } from "~/models/records/directory/lists.server";
import { categories } from "~/models/records/listings/categories";
import { waysOut } from "./ways-out.server";

const category = z.enum(categories.map((category) => category.slug) as [string, ...string[]]);

export const searchPart = {
  tools: {
    search_experts: tool({
      title: "Search experts",
      description:
        "Finds people in the directory by name, subject or question. leftOut names words that not all results have, or that no record contains; whole is the number of people who have all words and come first; facets counts the values that narrow the search; match is the text that contains the words; if nobody is found, nobody has the nearest topics, and the number of results without each filter.",
      input: z.object({
        query: query.describe("Words; an empty text finds everybody."),
        category: category.optional(),
        ...FACET_FILTERS,
        limit: maxResults,
      }),
      async read({ query: search, limit = DEFAULT_RESULTS, ...filters }, origin) {
        const params = new URLSearchParams({ search, ...filters, limit: String(limit) });
        const query = listQueryOf(params, { limit: DEFAULT_RESULTS });
        const list = await listExperts(query);
        const { experts, total } = list;
        return {
          total,
          ...searchNotes(query, list),
          ...(total === 0 ? { nobody: await waysOut(query) } : { facets: frequentValues(list.facets) }),
          ...(list.countedFirst !== null && { countedFirst: list.countedFirst }),
          experts: experts.map((expert) => ({ url: `${origin}/${expert.slug}`, ...expert })),
        };
      },
    }),
  },
} satisfies Part;

const MAX_VALUES = 15;

/** Returns the most frequent values of each facet, with the number of their people; leaves out empty facets. */
function frequentValues(facets: FacetCounts): Partial<FacetCounts> {
  const entries = Object.entries(facets).map(([facet, counts]) => {
    const sortedCounts = Object.entries(counts).sort(([, first], [, second]) => second - first);
    return [facet, Object.fromEntries(sortedCounts.slice(0, MAX_VALUES))] as const;
  });
  return Object.fromEntries(entries.filter(([, counts]) => Object.keys(counts).length > 0));
}
