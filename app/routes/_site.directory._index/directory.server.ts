import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { listPage, redirectToShownPage } from "~/http/form.server";
import { NO_STORE_HEADERS, readerOf } from "~/http/reader.server";
import { countMissed } from "~/models/readers/missed-searches/missed-searches.server";
import { articleHits } from "~/models/records/articles/articles.server";
import { ALL_FACETS, FIRST_FACETS, facetNames, facetOptions } from "~/models/records/directory/facet-options.server";
import { hasFeatured, narrowablePage, pageQueryOf } from "~/models/records/directory/lists.server";
import { hasFacets } from "~/models/records/listings/facets";
import { categoryFilter, DIRECTORY_PAGE_SIZE } from "~/models/records/listings/list-address";
import { canonicalListAddress } from "~/models/records/topics/topics.server";
import { waysOut } from "~/models/whole/search/ways-out.server";

export async function directoryPage({ context, request }: LoaderFunctionArgs) {
  return listPage(request, canonicalListAddress, async (params) => {
    const query = pageQueryOf(params, DIRECTORY_PAGE_SIZE);
    const { search, sort = "" } = query;
    const { facets: facetCounts, counts, countedFirst, areCountsCapped = false, ...list } = await narrowablePage(query);
    redirectToShownPage(request, list.page);
    const isMissed = countMissed(query, list.total, readerOf(request, context));
    const facets = query.facets ?? {};
    const category = categoryFilter([query.category]) || query.category;
    const showsAllFacets = params.has("narrow") || hasFacets(facets);
    const shownFacets = showsAllFacets ? ALL_FACETS : FIRST_FACETS;
    const pageData = {
      list,
      ...(search && query.page === 1 && { hits: await articleHits(search) }),
      filters: {
        search,
        category,
        sort,
        ...(hasFacets(facets) && { facets }),
      },
      narrow: await facetOptions({ facets: facetCounts, total: list.total, countedFirst }, facets, shownFacets),
      ...(counts && !areCountsCapped && { counts }),
      ...((await hasFeatured()) && { hasFeatured: true }),
      ...(list.total === 0 && { waysOut: await waysOut(query) }),
      ...(hasFacets(facets) && { chosen: await facetNames(facets) }),
      ...(showsAllFacets && { isWhole: showsAllFacets }),
      ...(params.has("narrow") && { isOpen: true }),
    };
    return data(pageData, isMissed ? { headers: NO_STORE_HEADERS } : undefined);
  });
}
