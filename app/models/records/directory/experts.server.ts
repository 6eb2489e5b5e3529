import { readDb } from "~/db.server";
import { AppError } from "~/errors";
import { sortByRowIds } from "~/models/base/input/paging.server";
import { type Expert, toExpert, withLists } from "~/models/records/experts/expert.server";
import { LISTED_FIELDS } from "~/models/records/experts/fields";
import { isListed, neighboursIn } from "~/models/records/listings/listing.server";
import { refuseGone } from "~/models/records/relisting/relisting.server";

export type ExpertSummary = Pick<Expert, (typeof LISTED_FIELDS)[number] | "id" | "createdAt" | "updatedAt">;

const SUMMARY_COLUMNS = [
  "id",
  ...LISTED_FIELDS.filter((field) => field !== "featured"),
  "createdAt",
  "updatedAt",
] as const;

/** The stored columns; `categories` and `topics` are JSON. */
export type CardSource = Record<(typeof CARD_COLUMNS)[number], string> &
  Pick<Expert, "featured"> & {
    /** Says that every sentence has a source. */
    isSourced: boolean;
  };

const CARD_COLUMNS = [
  "slug",
  "name",
  "title",
  "imageUrl",
  "longevityContribution",
  "categories",
  "topics",
  "city",
  "country",
] as const;

function expertsAt(rowIds: number[]) {
  return readDb.selectFrom("experts").select(["rowId", "featuredPosition"]).where("rowId", "in", rowIds);
}

/** Returns cards in the order of `rowIds`, without deleted experts. */
export async function cardsByRowId(rowIds: number[]): Promise<CardSource[]> {
  if (rowIds.length === 0) return [];
  const rows = await expertsAt(rowIds)
    .select([...CARD_COLUMNS, "sourced"])
    .execute();
  return sortByRowIds(rows, rowIds).map(toCardSource);
}

function toCardSource<Row extends { rowId: number; featuredPosition: number | null; sourced: number }>(row: Row) {
  const { rowId: _rowId, featuredPosition, sourced, ...card } = row;
  return { ...card, featured: featuredPosition !== null, isSourced: sourced === 1 };
}

/** Returns summaries in the order of `rowIds`, without deleted experts. */
export async function summariesByRowId(rowIds: number[]): Promise<ExpertSummary[]> {
  if (rowIds.length === 0) return [];
  const rows = await expertsAt(rowIds).select(SUMMARY_COLUMNS).execute();
  return sortByRowIds(rows, rowIds).map(({ rowId: _rowId, featuredPosition, ...row }) => ({
    ...withLists(row),
    featured: featuredPosition !== null,
  }));
}

/** Finds an expert by the current or a former slug; callers redirect if its `slug` differs. Throws "missing", "gone". */
export async function findExpert(slug: string): Promise<Expert> {
  const row = await readDb
    .selectFrom("slugs")
    .innerJoin("experts", "experts.rowId", "slugs.expertRowId")
    .selectAll("experts")
    .where("slugs.slug", "=", slug.toLowerCase())
    .where("experts.deletedAt", "is", null)
    .where(isListed)
    .executeTakeFirst();
  if (!row) {
    await refuseGone(slug);
    throw new AppError("missing", "The expert profile you're looking for doesn't exist or may have been moved.");
  }
  return toExpert(row);
}

const MAX_NEARBY = 12;

/** Returns up to `limit` experts who share most fields, starting after this expert in the list. */
export async function relatedExperts(expert: Expert, limit: number): Promise<CardSource[]> {
  const [firstCategory, ...otherCategories] = expert.categories;
  if (firstCategory === undefined) return [];
  const nearbyRowIds = await neighboursIn(firstCategory, expert.id, otherCategories.length > 0 ? MAX_NEARBY : limit);
  if (nearbyRowIds.length === 0) return [];
  const rows = await expertsAt(nearbyRowIds)
    .select([...CARD_COLUMNS, "sourced"])
    .execute();
  const countShared = ({ categories }: { categories: string }) =>
    (JSON.parse(categories) as string[]).filter((key) => expert.categories.includes(key)).length;
  return (
    sortByRowIds(rows, nearbyRowIds)
      .map((row) => ({ row, sharedCount: countShared(row) }))
      // Keeps the nearest first among equals, because the sort is stable.
      .sort((a, b) => b.sharedCount - a.sharedCount)
      .slice(0, limit)
      .map(({ row }) => toCardSource(row))
  );
}
