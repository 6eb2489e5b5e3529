import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ArticleHits } from "~/components/articles/article-hits";
import { CardGrid, SkeletonGrid } from "~/components/experts/card-grid";
import { CategoryChips } from "~/components/experts/category-chips";
import { ListFailure } from "~/components/experts/list-failure";
import { SpellingCorrection } from "~/components/experts/spelling-correction";
import { SearchForm } from "~/components/forms/search-form";
import { ButtonLink, PILL } from "~/components/ui/button";
import { Link } from "~/components/ui/link";
import { EmptyState, ListHeader, PageHeader } from "~/components/ui/page-header";
import { Pagination, useListPending } from "~/components/ui/pagination";
import { page } from "~/http/form.server";
import { siteOrigin } from "~/http/origin.server";
import { breadcrumbs, itemList, pageMeta } from "~/http/page-meta";
import { articleHits } from "~/models/articles/articles.server";
import { toCards } from "~/models/experts/cards.server";
import { categoryLabel, toCategoryKey } from "~/models/experts/categories";
import { DIRECTORY_PAGE_SIZE, listAddress, tidiedAddress } from "~/models/experts/list-address";
import { categoryCounts, listForCards, pageQueryOf } from "~/models/experts/lists.server";
import { siteSettings } from "~/models/site/settings.server";
import { thousands } from "~/models/text/numbers";

const PATH = "/directory";

export async function loader({ request }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const tidied = tidiedAddress(url);
  if (tidied) throw redirect(tidied);
  return page(async () => {
    const query = pageQueryOf(url.searchParams, DIRECTORY_PAGE_SIZE);
    const list = await listForCards(query, { nearest: true });
    return {
      cards: await toCards(list.experts, list.terms),
      total: list.total,
      ...(list.isCapped && { isCapped: true }),
      page: list.currentPage,
      pages: list.totalPages,
      corrected: list.corrected,
      ...(query.search && query.page === 1 && { hits: await articleHits(query.search) }),
      counts: list.counts && categoryCounts(list.counts).map(({ key, experts }) => [key, experts] as const),
      search: query.search,
      category: toCategoryKey(query.category) ?? query.category,
      siteName: (await siteSettings()).siteName,
      origin: siteOrigin(request),
    };
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => {
  if (!data) return [{ title: "Expert Directory" }];
  const { search, category, page, origin, cards } = data;
  const subject = ["Expert Directory", category && categoryLabel(category)].filter(Boolean).join(": ");
  const title = [search ? `“${search}” in ${subject}` : subject, page > 1 && `page ${page}`].filter(Boolean).join(", ");
  return pageMeta({
    title,
    description: `The full directory of leading experts in longevity science and medicine: ${data.total} people, by field.`,
    siteName: data.siteName,
    origin,
    path: listAddress(PATH, { search, category, page }),
    noindex: search !== "" || data.total === 0,
    data: [
      itemList(origin, cards, (page - 1) * DIRECTORY_PAGE_SIZE + 1),
      breadcrumbs(origin, [
        ["Home", "/"],
        ["Expert Directory", PATH],
      ]),
    ],
  });
};

export default function Directory() {
  const { cards, total, isCapped, page, pages, corrected, counts, search, category, hits } =
    useLoaderData<typeof loader>();
  const pending = useListPending();
  const address = (change: { category?: string; search?: string; page?: number }) =>
    listAddress(PATH, { search, category, ...change });
  return (
    <>
      <PageHeader title="Expert Directory">
        <SearchForm
          className="max-w-208"
          action={PATH}
          search={search}
          category={category}
          placeholder="Search experts or contributions..."
        />
        {counts && (
          <CategoryChips
            label="Filter by category"
            chips={counts.map(([key, count]) => ({
              name: categoryLabel(key),
              to: address({ category: key === category ? "" : key }),
              count,
              current: key === category,
            }))}
          />
        )}
        <ActiveFilters search={search} category={category} />
      </PageHeader>
      <ArticleHits hits={hits} />
      <section className="mt-10" aria-labelledby="found" aria-busy={pending}>
        <ListHeader>
          <h2 id="found">
            {pending
              ? "Loading directory..."
              : `${thousands(total)}${isCapped ? "+" : ""} ${total === 1 ? "Expert" : "Experts"} Found`}
          </h2>
          {pages > 1 && !pending && <p>{`Page ${page} of ${pages}`}</p>}
        </ListHeader>
        <SpellingCorrection corrected={corrected} search={search} />
        {isCapped && <p>The best {thousands(total)} are listed. Add a word to find others.</p>}
        {pending ? <SkeletonGrid count={12} /> : <CardGrid cards={cards} />}
        {total === 0 && !pending && <NothingFound />}
        {!pending && <Pagination page={page} pages={pages} address={(number) => address({ page: number })} />}
      </section>
    </>
  );
}

const FILTER = `${PILL} border-accent bg-surface`;

/** What narrows the list, each with a way to take it away. */
function ActiveFilters({ search, category }: { search: string; category: string }) {
  if (!search && !category) return null;
  return (
    <p className="mt-2.5 flex flex-wrap gap-1.5">
      {search && (
        <Link className={FILTER} to={listAddress(PATH, { category })} aria-label={`Remove the search ${search}`}>
          “{search}” <span aria-hidden="true">×</span>
        </Link>
      )}
      {category && (
        <Link
          className={FILTER}
          to={listAddress(PATH, { search })}
          aria-label={`Remove the category ${categoryLabel(category)}`}
        >
          {categoryLabel(category)} <span aria-hidden="true">×</span>
        </Link>
      )}
    </p>
  );
}

function NothingFound() {
  return (
    <EmptyState>
      <p>No experts found matching your criteria.</p>
      <ButtonLink quiet to={PATH}>
        Clear Filters
      </ButtonLink>
      <p>Know an expert who should be in our directory?</p>
      <ButtonLink to="/submit">Submit Expert for Review</ButtonLink>
    </EmptyState>
  );
}

export const ErrorBoundary = ListFailure;
