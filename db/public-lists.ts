/**
 * What the public lists are read with. All pages of all readers come by here, so these statements are written out, prepared
 * once (see `rememberStatements` in connect.ts) and run at once: to build a query and to wait for it costs more than to run it.
 *
 * Values that limit or bound stand behind a "+": with a bare "?" there, SQLite prepares the statement anew for every other value, in
 * case another plan is better (https://sqlite.org/queryplanner-ng.html#qpsg), which takes as long as to run it.
 */
import type SQLite from "better-sqlite3";
import type { ExpertsTable, ListingTable } from "./schema";

/** A place in the order of a list. */
export type ListingKey = Pick<ListingTable, "rank" | "sortName" | "expertRowId">;

/** `listing.rank` of everyone who is not featured: after all who are. */
export const NOT_FEATURED = 1_000_000_000;

/** What a list's JSON says of an expert, in this order, before `featured` (public-side.md §3; decision D25). */
export const SUMMARY_FIELDS = [
  "id",
  "slug",
  "name",
  "title",
  "categories",
  "imageUrl",
  "customGptUrl",
  "longevityInterviewTitle",
  "longevityInterviewImageUrl",
  "longevityInterviewShortDescription",
  "longevityInterviewLongDescription",
  "longevityInterviewDownloadNotesUrl",
  "productTitle",
  "productImageUrl",
  "productDescription",
  "productButtonText",
  "productButtonUrl",
  "longevityContribution",
  "books",
  "scienceHighlights",
  "referenceLinks",
  "createdAt",
  "updatedAt",
] as const satisfies (keyof ExpertsTable)[];

/** A field of a summary, as its column is called. */
export type SummaryField = (typeof SUMMARY_FIELDS)[number];

/** Those that are JSON in their columns. */
const LISTS = new Set<SummaryField>(["categories", "books", "scienceHighlights", "referenceLinks"]);

const CARD_FIELDS = ["slug", "name", "title", "imageUrl", "longevityContribution"] as const;

/** What a card is made from. */
export type CardRow = Pick<ExpertsTable, (typeof CARD_FIELDS)[number]> & { featured: boolean };

const ORDER = `ORDER BY "rank", "sortName", "expertRowId"`;
const BACKWARDS = `ORDER BY "rank" DESC, "sortName" DESC, "expertRowId" DESC`;
const LISTED = `SELECT "expertRowId" FROM "listing" WHERE "category" = ?`;
const PLACE = `SELECT "rank", "sortName", "expertRowId" FROM "listing" WHERE "category" = ?`;

const COUNTS = `SELECT "category", "experts" FROM "listingCounts" WHERE "experts" > 0`;
const FROM_START = `${LISTED} ${ORDER} LIMIT +? OFFSET +?`;
const FROM_KEY = `${LISTED} AND ("rank", "sortName", "expertRowId") >= (+?, +?, +?) ${ORDER} LIMIT +? OFFSET +?`;
const FEATURED = `${LISTED} AND "rank" < ${NOT_FEATURED} ${ORDER} LIMIT +?`;
const KEY_FROM_START = `${PLACE} ${ORDER} LIMIT 1 OFFSET +?`;
const KEY_FROM_KEY = `${PLACE} AND ("rank", "sortName", "expertRowId") >= (+?, +?, +?) ${ORDER} LIMIT 1 OFFSET +?`;
const KEY_FROM_END = `${PLACE} ${BACKWARDS} LIMIT 1 OFFSET +?`;

const PLACE_OF = `SELECT "listing"."rank", "listing"."sortName", "listing"."expertRowId" FROM "experts"
  JOIN "listing" ON "listing"."expertRowId" = "experts"."rowId" WHERE "experts"."id" = ? AND "listing"."category" = ?`;
const AFTER = `${LISTED} AND ("rank", "sortName", "expertRowId") > (+?, +?, +?) ${ORDER} LIMIT +?`;
const BEFORE = `${LISTED} AND ("rank", "sortName", "expertRowId") < (+?, +?, +?) ${BACKWARDS} LIMIT +?`;
/** Experts in the order of a list of row numbers: a cross join is walked as it is written, from the list to the records. */
const WANTED = `FROM json_each(?) AS "wanted" CROSS JOIN "experts" ON "experts"."rowId" = "wanted"."value"`;
const CARDS = `SELECT ${CARD_FIELDS.map((name) => `"experts"."${name}"`).join(", ")},
  "featuredPosition" IS NOT NULL ${WANTED}`;
/** What few experts have: next to each other among the fields. */
const isRare = (name: SummaryField) => /^(customGpt|longevityInterview|product)/.test(name);
const RARE = SUMMARY_FIELDS.filter(isRare);
const FIRST = SUMMARY_FIELDS.slice(0, SUMMARY_FIELDS.findIndex(isRare));
const LAST = SUMMARY_FIELDS.slice(FIRST.length + RARE.length);

