import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { isRouteErrorResponse, useLoaderData, useRouteError } from "@remix-run/react";
import { CategorySwitch } from "~/components/experts/category-switch";
import { ExpertResults } from "~/components/experts/expert-results";
import { ListFailure, NobodyFound } from "~/components/experts/list-notices";
import { Listing } from "~/components/experts/listing";
import { FollowLink } from "~/components/follows/follow-link";
import { ButtonLink } from "~/components/ui/button";
import { Link } from "~/components/ui/link";
import { NoticePage } from "~/components/ui/notice";
import { EmptyState } from "~/components/ui/page-header";
import { AppError } from "~/errors";
import { listPage, redirectToShownPage } from "~/http/form.server";
import { breadcrumbs, feedLink, itemList, pageMeta, siteOf } from "~/http/page-meta";
import { cardPage, hasFeatured, pageQueryOf } from "~/models/records/directory/lists.server";
import { categories, categoryBySlug } from "~/models/records/listings/categories";
import { categoryDescriptions } from "~/models/records/listings/category-descriptions.server";
import { DIRECTORY_PAGE_SIZE, listAddress } from "~/models/records/listings/list-address";
import { canonicalListAddress } from "~/models/records/topics/topics.server";
import { waysOut } from "~/models/whole/search/ways-out.server";
import { CATEGORY_TEXTS } from "~/subject/category-texts.server";

export async function loader({ request, params }: LoaderFunctionArgs) {
  return listPage(request, canonicalListAddress, async (filters) => {
    const requestedSlug = params.category ?? "";
    const category = categoryBySlug(requestedSlug.toLowerCase());
    if (!category) throw new AppError("missing", "Unknown Category");
    const { key, slug, label } = category;
    if (requestedSlug !== slug) throw redirect(`/directory/${slug}${new URL(request.url).search}`, 301);
    const query = { ...pageQueryOf(filters, DIRECTORY_PAGE_SIZE), category: key, facets: {} };
    const list = await cardPage(query);
    redirectToShownPage(request, list.page);
    return {
      category: {
        key,
        slug,
        label,
        keywords: CATEGORY_TEXTS[key].keywords,
        description: (await categoryDescriptions())[key],
      },
      list,
      ...(query.search && list.total === 0 && { waysOut: await waysOut(query) }),
      filters: { search: query.search, sort: query.sort ?? "" },
      ...((await hasFeatured(key)) && { hasFeatured: true }),
    };
  });
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  if (!data) return [{ title: "Unknown Category" }];
  const { category, list, filters } = data;
  const { siteName, origin } = siteOf(matches);
  const { search, sort } = filters;
  const path = `/directory/${category.slug}`;
  const title = [category.label, search && `“${search}”`, list.page > 1 && `page ${list.page}`];
  return [
    ...pageMeta({
      title: title.filter(Boolean).join(", "),
      description: category.description,
      keywords: category.keywords,
      siteName,
      origin,
      path: listAddress(path, { search, page: sort ? 1 : list.page }),
      noindex: search !== "" || list.total === 0,
      data: [
        itemList(origin, list.cards, (list.page - 1) * DIRECTORY_PAGE_SIZE + 1),
        breadcrumbs(origin, [
          ["Home", "/"],
          ["Expert Directory", "/directory"],
          [category.label, path],
        ]),
      ],
    }),
    feedLink(path, category.label),
  ];
};

export default function CategoryPage() {
  const { category, list, filters, waysOut: ways, hasFeatured = false } = useLoaderData<typeof loader>();
  const { key, label, slug, description } = category;
  const { search } = filters;
  const path = `/directory/${slug}`;
  const browseAll = (
    <ButtonLink quiet={search !== ""} to="/directory">
      Browse All Categories
    </ButtonLink>
  );
  return (
    <Listing
      head={{ title: label, crumbs: <Link to="/directory">Expert Directory</Link>, lead: description }}
      search={{
        action: "/directory",
        ...filters,
        hasFeatured,
        placeholder: "Search all experts or contributions...",
        elsewhere: { action: path, label: `Only in ${label}` },
      }}
      chosenCount={0}
      filters={
        <CategorySwitch
          label="Switch category"
          links={categories.map((listedCategory, index) => ({
            name: listedCategory.label,
            to: listAddress(`/directory/${listedCategory.slug}`, filters),
            count: list.areCountsCapped ? null : (list.counts[index] ?? null),
            isCurrent: listedCategory.slug === slug,
          }))}
        />
      }
    >
      <ExpertResults
        list={list}
        path={path}
        filters={filters}
        nouns={["expert found", "experts found"]}
        headerLinks={
          search && <Link to={listAddress("/directory", { search })}>{`Search all categories for “${search}”`}</Link>
        }
        empty={
          search ? (
            <NobodyFound
              filters={{ ...filters, category: key }}
              similarWords={list.similarWords}
              waysOut={ways}
              address={({ category: keptCategory, ...otherFilters }) =>
                listAddress(keptCategory ? path : "/directory", otherFilters)
              }
              message={`No experts found here for “${search}”.`}
              back={browseAll}
            />
          ) : (
            <EmptyState>
              <p>No experts found in this category.</p>
              {browseAll}
            </EmptyState>
          )
        }
      />
      <p className="mt-6 text-sm">
        <FollowLink path={path} />
      </p>
    </Listing>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  if (!isRouteErrorResponse(error) || error.status !== 404) return <ListFailure />;
  return (
    <NoticePage title="Unknown Category">
      <p>There is no category at this address.</p>
      <ButtonLink to="/directory">Browse All Categories</ButtonLink>
    </NoticePage>
  );
}
