/** Reading experts: the record, its public view, the card of a list, profiles. */
import { db, type ExpertRow, type ListingTable, type Queryable } from "~/db.server";
import { AppError } from "~/errors";
import { type ListingPlace, listedRowIds } from "./listing.server";

/** The public view of an expert (public-side.md §3), as the JSON calls give it. */
export interface Expert {
  id: string;
  slug: string;
  name: string;
  title: string;
  categories: string[];
  imageUrl: string;
  customGptUrl: string;
  featured: boolean;
  longevityInterviewTitle: string;
  longevityInterviewImageUrl: string;
  longevityInterviewShortDescription: string;
  longevityInterviewLongDescription: string;
  longevityInterviewDownloadNotesUrl: string;
  longevityInterviewVideoEmbed: string;
  productTitle: string;
  productImageUrl: string;
  productDescription: string;
  productButtonText: string;
  productButtonUrl: string;
  longevityContribution: string;
  biography: string;
  youtubeEmbeds: string[];
  books: string[];
  scienceHighlights: string[];
  referenceLinks: string[];
  /** How the entry came to be, e.g. "starter": compiled from public sources. */
  origin: string;
  sources: string[];
  createdAt: string;
  updatedAt: string;
}

/** The public fields without biography and embeds: what lists carry (decision D25). */
export type ExpertSummary = Omit<
  Expert,
  "biography" | "youtubeEmbeds" | "longevityInterviewVideoEmbed" | "sources" | "origin"
>;

const LISTS = ["categories", "youtubeEmbeds", "books", "scienceHighlights", "referenceLinks", "sources"] as const;

export function toExpert(row: ExpertRow): Expert {
  const { rowId: _rowId, sortName: _sortName, featuredPosition, deletedAt: _deletedAt, ...rest } = row;
  const lists = Object.fromEntries(LISTS.map((name) => [name, JSON.parse(row[name])])) as Pick<
    Expert,
    (typeof LISTS)[number]
  >;
  return { ...rest, ...lists, featured: featuredPosition !== null };
}

const SUMMARY_COLUMNS = [
  "experts.rowId",
  "experts.id",
  "experts.slug",
  "experts.name",
  "experts.title",
  "experts.categories",
  "experts.imageUrl",
  "experts.customGptUrl",
  "experts.featuredPosition",
  "experts.longevityInterviewTitle",
  "experts.longevityInterviewImageUrl",
  "experts.longevityInterviewShortDescription",
  "experts.longevityInterviewLongDescription",
  "experts.longevityInterviewDownloadNotesUrl",
  "experts.productTitle",
  "experts.productImageUrl",
  "experts.productDescription",
  "experts.productButtonText",
  "experts.productButtonUrl",
  "experts.longevityContribution",
  "experts.books",
  "experts.scienceHighlights",
  "experts.referenceLinks",
  "experts.createdAt",
  "experts.updatedAt",
] as const;

type SummaryRow = Omit<
  ExpertRow,
  "sortName" | "deletedAt" | "biography" | "youtubeEmbeds" | "longevityInterviewVideoEmbed" | "sources" | "origin"
>;

function toSummary({ rowId: _rowId, featuredPosition, ...row }: SummaryRow): ExpertSummary {
  return {
    ...row,
    categories: JSON.parse(row.categories),
    books: JSON.parse(row.books),
    scienceHighlights: JSON.parse(row.scienceHighlights),
    referenceLinks: JSON.parse(row.referenceLinks),
    featured: featuredPosition !== null,
  };
}

/** The listing that holds every expert; the others are named by category key. */
export const EVERYONE: ListingTable["category"] = "*";

/**
 * Experts of one listing in its order: featured first in their order, then by name. The keys alone come first: SQLite would
 * otherwise read every record that it skips.
 *
 * @param place.total how many the listing has.
 */
export async function listSummaries(listing: string, place: ListingPlace): Promise<ExpertSummary[]> {
  return summariesByRowId(await listedRowIds(listing, place));
}

/** What the card of an expert is made from. */
export type CardSource = Pick<
  ExpertSummary,
  "slug" | "name" | "title" | "imageUrl" | "featured" | "longevityContribution"
>;

