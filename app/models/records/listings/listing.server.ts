import type { ExpressionBuilder } from "kysely";
import {
  type Database,
  type ListingTable,
  NOT_FEATURED,
  readDb,
  rowIdsInListings,
  untilContentChanges,
} from "~/db.server";
import { type Order, readSlice } from "~/models/base/input/paging.server";
import type { Sort } from "./list-address";

/** The listing of all experts; other listings use category keys. */
export const EVERYONE: ListingTable["category"] = "*";

export const listingCounts = untilContentChanges(async (): Promise<Record<string, number>> => {
  const rows = await readDb.selectFrom("listingCounts").selectAll().where("experts", ">", 0).execute();
  return Object.fromEntries(rows.map(({ category, experts }) => [category, experts]));
});

/** Leaves out the trash and profiles that are not public. */
export function isListed(eb: ExpressionBuilder<Database, "experts">) {
  const listing = eb.selectFrom("listing").select("listing.category").where("listing.category", "=", EVERYONE);
  return eb.exists(listing.whereRef("listing.expertRowId", "=", "experts.rowId"));
}

/** Columns by order. Each has an index: "category", these columns, "expertRowId". */
const SORT_COLUMNS = {
  "": ["rank", "sortName"],
  name: ["sortsAs"],
  newest: ["createdAt"],
  reviewed: ["reviewedAt"],
  updated: ["updatedAt"],
} as const;
type Column = (typeof SORT_COLUMNS)[Sort][number];

function orderedListing(listing: string, order: Order = "asc", sort: Sort = "") {
  const columns: readonly Column[] = SORT_COLUMNS[sort];
  const rows = readDb
    .selectFrom("listing")
    .select(["expertRowId", ...columns])
    .where("category", "=", listing);
  return columns.reduce((query, column) => query.orderBy(column, order), rows).orderBy("expertRowId", order);
}

/** Returns the direction of an order: dates descend, others ascend. */
function directionOf(sort: Sort): Order {
  return sort === "" || sort === "name" ? "asc" : "desc";
}

/** Returns row numbers in list order; `total` is the length of the listing. */
export async function listedRowIds(
  listing: string,
  { total, offset, limit, sort }: { total: number; offset: number; limit: number; sort: Sort },
): Promise<number[]> {
  if (sort) return sortedRowIds(listing, { total, offset, limit, sort });
  const positions = await cachedPositions();
  const start = positions.filter((position) => position.listing === listing && position.offset <= offset).at(-1);
  if (start && offset - start.offset < total - offset) {
    const rows = await orderedListing(listing)
      .select(["rank", "sortName"])
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple("rank", "sortName", "expertRowId"), ">=", tuple(start.rank, start.sortName, start.expertRowId)),
      )
      .limit(limit)
      .offset(offset - start.offset)
      .execute();
    return rememberPosition(positions, listing, offset, rows);
  }
  const rows = await readSlice({ total, offset, limit, order: "asc" }, (slice) =>
    orderedListing(listing, slice.order).select(["rank", "sortName"]).limit(slice.limit).offset(slice.offset).execute(),
  );
  return rememberPosition(positions, listing, offset, rows);
}

async function sortedRowIds(
  listing: string,
  { total, offset, limit, sort }: { total: number; offset: number; limit: number; sort: Sort },
): Promise<number[]> {
  const rows = await readSlice({ total, offset, limit, order: directionOf(sort) }, (slice) =>
    orderedListing(listing, slice.order, sort).limit(slice.limit).offset(slice.offset).execute(),
  );
  return rows.map(({ expertRowId }) => expertRowId);
}

interface Row {
  rank: number;
  sortName: string;
  expertRowId: number;
}

interface Position extends Row {
  listing: string;
  offset: number;
}

/** Caches keys by offset: SQLite walks past every OFFSET row but seeks a key. */
const cachedPositions = untilContentChanges(async (): Promise<Position[]> => []);
const MAX_POSITIONS = 500;
const MIN_DISTANCE = 500;

function rememberPosition(positions: Position[], listing: string, offset: number, rows: Row[]): number[] {
  const [firstRow] = rows;
  const hasNearPosition = positions.some(
    (position) => position.listing === listing && Math.abs(position.offset - offset) < MIN_DISTANCE,
  );
  if (firstRow && offset >= MIN_DISTANCE && !hasNearPosition && positions.length < MAX_POSITIONS) {
    positions.push({ listing, offset, ...firstRow });
    positions.sort((a, b) => a.offset - b.offset);
  }
  return rows.map(({ expertRowId }) => expertRowId);
}

/** Returns the first experts of several listings together, each once. */
export async function mergedRowIds(listings: string[], { limit, sort }: { limit: number; sort: Sort }) {
  const order = directionOf(sort);
  return firstRowIds(
    listings.map((listing) => orderedListing(listing, order, sort).clearOrderBy()),
    { limit, sort },
  );
}

