import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ArticleHits } from "~/components/articles/article-hits";
import { ExpertResults } from "~/components/experts/expert-results";
import { ListFailure, NobodyFound } from "~/components/experts/list-notices";
import { Listing } from "~/components/experts/listing";
import { FollowLink } from "~/components/follows/follow-link";
import { ButtonLink } from "~/components/ui/button";
import { ActiveFilter } from "~/components/ui/page-header";
import { breadcrumbs, feedLink, itemList, pageMeta, siteOf } from "~/http/page-meta";
import { categoryLabels, toCategoryKeys } from "~/models/records/listings/categories";
import { type Facet, type FacetValues, toggleValue } from "~/models/records/listings/facets";
import { DIRECTORY_PAGE_SIZE, listAddress } from "~/models/records/listings/list-address";
import { directoryDescription } from "~/subject/directory";
import { directoryPage } from "./directory.server";
import { FacetFilters } from "./facet-filters";

const PATH = "/directory";

export async function loader(args: LoaderFunctionArgs) {
  return directoryPage(args);
}

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  if (!data) return [{ title: "Expert Directory" }];
  const { list, filters } = data;
  const { siteName, origin } = siteOf(matches);
  const { search, category, sort } = filters;
  const subject = ["Expert Directory", category && categoryLabels(category)].filter(Boolean).join(": ");
  const title = [search ? `“${search}” in ${subject}` : subject, list.page > 1 && `page ${list.page}`];
  return [
    ...pageMeta({
      title: title.filter(Boolean).join(", "),
      description: directoryDescription(list.total),
      siteName,
      origin,
      path: listAddress(PATH, { search, category, page: sort ? 1 : list.page }),
      noindex: search !== "" || filters.facets !== undefined || list.total === 0,
      data: [
        itemList(origin, list.cards, (list.page - 1) * DIRECTORY_PAGE_SIZE + 1),
        breadcrumbs(origin, [
          ["Home", "/"],
          ["Expert Directory", PATH],
        ]),
      ],
    }),
    feedLink(listAddress(PATH, { search, category, facets: filters.facets }), subject),
  ];
};

export default function Directory() {
  const { list, filters, hits, narrow, chosen = [], waysOut, ...listState } = useLoaderData<typeof loader>();
  const { counts, hasFeatured = false, isWhole, isOpen } = listState;
  return (
    <Listing
      head={{ title: "Expert Directory" }}
      search={{ action: PATH, ...filters, counts, hasFeatured, placeholder: "Search experts or contributions..." }}
      chosenCount={toCategoryKeys(filters.category).length + chosen.length}
      isOpen={isOpen}
      filters={
        <FacetFilters
          path={PATH}
          filters={filters}
          facets={narrow}
          allFiltersAddress={isWhole ? null : allFiltersAddress(filters)}
        />
      }
    >
      <ActiveFilters filters={filters} chosen={chosen} />
      <ArticleHits hits={hits} />
      <ExpertResults
        list={list}
        path={PATH}
        filters={filters}
        nouns={["Expert Found", "Experts Found"]}
        empty={
          <NobodyFound
            filters={filters}
            similarWords={list.similarWords}
            waysOut={waysOut}
            chosen={chosen}
            address={(otherFilters) => listAddress(PATH, otherFilters)}
            back={
              <ButtonLink quiet to={PATH}>
                Clear Filters
              </ButtonLink>
            }
          />
        }
      />
    </Listing>
  );
}

interface Filters {
  search: string;
  category: string;
  sort: string;
  facets?: FacetValues;
}

type ChosenFacets = { facet: Facet; value: string; name: string }[];

/** Returns the address of the list with all filters. */
function allFiltersAddress(filters: Filters): string {
  const address = listAddress(PATH, filters);
  return `${address}${address.includes("?") ? "&" : "?"}narrow`;
}

/** Shows the active filters, each as a link that removes it. */
function ActiveFilters({ filters, chosen }: { filters: Filters; chosen: ChosenFacets }) {
  const { search, category, facets = {} } = filters;
  if (!search && !category && chosen.length === 0) return null;
  return (
    <p className="mb-2.5 flex flex-wrap gap-1.5">
      {search && (
        <ActiveFilter to={listAddress(PATH, { ...filters, search: "" })} label={`Remove the search ${search}`}>
          “<bdi>{search}</bdi>”
        </ActiveFilter>
      )}
      {chosen.map(({ facet, value, name }) => (
        <ActiveFilter
          key={facet + value}
          to={listAddress(PATH, { ...filters, facets: toggleValue(facets, facet, value) })}
          label={`Remove ${name}`}
        >
          <bdi>{name}</bdi>
        </ActiveFilter>
      ))}
      <FollowLink path={listAddress(PATH, { search, category, facets })}>Follow this list by mail</FollowLink>
    </p>
  );
}

export const ErrorBoundary = ListFailure;