/** What cards are made from, in the order of the row numbers given; experts that no longer exist are left out. */
export async function cardSourcesByRowId(rowIds: number[]): Promise<CardSource[]> {
  if (rowIds.length === 0) return [];
  const rows = await db
    .selectFrom("experts")
    .select(["rowId", "slug", "name", "title", "imageUrl", "featuredPosition", "longevityContribution"])
    .where("rowId", "in", rowIds)
    .execute();
  const byRowId = new Map(rows.map((row) => [row.rowId, row]));
  return rowIds
    .flatMap((rowId) => byRowId.get(rowId) ?? [])
    .map(({ featuredPosition, rowId: _, ...row }) => ({ ...row, featured: featuredPosition !== null }));
}

/** Summaries in the order of the row numbers given; those that no longer exist are left out. */
export async function summariesByRowId(rowIds: number[]): Promise<ExpertSummary[]> {
  if (rowIds.length === 0) return [];
  const rows = await db.selectFrom("experts").select(SUMMARY_COLUMNS).where("rowId", "in", rowIds).execute();
  const byRowId = new Map(rows.map((row) => [row.rowId, row]));
  return rowIds.flatMap((rowId) => byRowId.get(rowId) ?? []).map(toSummary);
}

/** The featured experts in their order, at most `limit`. */
export async function featuredExperts(limit: number): Promise<ExpertSummary[]> {
  const rows = await db
    .selectFrom("experts")
    .select(SUMMARY_COLUMNS)
    .where("featuredPosition", "is not", null)
    .where("deletedAt", "is", null)
    .orderBy("featuredPosition")
    .orderBy("rowId")
    .limit(limit)
    .execute();
  return rows.map(toSummary);
}

/** How many experts each listing has: "*" for all of them, else by category key. */
export async function listingCounts(): Promise<Record<string, number>> {
  const rows = await db.selectFrom("listingCounts").selectAll().where("experts", ">", 0).execute();
  return Object.fromEntries(rows.map((row) => [row.category, row.experts]));
}

/**
 * The expert at an address. An address that was left behind by a renaming gives the expert it leads to now, so
 * compare `slug` with what was asked for (decision D3).
 *
 * @throws AppError "missing".
 */
export async function findExpert(slug: string, from: Queryable = db): Promise<Expert> {
  const row = await from
    .selectFrom("slugs")
    .innerJoin("experts", "experts.rowId", "slugs.expertRowId")
    .selectAll("experts")
    .where("slugs.slug", "=", slug.toLowerCase())
    .where("experts.deletedAt", "is", null)
    .executeTakeFirst();
  if (!row) {
    throw new AppError("missing", "The expert profile you're looking for doesn't exist or may have been moved.");
  }
  return toExpert(row);
}

/** Up to `limit` others who share most fields with an expert: those after them in the order of a shared field, wrapping around. */
export async function relatedExperts(expert: Expert, limit: number): Promise<ExpertSummary[]> {
  const [first] = expert.categories;
  if (first === undefined) return [];
  const place = await db
    .selectFrom("listing")
    .innerJoin("experts", "experts.rowId", "listing.expertRowId")
    .select(["listing.rank", "listing.sortName", "listing.expertRowId"])
    .where("experts.id", "=", expert.id)
    .where("listing.category", "=", first)
    .executeTakeFirst();
  if (!place) return [];
  const NEARBY = 24;
  const neighbours = (side: "after" | "before", count: number) => {
    const compare = side === "after" ? ">" : "<";
    const direction = side === "after" ? "asc" : "desc";
    return db
      .selectFrom("listing")
      .select("expertRowId")
      .where("category", "=", first)
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple("rank", "sortName", "expertRowId"), compare, tuple(place.rank, place.sortName, place.expertRowId)),
      )
      .orderBy("rank", direction)
      .orderBy("sortName", direction)
      .orderBy("expertRowId", direction)
      .limit(count)
      .execute();
  };
  const nearby = [...(await neighbours("after", NEARBY)), ...(await neighbours("before", NEARBY))];
  const summaries = await summariesByRowId(nearby.map((row) => row.expertRowId));
  const shared = (other: ExpertSummary) => other.categories.filter((key) => expert.categories.includes(key)).length;
  // The sort is stable: among equals the nearest in the list's own order come first.
  return summaries.sort((a, b) => shared(b) - shared(a)).slice(0, limit);
}
