/** The public lists: who stands in the directory and in each category, in which order. */
import type { ExpressionBuilder } from "kysely";
import { type Database, type ListingTable, NOT_FEATURED, readDb, untilContentChanges } from "~/db.server";
import { type Order, readSlice } from "~/models/records/paging.server";

/** The listing that holds every expert; the others are named by category key. */
export const EVERYONE: ListingTable["category"] = "*";

/** How many experts each listing has, without those that have none. */
export const listingCounts = untilContentChanges(async (): Promise<Record<string, number>> => {
  const rows = await readDb.selectFrom("listingCounts").selectAll().where("experts", ">", 0).execute();
  return Object.fromEntries(rows.map(({ category, experts }) => [category, experts]));
});

/** Readers see an expert who is listed: not one in the trash, nor one whom an import has not published yet. */
export function isListed(eb: ExpressionBuilder<Database, "experts">) {
  const own = eb.selectFrom("listing").select("listing.category").where("listing.category", "=", EVERYONE);
  return eb.exists(own.whereRef("listing.expertRowId", "=", "experts.rowId"));
}

function listed(listing: string, order: Order = "asc") {
  return readDb
    .selectFrom("listing")
    .select("expertRowId")
    .where("category", "=", listing)
    .orderBy("rank", order)
    .orderBy("sortName", order)
    .orderBy("expertRowId", order);
}

/** Row numbers of a listing's experts in its order. @param total how many it has. */
export async function listedRowIds(
  listing: string,
  { total, offset, limit }: { total: number; offset: number; limit: number },
): Promise<number[]> {
  const positions = await knownPositions();
  const start = positions.filter((known) => known.listing === listing && known.offset <= offset).at(-1);
  if (start && offset - start.offset < total - offset) {
    const rows = await listed(listing)
      .select(["rank", "sortName"])
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple("rank", "sortName", "expertRowId"), ">=", tuple(start.rank, start.sortName, start.expertRowId)),
      )
      .limit(limit)
      .offset(offset - start.offset)
      .execute();
    return remember(positions, listing, offset, rows);
  }
  const rows = await readSlice({ total, offset, limit, order: "asc" }, (slice) =>
    listed(listing, slice.order).select(["rank", "sortName"]).limit(slice.limit).offset(slice.offset).execute(),
  );
  return remember(positions, listing, offset, rows);
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

/** Where pages were found, by offset: SQLite walks past every row that OFFSET skips, but goes to a key at once. */
const knownPositions = untilContentChanges(async (): Promise<Position[]> => []);
const MOST_POSITIONS = 500;
const MIN_DISTANCE = 500;

function remember(positions: Position[], listing: string, offset: number, rows: Row[]): number[] {
  const [first] = rows;
  const isNear = positions.some((one) => one.listing === listing && Math.abs(one.offset - offset) < MIN_DISTANCE);
  if (first && offset >= MIN_DISTANCE && !isNear && positions.length < MOST_POSITIONS) {
    positions.push({ listing, offset, ...first });
    positions.sort((a, b) => a.offset - b.offset);
  }
  return rows.map(({ expertRowId }) => expertRowId);
}

/** Row numbers of the featured experts of a listing in their order. */
export async function featuredRowIds(listing: string, limit: number): Promise<number[]> {
  const rows = await listed(listing).where("rank", "<", NOT_FEATURED).limit(limit).execute();
  return rows.map(({ expertRowId }) => expertRowId);
}

/** Row numbers of up to `limit` experts after one in a listing, the nearest first, and of as many before. */
export async function neighboursIn(listing: string, expertId: string, limit: number): Promise<number[]> {
  const position = await readDb
    .selectFrom("experts")
    .innerJoin("listing", "listing.expertRowId", "experts.rowId")
    .select(["listing.rank", "listing.sortName", "listing.expertRowId"])
    .where("experts.id", "=", expertId)
    .where("listing.category", "=", listing)
    .executeTakeFirst();
  if (!position) return [];
  const beside = (side: ">" | "<") =>
    listed(listing, side === ">" ? "asc" : "desc")
      .where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple("rank", "sortName", "expertRowId"),
          side,
          tuple(position.rank, position.sortName, position.expertRowId),
        ),
      )
      .limit(limit)
      .execute();
  const [after, before] = await Promise.all([beside(">"), beside("<")]);
  return [...after, ...before].map(({ expertRowId }) => expertRowId);
}
