import { z } from "zod";
import type { Part } from "~/models/base/parts/part";
import { FEW, most, query, tool } from "~/models/base/parts/tool.server";
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
        "Finds people in the directory by name, subject or question. leftOut names words that they do not all have, or that no record says of anybody; whole, how many of them have all words and come first; facets counts the values by which the same question finds fewer people; match is the line that has them; where nobody is found, nobody has the nearest topics and how many there are without each filter.",
      input: z.object({
        query: query.describe("Words; an empty text finds all."),
        category: category.optional(),
        ...FACET_FILTERS,
        limit: most,
      }),
      async read({ query: search, limit = FEW, ...filters }, origin) {
        const params = new URLSearchParams({ search, ...filters, limit: String(limit) });
        const query = listQueryOf(params, { limit: FEW });
        const list = await listExperts(query);
        const { experts, total } = list;
        return {
          total,
          ...searchNotes(query, list),
          ...(total === 0 ? { nobody: await waysOut(query) } : { facets: someOf(list.facets) }),
          ...(list.countedFirst !== null && { countedFirst: list.countedFirst }),
          experts: experts.map((expert) => ({ url: `${origin}/${expert.slug}`, ...expert })),
        };
      },
    }),
  },
} satisfies Part;

const MAX_VALUES = 15;

/** The most frequent values of each facet that has any, with how many people have them. */
function someOf(facets: FacetCounts): Partial<FacetCounts> {
  const some = Object.entries(facets).map(([facet, counts]) => {
    const frequent = Object.entries(counts).sort(([, first], [, second]) => second - first);
    return [facet, Object.fromEntries(frequent.slice(0, MAX_VALUES))] as const;
  });
  return Object.fromEntries(some.filter(([, counts]) => Object.keys(counts).length > 0));
}
