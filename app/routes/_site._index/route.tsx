import {
  data as dataWithHeaders,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { currentUser } from "~/auth/session.server";
import { ArticleGrid } from "~/components/articles/article-card";
import { ArticleHits } from "~/components/articles/article-hits";
import { ListFailure } from "~/components/experts/list-notices";
import { SearchForm } from "~/components/forms/search-form";
import { prefetchMode } from "~/components/layout/start-script";
import { ButtonLink } from "~/components/ui/button";
import { Link } from "~/components/ui/link";
import { Count } from "~/components/ui/page-header";
import { listPage } from "~/http/form.server";
import { itemList, pageMeta, siteOf } from "~/http/page-meta";
import { homePageStyles } from "~/http/page-styles";
import { NO_STORE_HEADERS, readerOf } from "~/http/reader.server";
import { formatNumber } from "~/models/base/text/numbers";
import { countMissed } from "~/models/readers/missed-searches/missed-searches.server";
import { articleHits, newestArticles } from "~/models/records/articles/articles.server";
import { toArticleCards } from "~/models/records/articles/cards.server";
import { toCards } from "~/models/records/directory/cards.server";
import {
  categoryCounts,
  HOME_PAGE_SIZE,
  homePages,
  listForCards,
  mentionedCards,
  pageQueryOf,
} from "~/models/records/directory/lists.server";
import { categories } from "~/models/records/listings/categories";
import { categoryDescriptions } from "~/models/records/listings/category-descriptions.server";
import { categoryFilter, listAddress } from "~/models/records/listings/list-address";
import { listingCounts } from "~/models/records/listings/listing.server";
import { canonicalListAddress } from "~/models/records/topics/topics.server";
import { waysOut } from "~/models/whole/search/ways-out.server";
import { isWithin } from "~/stored-times";
import { HOME } from "~/subject/home";
import { FieldsRing } from "./fields-ring";
import { isFiltered, Leaders, resultSubject, resultTitle } from "./leaders";
import { type Newcomer, Newcomers } from "./newcomers";
import { type HomeList, useGrowingList } from "./use-growing-list";
import { Welcome } from "./welcome";

const LATEST_ARTICLES = 3;
const NEWCOMERS = 6;

export async function loader({ context, request }: LoaderFunctionArgs) {
  return listPage(request, canonicalListAddress, async (params) => {
    // Only the directory shows facets.
    const query = { ...pageQueryOf(params, HOME_PAGE_SIZE), facets: {} };
    const list = await homePages(query);
    const ways = query.search && list.total === 0 ? await waysOut(query) : undefined;
    const data = {
      ...(await dataOf(query, list)),
      ...(ways && { waysOut: ways }),
      welcome: await newAccountOf(request),
    };
    const isMissed = countMissed(query, list.total, readerOf(request, context));
    return dataWithHeaders(data, isMissed ? { headers: NO_STORE_HEADERS } : undefined);
  });
}

type Query = ReturnType<typeof pageQueryOf>;

async function dataOf({ search, category }: Query, list: Awaited<ReturnType<typeof homePages>>) {
  const counts = await listingCounts();
  return {
    // Results have the featured people among the others.
    featured: search || category ? [] : await toCards(list.featured),
    cards: await toCards(list.experts, list.marks),
    page: list.currentPage,
    totalPages: list.totalPages,
    total: list.total,
    ...(list.isCapped && { isCapped: true }),
    corrected: list.corrected,
    ...(list.leftOut.length > 0 && { leftOut: list.leftOut }),
    ...(list.unrecordedWords.length > 0 && { unrecordedWords: list.unrecordedWords }),
    ...(list.whole > 0 && { whole: list.whole }),
    ...(list.similarWords.length > 0 && { similarWords: list.similarWords }),
    ...(await mentionedCards(list)),
    ...(search && { hits: await articleHits(search) }),
    latest: search || category ? [] : toArticleCards(await newestArticles(LATEST_ARTICLES)),
    newcomers: search || category ? [] : await newcomersAmong(counts["*"] ?? 0),
    search,
    category: categoryFilter([category]) || category,
    everyone: counts["*"] ?? 0,
    fields: categoryCounts(counts).map(({ experts }) => experts),
    about: await categoryDescriptions(),
  };
}

const NEW_MS = 5 * 60_000;

/** Returns the reader if the account was created in the last 5 minutes; null for editors and admins. */
async function newAccountOf(request: Request) {
  const user = await currentUser(request);
  if (user?.role !== "user" || !isWithin(Date.parse(user.createdAt), NEW_MS)) return null;
  const { firstName, lastName, email, emailVerifiedAt } = user;
  return { name: `${firstName} ${lastName}`.trim(), unconfirmed: emailVerifiedAt ? null : email };
}

/** Returns the newest experts; an empty list if all experts fit on this page anyway. */
async function newcomersAmong(expertCount: number): Promise<Newcomer[]> {
  if (expertCount <= HOME_PAGE_SIZE) return [];
  const { experts } = await listForCards({ search: "", category: "", sort: "newest", page: 1, limit: NEWCOMERS });
  const cards = await toCards(experts);
  return cards.map(({ slug, name, image }, index) => ({ slug, name, image, title: experts[index]?.title ?? "" }));
}

export const links = homePageStyles;

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  if (!data) return [{ title: HOME.title }];
  const { search, category } = data;
  const { siteName, origin } = siteOf(matches);
  return pageMeta({
    title: [resultSubject(data), HOME.title].filter(Boolean).join(": "),
    description: HOME.description,
    siteName,
    origin,
    path: listAddress("/", { category }),
    noindex: search !== "",
    data: [
      { "@type": "WebSite", name: siteName, url: `${origin}/` },
      itemList(origin, [...data.featured, ...data.cards]),
    ],
  });
};

