import { AppError } from "~/errors";
import { type FeedFormat, writeFeed } from "~/models/base/feeds/feeds.server";
import { shorten } from "~/models/base/markdown/plain-text.server";
import { siteSettings } from "~/models/base/settings/settings.server";
import { categoryBySlug, categoryLabel, categoryLabels } from "~/models/records/listings/categories";
import { hasFacets } from "~/models/records/listings/facets";
import { listAddress } from "~/models/records/listings/list-address";
import { EVERYONE, newestRowIds } from "~/models/records/listings/listing.server";
import { type ExpertSummary, summariesByRowId } from "./experts.server";
import { facetNames } from "./facet-options.server";
import { type ListQuery, listExperts, pageQueryOf } from "./lists.server";

const MAX_ENTRIES = 20;
const DIRECTORY = "/directory";

/** Returns the newest experts of a category as a feed, with addresses under `origin`. Throws "missing". */
export async function categoryFeed(origin: string, slug: string, format: FeedFormat): Promise<string> {
  const category = categoryBySlug(slug);
  if (!category) throw new AppError("missing", "There is no category at this address.");
  return feedOf(origin, { page: `${DIRECTORY}/${category.slug}`, name: category.label, listing: category.key }, format);
}

/** Returns the newest experts of the directory within its query as a feed, with addresses under `origin`. */
export async function directoryFeed(origin: string, params: URLSearchParams, format: FeedFormat): Promise<string> {
  const query = pageQueryOf(params, MAX_ENTRIES);
  if (!isNarrowed(query))
    return feedOf(origin, { page: DIRECTORY, name: "Expert Directory", listing: EVERYONE }, format);
  const experts = await newestMatches(query, MAX_ENTRIES);
  return feedWith(origin, { page: addressOfList(query), name: await listName(query) }, experts, format);
}

/** Returns the newest experts who match the complete query, because near matches would come and go in a feed. */
export async function newestMatches(query: ListQuery, limit: number): Promise<ExpertSummary[]> {
  const newestQuery: ListQuery = { ...query, sort: "newest", page: 1, limit, isStrict: true };
  return (await listExperts(newestQuery)).experts;
}

type Filters = Pick<ListQuery, "search" | "category" | "facets">;

export function isNarrowed({ search, category, facets }: Filters): boolean {
  return search !== "" || category !== "" || hasFacets(facets ?? {});
}

/** Returns the address of the list's page. */
export function addressOfList({ search, category, facets }: Filters): string {
  return listAddress(DIRECTORY, { search, category, facets });
}

/** Returns the name of a list of the directory: “search”, then categories, then the values of facets. */
export async function listName({ search, category, facets = {} }: Filters): Promise<string> {
  const values = (await facetNames(facets)).map(({ name }) => name);
  const parts = [search && `“${search}”`, category && categoryLabels(category), ...values];
  return ["Expert Directory", parts.filter(Boolean).join(", ")].filter(Boolean).join(": ");
}

interface FeedList {
  /** The path of the list's page. */
  page: string;
  name: string;
  listing: string;
}

/** Returns the newest experts of a listing as a feed. */
export async function feedOf(origin: string, { listing, ...list }: FeedList, format: FeedFormat): Promise<string> {
  return feedWith(origin, list, await summariesByRowId(await newestRowIds(listing, MAX_ENTRIES)), format);
}

async function feedWith(
  origin: string,
  { page, name }: Omit<FeedList, "listing">,
  experts: ExpertSummary[],
  format: FeedFormat,
): Promise<string> {
  const { siteName } = await siteSettings();
  const entries = experts.map((expert) => ({
    id: `tag:${new URL(origin).hostname},2024:expert/${expert.id}`,
    url: `${origin}/${expert.slug}`,
    title: expert.name,
    summary: summaryOf(expert),
    terms: expert.categories.map(categoryLabel),
    publishedAt: expert.createdAt,
    updatedAt: expert.updatedAt,
  }));
  return writeFeed({ title: `${name} | ${siteName}`, author: siteName, origin, page }, entries, format);
}

/** Returns title and contribution as the summary of a person in feeds and mails. Both are optional. */
export function summaryOf({
  title,
  longevityContribution,
}: Pick<ExpertSummary, "title" | "longevityContribution">): string {
  return shorten([title, longevityContribution].filter(Boolean).join(". "), 300);
}
