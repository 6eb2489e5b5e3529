import { connect } from "../../../../../db/connect";
import { searchExperts } from "../../../../../db/search/experts";

export interface Card {
  slug: string;
  name: string;
  title: string;
  longevityContribution: string;
}

const SIZE = 24;
const { db, reader: database } = connect(process.env.DATABASE as string, { readonly: true });
const total = database.prepare<[string], number>(`SELECT "experts" FROM "listingCounts" WHERE "category" = ?`).pluck();
// The keys alone first, from whichever end is nearer: these rows cannot be had for less.
const page = (direction: string) =>
  database.prepare<[string, number, number], Card>(
    `SELECT "slug", "name", "title", "longevityContribution" FROM (
       SELECT "expertRowId", "rank" AS "place", "sortName" AS "key" FROM "listing" WHERE "category" = ?
       ORDER BY "rank" ${direction}, "sortName" ${direction}, "expertRowId" ${direction} LIMIT ? OFFSET ?)
     JOIN "experts" ON "experts"."rowId" = "expertRowId" ORDER BY "place", "key", "expertRowId"`,
  );
const fromStart = page("ASC");
const fromEnd = page("DESC");

export interface Page {
  cards: Card[];
  total: number;
  pages: number;
}

/** One page of the directory or of a category, from 1. */
export function cardsOf(number: number, category = "*"): Page {
  const all = (total.get(category) as number | undefined) ?? 0;
  const offset = (number - 1) * SIZE;
  const count = Math.max(0, Math.min(SIZE, all - offset));
  const isLate = offset > all / 2;
  const cards = isLate ? fromEnd.all(category, count, all - offset - count) : fromStart.all(category, count, offset);
  return { cards, total: all, pages: Math.ceil(all / SIZE) };
}

const byRowId = database.prepare<[string], Card & { rowId: number }>(
  `SELECT "rowId", "slug", "name", "title", "longevityContribution" FROM "experts"
   WHERE "rowId" IN (SELECT "value" FROM json_each(?))`,
);

/** One page of a search, found as the product finds it: what is compared is what is made of it. */
export async function found(text: string, number: number): Promise<Page> {
  const { rowIds, total: all } = await searchExperts(db, { text, offset: (number - 1) * SIZE, limit: SIZE });
  const cards = byRowId.all(JSON.stringify(rowIds)).sort((a, b) => rowIds.indexOf(a.rowId) - rowIds.indexOf(b.rowId));
  return { cards, total: all, pages: Math.ceil(all / SIZE) };
}

export interface Profile extends Card {
  biography: string;
  referenceLinks: string;
}

const profile = database.prepare<[string], Profile>(
  `SELECT "slug", "name", "title", "longevityContribution", "biography", "referenceLinks" FROM "experts" WHERE "slug" = ?`,
);

/** What a profile shows. */
export function profileOf(slug: string): Profile | undefined {
  return profile.get(slug);
}