export default function Home() {
  const { hits, welcome } = useLoaderData<typeof loader>();
  const growingList = useGrowingList();
  return (
    <>
      <Welcome newcomer={welcome} />
      <Hero list={growingList.list} />
      <Leaders growingList={growingList}>
        <LatestArticles />
        <NewPeople />
      </Leaders>
      <ArticleHits hits={hits} />
      <BrowseByCategory />
    </>
  );
}

/**
 * Shows the purpose of the site, the search and the ring of categories. After a search it shows only the heading of the results and the
 * search.
 */
function Hero({ list }: { list: HomeList }) {
  const { search, category, everyone, fields } = useLoaderData<typeof loader>();
  const hasFilters = isFiltered(list);
  return (
    <header className={hasFilters ? "answer" : "hero"}>
      {/* The form keeps its place in the tree, so that the search box keeps the focus. */}
      <div>
        <div aria-live="polite">
          <h1>{hasFilters ? resultTitle(list) : HOME.title}</h1>
          {!hasFilters && <p className="mt-3 text-lg text-muted">{HOME.lead}</p>}
        </div>
        <div className="search-large">
          {!hasFilters && <h2>{HOME.search}</h2>}
          <SearchForm action="/" search={search} category={category} placeholder="Search experts or contributions..." />
        </div>
        {hasFilters ? (
          <p>
            <Link to="/">Show all</Link> <Link to="/directory">View All Experts</Link>
          </p>
        ) : (
          <p className="mt-4 flex flex-wrap gap-2 whitespace-nowrap max-sm:text-sm">
            <ButtonLink quiet href="#experts">
              Explore Leaders
            </ButtonLink>
            <ButtonLink quiet to="/submit">
              Submit Expert
            </ButtonLink>
          </p>
        )}
      </div>
      {!hasFilters && <FieldsRing counts={fields} everyone={everyone} />}
    </header>
  );
}

function NewPeople() {
  const { newcomers } = useLoaderData<typeof loader>();
  return <Newcomers people={newcomers} />;
}

function LatestArticles() {
  const { latest } = useLoaderData<typeof loader>();
  if (latest.length === 0) return null;
  return (
    <section className="mt-16" aria-labelledby="latest">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="latest">Latest articles</h2>
        <Link className="underline" to="/articles">
          All articles
        </Link>
      </div>
      <ArticleGrid cards={latest} />
    </section>
  );
}

function BrowseByCategory() {
  const { fields, about } = useLoaderData<typeof loader>();
  return (
    <section className="mt-16" aria-labelledby="fields">
      <h2 id="fields">Browse by Category</h2>
      <ul className="fields">
        {categories.map(({ key, slug, label }, index) => (
          <li key={slug}>
            <Link to={`/directory/${slug}`} prefetch={prefetchMode()}>
              {label}
            </Link>
            <Count>{formatNumber(fields[index] ?? 0)}</Count>
            <p>{about[key]}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

export const ErrorBoundary = ListFailure;