/** Returns the first experts who stand in at least one listing of each group. The smallest group first is fastest. */
export async function commonRowIds(groups: string[][], { limit, sort }: { limit: number; sort: Sort }) {
  if (groups.length > 1) {
    const smallResult = await rowIdsInListings(readDb, { groups, maxCount: limit - 1, ...(sort && { sort }) });
    if (smallResult) return smallResult;
  }
  // Walks the lists, because with so many experts the first of them stand near the start of each list.
  const [smallestGroup = [], ...otherGroups] = groups;
  const order = directionOf(sort);
  const lists = smallestGroup.map((listing) => {
    const rows = orderedListing(listing, order, sort).clearOrderBy();
    return otherGroups.reduce((query, group) => query.where((eb) => isInGroup(eb, group)), rows);
  });
  return firstRowIds(lists, { limit, sort });
}

/** Returns the first experts of several lists together, each once. */
async function firstRowIds(lists: ReturnType<typeof orderedListing>[], { limit, sort }: { limit: number; sort: Sort }) {
  const [firstList, ...otherLists] = lists;
  if (!firstList) return [];
  const order = directionOf(sort);
  const union = otherLists.reduce((query, list) => query.union(list), firstList);
  const columns: readonly Column[] = SORT_COLUMNS[sort];
  const rows = await columns
    .reduce((query, column) => query.orderBy(column, order), union)
    .orderBy("expertRowId", order)
    .limit(limit)
    .execute();
  return rows.map(({ expertRowId }) => expertRowId);
}

function isInGroup(eb: ExpressionBuilder<Database, "listing">, group: string[]) {
  const listings = eb.selectFrom("listing as other").select("other.category").where("other.category", "in", group);
  return eb.exists(listings.whereRef("other.expertRowId", "=", "listing.expertRowId"));
}

/** Returns the number of experts in a listing who also stand in each other one. */
export async function countsIn(listing: string): Promise<Record<string, number>> {
  const rows = await readDb
    .selectFrom("listing")
    .select((eb) => ["category", eb.fn.countAll<number>().as("experts")])
    .where("expertRowId", "in", (eb) =>
      eb.selectFrom("listing as own").select("own.expertRowId").where("own.category", "=", listing),
    )
    .groupBy("category")
    .execute();
  return Object.fromEntries(rows.map(({ category, experts }) => [category, Number(experts)]));
}

/** Returns the number of these experts in each listing. */
export async function countsAmong(rowIds: number[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (let index = 0; index < rowIds.length; index += 1_000) {
    const rows = await readDb
      .selectFrom("listing")
      .select((eb) => ["category", eb.fn.countAll<number>().as("experts")])
      .where("expertRowId", "in", rowIds.slice(index, index + 1_000))
      .groupBy("category")
      .execute();
    for (const { category, experts } of rows) counts[category] = (counts[category] ?? 0) + Number(experts);
  }
  return counts;
}

export async function featuredRowIds(listing: string, limit: number): Promise<number[]> {
  const rows = await orderedListing(listing).where("rank", "<", NOT_FEATURED).limit(limit).execute();
  return rows.map(({ expertRowId }) => expertRowId);
}

/** Returns the experts, in their order, who stand in at least one listing of each group. */
export async function inAllGroups(rowIds: number[], groups: string[][]): Promise<number[]> {
  let remainingRowIds = rowIds;
  for (const listings of groups) {
    if (remainingRowIds.length === 0 || listings.length === 0) return [];
    const rows = await readDb
      .selectFrom("listing")
      .select("expertRowId")
      .where("expertRowId", "in", remainingRowIds)
      .where("category", "in", listings)
      .execute();
    const matchingRowIds = new Set(rows.map(({ expertRowId }) => Number(expertRowId)));
    remainingRowIds = remainingRowIds.filter((rowId) => matchingRowIds.has(Number(rowId)));
  }
  return remainingRowIds;
}

export async function newestRowIds(listing: string, limit: number): Promise<number[]> {
  const rows = await orderedListing(listing, "desc", "newest").limit(limit).execute();
  return rows.map(({ expertRowId }) => expertRowId);
}

/** Returns row numbers of up to `limit` experts after an expert in a listing, the nearest first, and of as many before. */
export async function neighboursIn(listing: string, expertId: string, limit: number): Promise<number[]> {
  const position = await readDb
    .selectFrom("experts")
    .innerJoin("listing", "listing.expertRowId", "experts.rowId")
    .select(["listing.rank", "listing.sortName", "listing.expertRowId"])
    .where("experts.id", "=", expertId)
    .where("listing.category", "=", listing)
    .executeTakeFirst();
  if (!position) return [];
  const readNeighbours = (side: ">" | "<") =>
    orderedListing(listing, side === ">" ? "asc" : "desc")
      .where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple("rank", "sortName", "expertRowId"),
          side,
          tuple(position.rank, position.sortName, position.expertRowId),
        ),
      )
      .limit(limit)
      .execute();
  const [nextRows, previousRows] = await Promise.all([readNeighbours(">"), readNeighbours("<")]);
  return [...nextRows, ...previousRows].map(({ expertRowId }) => expertRowId);
}
