import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { listPage, toPageShown } from "~/http/form.server";
import { countMissed } from "~/http/missed-search.server";
import { articleHits } from "~/models/articles/articles.server";
import { facetNames, facetOptions } from "~/models/experts/facet-options.server";
import { hasFacets } from "~/models/experts/facets";
import { categoryFilter, DIRECTORY_PAGE_SIZE, tidiedAddress } from "~/models/experts/list-address";
import { narrowablePage, pageQueryOf } from "~/models/experts/lists.server";

export async function directoryPage({ context, request }: LoaderFunctionArgs) {
  return listPage(request, tidiedAddress, async (params) => {
    const query = pageQueryOf(params, DIRECTORY_PAGE_SIZE);
    const { search, sort = "" } = query;
    const { facets: counts, ...list } = await narrowablePage(query);
    toPageShown(request, list.page);
    const headers = countMissed(request, context, query, list.total);
    const facets = query.facets ?? {};
    const isNarrowing = params.has("narrow") || hasFacets(facets);
    const shown = {
      list,
      ...(search && query.page === 1 && { hits: await articleHits(search) }),
      filters: {
        search,
        category: categoryFilter([query.category]) || query.category,
        sort,
        ...(hasFacets(facets) && { facets }),
      },
      ...(isNarrowing && {
        narrow: await facetOptions(counts, facets),
        chosen: await facetNames(facets),
        isOpen: params.has("narrow"),
      }),
    };
    return data(shown, { headers });
  });
}
