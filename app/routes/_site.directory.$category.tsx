import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { isRouteErrorResponse, useLoaderData, useRouteError } from "@remix-run/react";
import { CardGrid, SkeletonGrid } from "~/components/experts/card-grid";
import { CategoryChips } from "~/components/experts/category-chips";
import { ListFailure } from "~/components/experts/list-failure";
import { SpellingCorrection } from "~/components/experts/spelling-correction";
import { SearchForm } from "~/components/forms/search-form";
import { ButtonLink } from "~/components/ui/button";
import { Link } from "~/components/ui/link";
import { NoticePage } from "~/components/ui/notice-page";
import { EmptyState, ListHeader, PageHeader } from "~/components/ui/page-header";
import { Pagination, useListPending } from "~/components/ui/pagination";
import { AppError } from "~/errors";
import { page } from "~/http/form.server";
import { siteOrigin } from "~/http/origin.server";
import { breadcrumbs, itemList, pageMeta } from "~/http/page-meta";
import { toCards } from "~/models/experts/cards.server";
import { categories, categoryBySlug } from "~/models/experts/categories";
import { DIRECTORY_PAGE_SIZE, listAddress, tidiedAddress } from "~/models/experts/list-address";
import { categoryCounts, listForCards, pageQueryOf } from "~/models/experts/lists.server";
import { categoryDescription, siteSettings } from "~/models/site/settings.server";
import { thousands } from "~/models/text/numbers";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const tidied = tidiedAddress(url);
  if (tidied) throw redirect(tidied);
  return page(async () => {
    const category = categoryBySlug(params.category ?? "");
    if (!category) throw new AppError("missing", "Unknown Category");
    const query = { ...pageQueryOf(url.searchParams, DIRECTORY_PAGE_SIZE), category: category.key };
    const list = await listForCards(query, { nearest: true });
    return {
      slug: category.slug,
      description: await categoryDescription(category.key),
      cards: await toCards(list.experts, list.terms),
      total: list.total,
      ...(list.isCapped && { isCapped: true }),
      page: list.currentPage,
      pages: list.totalPages,
      corrected: list.corrected,
      counts: list.counts && categoryCounts(list.counts).map(({ experts }) => experts),
      search: query.search,
      siteName: (await siteSettings()).siteName,
      origin: siteOrigin(request),
    };
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => {
  const category = data && categoryBySlug(data.slug);
  if (!data || !category) return [{ title: "Unknown Category" }];
  const path = `/directory/${category.slug}`;
  const title = [category.label, data.search && `“${data.search}”`, data.page > 1 && `page ${data.page}`];
  return pageMeta({
    title: title.filter(Boolean).join(", "),
    description: data.description,
    keywords: category.keywords,
    siteName: data.siteName,
    origin: data.origin,
    path: listAddress(path, { search: data.search, page: data.page }),
    noindex: data.search !== "" || data.total === 0,
    data: [
      itemList(data.origin, data.cards, (data.page - 1) * DIRECTORY_PAGE_SIZE + 1),
      breadcrumbs(data.origin, [
        ["Home", "/"],
        ["Expert Directory", "/directory"],
        [category.label, path],
      ]),
    ],
  });
};

export default function CategoryPage() {
  const { slug, description, cards, total, isCapped, page, pages, corrected, counts, search } =
    useLoaderData<typeof loader>();
  const pending = useListPending();
  const category = categoryBySlug(slug);
  const path = `/directory/${slug}`;
  return (
    <>
      <PageHeader title={category?.label} crumbs={<Link to="/directory">Expert Directory</Link>} lead={description}>
        <SearchForm
          className="max-w-208"
          action={path}
          search={search}
          placeholder="Search all experts or contributions..."
        />
        <CategoryChips
          label="Switch category"
          chips={categories.map((other, place) => ({
            name: other.label,
            to: listAddress(`/directory/${other.slug}`, { search }),
            count: counts?.[place] ?? null,
            current: other.slug === slug,
          }))}
        />
      </PageHeader>
      <section className="mt-10" aria-labelledby="found" aria-busy={pending}>
        <ListHeader>
          <h2 id="found">
            {pending
              ? "Loading directory..."
              : `${thousands(total)}${isCapped ? "+" : ""} ${total === 1 ? "expert" : "experts"} found`}
          </h2>
          {pages > 1 && !pending && <p>{`Page ${page} of ${pages}`}</p>}
        </ListHeader>
        <SpellingCorrection corrected={corrected} search={search} />
        {isCapped && <p>The best {thousands(total)} are listed. Add a word to find others.</p>}
        {pending ? <SkeletonGrid count={12} /> : <CardGrid cards={cards} />}
        {total === 0 && !pending && (
          <EmptyState>
            <p>No experts found in this category.</p>
            <ButtonLink to="/directory">Browse All Categories</ButtonLink>
          </EmptyState>
        )}
        {!pending && (
          <Pagination page={page} pages={pages} address={(number) => listAddress(path, { search, page: number })} />
        )}
      </section>
    </>
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
