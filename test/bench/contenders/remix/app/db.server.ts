import SQLite from "better-sqlite3";

export interface Card {
  slug: string;
  name: string;
  title: string;
  longevityContribution: string;
}

const SIZE = 24;
const database = new SQLite(process.env.DATABASE as string, { readonly: true });
const total = database.prepare<[], number>("SELECT count(*) FROM experts").pluck().get() ?? 0;
/** Reads rows by primary key, which is the cheapest query. */
const page = database.prepare<[number, number], Card>(
  "SELECT slug, name, title, longevityContribution FROM experts WHERE rowId > ? AND deletedAt IS NULL ORDER BY rowId LIMIT ?",
);

/** Reads one page of the directory; pages begin at 1. */
export function cardsOf(number: number) {
  return { cards: page.all((number - 1) * SIZE, SIZE), total, pages: Math.ceil(total / SIZE) };
}