const members = (names: SummaryField[], value: string) => names.map((name) => `"${name}":${value}`).join();
const values = (names: SummaryField[]) =>
  names.map((name) => (LISTS.has(name) ? `"experts"."${name}"` : `json_quote("experts"."${name}")`)).join();

/** The rare ones are one text where none of them says anything. */
const RARE_MEMBERS = `iif(${RARE.map((name) => `"experts"."${name}" = ''`).join(" AND ")},
  '${members(RARE, '""')}', printf('${members(RARE, "%s")}', ${values(RARE)}))`;
/**
 * SQLite writes the JSON: bytes that are already there in this form need not become texts here, and bytes again. As one format,
 * which takes it less than to make objects of names and values.
 */
const SUMMARIES = `SELECT CAST(printf('%s[%s]%s', ?, ifnull(group_concat(printf(
  '{${members(FIRST, "%s")},%s,${members(LAST, "%s")},"featured":%s}',
  ${values(FIRST)}, ${RARE_MEMBERS}, ${values(LAST)}, iif("featuredPosition" IS NULL, 'false', 'true')
  )), ''), ?) AS BLOB) ${WANTED}`;

const BIOGRAPHIES = `SELECT "slug", "biography" FROM "experts" WHERE "slug" IN (SELECT "value" FROM json_each(?))`;

/** The public lists of a database. */
export class PublicLists {
  /** @param reader what is committed is seen; nothing is written. */
  constructor(private readonly reader: SQLite.Database) {}

  /** How many experts each listing has, without those that have none. */
  counts(): Record<string, number> {
    return Object.fromEntries(this.reader.prepare<[], [string, number]>(COUNTS).raw().all());
  }

  /** Row numbers of a listing's experts in its order, `skip` of them left out, from the key given or from the beginning. */
  rowIds(listing: string, { from, skip, limit }: { from: ListingKey | null; skip: number; limit: number }): number[] {
    if (!from) return this.reader.prepare<unknown[], number>(FROM_START).pluck().all(listing, limit, skip);
    const { rank, sortName, expertRowId } = from;
    const statement = this.reader.prepare<unknown[], number>(FROM_KEY).pluck();
    return statement.all(listing, rank, sortName, expertRowId, limit, skip);
  }

  /** The key so many places after the one given, or after the beginning; undefined past the end. */
  keyAfter(listing: string, { from, skip }: { from: ListingKey | null; skip: number }): ListingKey | undefined {
    if (!from) return this.reader.prepare<unknown[], ListingKey>(KEY_FROM_START).get(listing, skip);
    const { rank, sortName, expertRowId } = from;
    return this.reader.prepare<unknown[], ListingKey>(KEY_FROM_KEY).get(listing, rank, sortName, expertRowId, skip);
  }

  /** The key so many places before the last; undefined past the beginning. */
  keyFromEnd(listing: string, skip: number): ListingKey | undefined {
    return this.reader.prepare<unknown[], ListingKey>(KEY_FROM_END).get(listing, skip);
  }

  /** Where an expert stands in a listing; null for one who is not there. */
  placeOf(listing: string, id: string): ListingKey | null {
    return this.reader.prepare<unknown[], ListingKey>(PLACE_OF).get(id, listing) ?? null;
  }

  /** Row numbers of the experts next to a place of a listing, the nearest first. */
  neighbours(listing: string, place: ListingKey, side: "after" | "before", limit: number): number[] {
    const { rank, sortName, expertRowId } = place;
    const statement = this.reader.prepare<unknown[], number>(side === "after" ? AFTER : BEFORE).pluck();
    return statement.all(listing, rank, sortName, expertRowId, limit);
  }

  /** Row numbers of the featured experts of a listing in their order, at most `limit`. */
  featuredRowIds(listing: string, limit: number): number[] {
    return this.reader.prepare<unknown[], number>(FEATURED).pluck().all(listing, limit);
  }

  /** What cards are made from, in the order of the row numbers; experts that no longer exist are left out. */
  cards(rowIds: number[]): CardRow[] {
    type Row = [slug: string, name: string, title: string, imageUrl: string, text: string, featured: 0 | 1];
    const rows = this.reader.prepare<[string], Row>(CARDS).raw().all(JSON.stringify(rowIds));
    return rows.map(([slug, name, title, imageUrl, longevityContribution, featured]) => ({
      slug,
      name,
      title,
      imageUrl,
      longevityContribution,
      featured: featured === 1,
    }));
  }

  /** Biographies by slug, of those who exist. */
  biographies(slugs: string[]): Map<string, string> {
    return new Map(this.reader.prepare<[string], [string, string]>(BIOGRAPHIES).raw().all(JSON.stringify(slugs)));
  }

  /**
   * Experts as a JSON array in UTF-8, in the order of the row numbers, between two texts: `SUMMARY_FIELDS` and whether they are
   * featured, each as it was stored.
   */
  summaries(rowIds: number[], { before = "", after = "" } = {}): Buffer {
    const statement = this.reader.prepare<string[], Buffer>(SUMMARIES).pluck();
    return statement.get(before, after, JSON.stringify(rowIds)) as Buffer;
  }
}
