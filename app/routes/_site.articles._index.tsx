import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ArticleGrid } from "~/components/articles/article-card";
import { articleFeedLinks } from "~/components/articles/feed-links";
import { CategoryChips } from "~/components/experts/category-chips";
import { ListFailure } from "~/components/experts/list-notices";
import { FollowLink } from "~/components/follows/follow-link";
import { SearchForm } from "~/components/forms/search-form";
import { ButtonLink } from "~/components/ui/button";
import { ActiveFilter, EmptyState, ListHeader, PageHeader } from "~/components/ui/page-header";
import { Pagination, useListPending } from "~/components/ui/pagination";
import { listPage } from "~/http/form.server";
import { breadcrumbs, itemList, pageMeta, siteOf } from "~/http/page-meta";
import { formPageStyles } from "~/http/page-styles";
import { ARTICLE_TYPES } from "~/models/base/providers/choices";
import { countNoun } from "~/models/base/text/numbers";
import { articleCounts, articlePageQueryOf, listArticles } from "~/models/records/articles/articles.server";
import { toArticleCards } from "~/models/records/articles/cards.server";
import { articleTypeLabel } from "~/models/records/articles/fields";
import { ARTICLES, type ArticleFilters, articlesAddress } from "~/models/records/articles/public";
import { canonicalAddress } from "~/models/records/listings/list-address";
import { ARTICLES_PAGE } from "~/subject/articles";

export const links = formPageStyles;

/** Returns the canonical address of a list, without an unknown type; null if the address is canonical. */
function canonicalArticlesAddress(url: URL): string | null {
  const type = url.searchParams.get("type")?.trim();
  if (!type || type === "all" || ARTICLE_TYPES.some(({ id }) => id === type)) return canonicalAddress(url);
  const address = new URL(url);
  address.searchParams.delete("type");
  return canonicalAddress(address) ?? address.pathname + address.search;
}

export async function loader({ request }: LoaderFunctionArgs) {
  return listPage(request, canonicalArticlesAddress, async (params) => {
    const query = articlePageQueryOf(params);
    const list = await listArticles(query, { nearest: true });
    return {
      cards: toArticleCards(list.articles),
      total: list.total,
      page: list.currentPage,
      totalPages: list.totalPages,
      counts: query.search ? null : await articleCounts(),
      search: query.search,
      type: query.type,
    };
  });
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  if (!data) return [{ title: "Articles" }];
  const { search, type, page, cards, total } = data;
  const { siteName, origin } = siteOf(matches);
  const subject = type ? `Articles: ${articleTypeLabel(type)}` : "Articles";
  const title = [search ? `“${search}” in ${subject}` : subject, page > 1 && `page ${page}`].filter(Boolean).join(", ");
  return [
    ...pageMeta({
      title,
      description: ARTICLES_PAGE.description,
      siteName,
      origin,
      path: articlesAddress({ search, type, page }),
      noindex: search !== "" || total === 0,
      data: [
        itemList(
          origin,
          cards.map(({ slug }) => ({ slug: `articles/${slug}` })),
        ),
        breadcrumbs(origin, [
          ["Home", "/"],
          ["Articles", ARTICLES],
        ]),
      ],
    }),
    ...articleFeedLinks(siteName),
  ];
};

export default function Articles() {
  const { cards, total, page, totalPages, counts, search, type } = useLoaderData<typeof loader>();
  const isPending = useListPending();
  const addressWith = (change: ArticleFilters) => articlesAddress({ search, type, ...change });
  const chipOf = (id: string, name: string) => ({
    name,
    to: addressWith({ type: id }),
    count: counts ? (counts[id] ?? 0) : null,
    isCurrent: id === type,
  });
  return (
    <>
      <PageHeader title="Articles" lead={ARTICLES_PAGE.lead}>
        <SearchForm
          className="max-w-208"
          action={ARTICLES}
          search={search}
          placeholder="Search articles..."
          offersSuggestions={false}
        />
        <CategoryChips
          label="Filter by type"
          chips={[chipOf("", "All"), ...ARTICLE_TYPES.map(({ id, label }) => chipOf(id, label))]}
        />
        <p className="mt-2.5 text-sm">
          <FollowLink path={ARTICLES} />
        </p>
        {search && (
          <p className="mt-2.5 flex flex-wrap gap-1.5">
            <ActiveFilter to={articlesAddress({ type })} label={`Remove the search ${search}`}>
              “<bdi>{search}</bdi>”
            </ActiveFilter>
          </p>
        )}
      </PageHeader>
      <section className="mt-10" aria-labelledby="found" aria-busy={isPending}>
        <ListHeader>
          <h2 id="found">{isPending ? "Loading articles..." : countNoun(total, "article", "articles")}</h2>
          {totalPages > 1 && !isPending && (
            <p>
              Page {page} of {totalPages}
            </p>
          )}
        </ListHeader>
        {total === 0 ? <NoArticles isFiltered={search !== "" || type !== ""} /> : <ArticleGrid cards={cards} />}
        <Pagination page={page} totalPages={totalPages} address={(number) => addressWith({ page: number })} />
      </section>
    </>
  );
}

function NoArticles({ isFiltered }: { isFiltered: boolean }) {
  return (
    <EmptyState>
      <p>{isFiltered ? "No articles found." : "No articles yet."}</p>
      {isFiltered && (
        <ButtonLink quiet to={ARTICLES}>
          All articles
        </ButtonLink>
      )}
    </EmptyState>
  );
}

export const ErrorBoundary = ListFailure;
