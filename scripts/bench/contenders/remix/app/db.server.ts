import SQLite from "better-sqlite3";

export interface Card {
  slug: string;
  name: string;
  title: string;
  longevityContribution: string;
}

const SIZE = 24;
const database = new SQLite(process.env.DATABASE as string, { readonly: true });
const total = database.prepare<[], number>(`SELECT "experts" FROM "listingCounts" WHERE "category" = '*'`).pluck();
// The keys alone first, from whichever end is nearer: these rows cannot be had for less.
const page = (direction: string) =>
  database.prepare<[number, number], Card>(
    `SELECT "slug", "name", "title", "longevityContribution" FROM (
       SELECT "expertRowId", "rank" AS "place", "sortName" AS "key" FROM "listing" WHERE "category" = '*'
       ORDER BY "rank" ${direction}, "sortName" ${direction}, "expertRowId" ${direction} LIMIT ? OFFSET ?)
     JOIN "experts" ON "experts"."rowId" = "expertRowId" ORDER BY "place", "key", "expertRowId"`,
  );
const fromStart = page("ASC");
const fromEnd = page("DESC");

/** One page of the directory, from 1. */
export function cardsOf(number: number): { cards: Card[]; total: number; pages: number } {
  const all = total.get() as number;
  const offset = (number - 1) * SIZE;
  const count = Math.min(SIZE, all - offset);
  const cards = offset > all / 2 ? fromEnd.all(count, all - offset - count) : fromStart.all(count, offset);
  return { cards, total: all, pages: Math.ceil(all / SIZE) };
}
