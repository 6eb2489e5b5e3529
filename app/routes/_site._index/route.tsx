import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData, useNavigation } from "@remix-run/react";
import { ArticleHits } from "~/components/articles/article-hits";
import { CardGrid, SkeletonGrid } from "~/components/experts/card-grid";
import { ListFailure } from "~/components/experts/list-failure";
import { SpellingCorrection } from "~/components/experts/spelling-correction";
import { SearchForm } from "~/components/forms/search-form";
import { onIntent } from "~/components/layout/start-script";
import { ButtonLink } from "~/components/ui/button";
import { Link } from "~/components/ui/link";
import { Count, EmptyState, ListHeader } from "~/components/ui/page-header";
import { useListPending } from "~/components/ui/pagination";
import { page } from "~/http/form.server";
import { siteOrigin } from "~/http/origin.server";
import { itemList, pageMeta } from "~/http/page-meta";
import { articleHits } from "~/models/articles/articles.server";
import { toCards } from "~/models/experts/cards.server";
import { categories, categoryLabel, toCategoryKey } from "~/models/experts/categories";
import { listAddress, tidiedAddress } from "~/models/experts/list-address";
import { listingCounts } from "~/models/experts/listing.server";
import { categoryCounts, HOME_PAGE_SIZE, homePages, pageQueryOf } from "~/models/experts/lists.server";
import { siteSettings } from "~/models/site/settings.server";
import { thousands } from "~/models/text/numbers";
import { LoadMore } from "./load-more";

export async function loader({ request }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const tidied = tidiedAddress(url);
  if (tidied) throw redirect(tidied);
  return page(async () => {
    const query = pageQueryOf(url.searchParams, HOME_PAGE_SIZE);
    const list = await homePages(query);
    const everyone = await listingCounts();
    return {
      featured: await toCards(list.featured),
      cards: await toCards(list.experts, list.terms),
      total: list.total,
      page: list.currentPage,
      pages: list.totalPages,
      corrected: list.corrected,
      ...(query.search && { hits: await articleHits(query.search) }),
      search: query.search,
      category: toCategoryKey(query.category) ?? query.category,
      everyone: everyone["*"] ?? 0,
      fields: categoryCounts(everyone).map(({ experts }) => experts),
      siteName: (await siteSettings()).siteName,
      origin: siteOrigin(request),
    };
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => {
  if (!data) return [{ title: "Global Leaders in Longevity Science" }];
  const { search, category, origin, siteName } = data;
  return pageMeta({
    title: [category && categoryLabel(category), "Global Leaders in Longevity Science"].filter(Boolean).join(": "),
    description:
      "A curated directory of the people who lead longevity science and medicine: who they are, what they contributed, and where to read on.",
    siteName,
    origin,
    path: category ? listAddress("/", { category }) : "/",
    noindex: search !== "",
    data: [
      { "@type": "WebSite", name: siteName, url: `${origin}/` },
      itemList(origin, [...data.featured, ...data.cards]),
    ],
  });
};

export default function Home() {
  const { everyone, hits } = useLoaderData<typeof loader>();
  return (
    <>
      <header className="max-w-184 pt-[clamp(1.5rem,4vw,3.5rem)]">
        <h1>Global Leaders in Longevity Science</h1>
        <p className="mt-2.5 mb-4 text-lg text-muted">Who they are, what they found, and where to read on.</p>
        <p className="mt-2.5 mb-4 flex flex-wrap gap-2.5 whitespace-nowrap max-sm:text-sm">
          <ButtonLink href="#experts">Explore Leaders</ButtonLink>
          <ButtonLink quiet to="/submit">
            Submit Expert
          </ButtonLink>
        </p>
        <p className="text-sm text-muted">
          {thousands(everyone)} experts in {categories.length} fields
        </p>
      </header>
      <Leaders />
      <ArticleHits hits={hits} />
      <BrowseByCategory />
    </>
  );
}

function Leaders() {
  const { search, category, corrected, everyone, featured, cards } = useLoaderData<typeof loader>();
  const filtered = search !== "" || category !== "";
  const loadingMore = useLoadingMore();
  const pending = useListPending() && !loadingMore;
  const listed = filtered ? cards : featured;
  return (
    <section id="experts" className="mt-[clamp(1.25rem,3vw,2.5rem)]" aria-labelledby="leaders">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="leaders">Top Longevity Leaders</h2>
        <ButtonLink quiet to="/directory">
          View All Experts
        </ButtonLink>
      </div>
      <div className="mt-3.5 rounded-xl border border-line bg-surface p-3.5 md:px-5 md:pb-5">
        <h3 className="mb-2.5">Discover Longevity Experts</h3>
        <SearchForm action="/" search={search} category={category} placeholder="Search experts or contributions..." />
      </div>
      <ListHeader>
        <h3>
          {category ? categoryLabel(category) : search ? "Search results" : "Featured Experts"}{" "}
          <Count>({listed.length})</Count>
        </h3>
        {filtered && <Link to="/">Show all</Link>}
      </ListHeader>
      <SpellingCorrection corrected={corrected} search={search} />
      {pending ? <SkeletonGrid /> : <CardGrid cards={listed} />}
      {listed.length === 0 && !pending && <Nobody filtered={filtered} />}
      {!filtered && !pending && cards.length > 0 && (
        <>
          <h3 className="mt-8 mb-3">
            {featured.length > 0 ? "More experts" : "All experts"} <Count>of {thousands(everyone)}</Count>
          </h3>
          <CardGrid cards={cards} />
        </>
      )}
      {loadingMore && <SkeletonGrid />}
      {!pending && <More loading={loadingMore} />}
    </section>
  );
}

/** Whether the next page of this very list is on its way. */
function useLoadingMore(): boolean {
  const { search, category, page } = useLoaderData<typeof loader>();
  const { state, location } = useNavigation();
  if (state !== "loading" || location.pathname !== "/") return false;
  return location.search === listAddress("/", { search, category, page: page + 1 }).slice(1);
}

function More({ loading }: { loading: boolean }) {
  const { search, category, page, pages } = useLoaderData<typeof loader>();
  return (
    <LoadMore
      page={page}
      pages={pages}
      loading={loading}
      next={listAddress("/", { search, category, page: page + 1 })}
      directory={listAddress("/directory", { search, category })}
    />
  );
}

function Nobody({ filtered }: { filtered: boolean }) {
  return filtered ? (
    <EmptyState>
      <p>No experts found in this category.</p>
      <ButtonLink to="/">View all experts</ButtonLink>
    </EmptyState>
  ) : (
    <EmptyState>
      <p>No experts are currently featured on the homepage.</p>
      <ButtonLink to="/directory">View the full directory</ButtonLink>
    </EmptyState>
  );
}

function BrowseByCategory() {
  const { fields } = useLoaderData<typeof loader>();
  return (
    <section className="mt-10" aria-labelledby="fields">
      <h2 id="fields">Browse by Category</h2>
      <ul className="mt-3 grid fill-cols-76 gap-x-8">
        {categories.map(({ slug, label, description }, place) => (
          <li key={slug} className="grid grid-cols-[1fr_auto] gap-x-4 border-t border-line py-3.5">
            <Link
              className="font-serif text-lg leading-[1.3] font-semibold"
              to={`/directory/${slug}`}
              prefetch={onIntent()}
            >
              {label}
            </Link>
            <Count>{thousands(fields[place] ?? 0)}</Count>
            <p className="col-span-full text-sm text-muted">{description}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

export const ErrorBoundary = ListFailure;
