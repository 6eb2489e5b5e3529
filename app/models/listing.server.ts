/** Finding a page of a listing, however deep it is. */
import { contentVersion, db, type ListingTable } from "~/db.server";

export interface ListingPlace {
  offset: number;
  limit: number;
  /** How many the listing has. */
  total: number;
}

type Key = Pick<ListingTable, "rank" | "sortName" | "expertRowId">;

/** Every so many rows of a listing the key is remembered: ten pages of the directory. */
const STEP = 240;

/** Keys at multiples of STEP that were passed, under the content version that they hold for. */
let marks = new Map<string, Key>();
let markedVersion = -1;

/**
 * The row numbers of a listing's experts in its order. To skip rows SQLite has to walk them, so the way starts at the nearest key
 * that is known to stand before them; each walk leaves one more such key behind, until the content changes.
 */
export async function listedRowIds(listing: string, { offset, limit, total }: ListingPlace): Promise<number[]> {
  const count = Math.min(limit, total - offset);
  if (count <= 0) return [];
  const known = knownMarks();
  const at = offset - (offset % STEP);
  const mark = at === 0 ? null : (known.get(`${listing} ${at}`) ?? (await markAt(listing, at, total)));
  if (mark) known.set(`${listing} ${at}`, mark);
  let rows = db.selectFrom("listing").select("expertRowId").where("category", "=", listing);
  if (mark)
    rows = rows.where(({ eb, refTuple, tuple }) =>
      eb(refTuple("rank", "sortName", "expertRowId"), ">=", tuple(mark.rank, mark.sortName, mark.expertRowId)),
    );
  const found = await rows
    .orderBy("rank")
    .orderBy("sortName")
    .orderBy("expertRowId")
    .limit(count)
    .offset(offset - (mark ? at : 0))
    .execute();
  return found.map((row) => row.expertRowId);
}

/** Those of the present content: one number is asked for, before anything that could be newer is read. */
function knownMarks(): Map<string, Key> {
  const version = contentVersion();
  if (version !== markedVersion) {
    markedVersion = version;
    marks = new Map();
  }
  return marks;
}

/** The key at a place, from whichever end is nearer. */
async function markAt(listing: string, at: number, total: number): Promise<Key | null> {
  const fromEnd = at > total / 2;
  const direction = fromEnd ? "desc" : "asc";
  const key = await db
    .selectFrom("listing")
    .select(["rank", "sortName", "expertRowId"])
    .where("category", "=", listing)
    .orderBy("rank", direction)
    .orderBy("sortName", direction)
    .orderBy("expertRowId", direction)
    .limit(1)
    .offset(fromEnd ? total - 1 - at : at)
    .executeTakeFirst();
  return key ?? null;
}
