/** Finding experts of the public lists by anything that a reader types. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { NOT_FEATURED } from "../schema";
import { categoryScope, EXPERT_INDEXES, FEATURED_SCOPE } from "./experts-index";
import type { Searched, TextIndex } from "./full-text";
import { spellingsOf } from "./spellings";
import { isUnspaced, type Terms, termsOf, typedWords } from "./terms";
import { isCorrectable, nearestWords } from "./typos";

export interface SearchQuery {
  text: string;
  categories?: string[];
  sort?: keyof typeof ORDERS; // The best match first unless given
  offset: number; // From 0
  limit: number;
}

export interface SearchResult {
  rowIds: number[];
  total: number; // How many experts are found on all pages, at most 500
  isCapped: boolean;
  terms: string[];
  corrected: string | null; // The words searched for in place of what was typed, when that was misspelt; else null
  /** Matches per category key in any category, none left out but those with 0; null when there are more than 500 in all. */
  counts: Record<string, number> | null;
}

const MAX_FOUND = 500;
const MAX_CORRECTED = 3;
const MAX_ATTEMPTS = 6;
const INDEXED_PREFIX = 4;
const MAX_ENDINGS = 16;
const LAST = "\u{10FFFF}";

/** Finds experts by all words of a text, in any of the searched fields. */
export async function searchExperts(from: Searched, query: SearchQuery): Promise<SearchResult> {
  const { text, categories = [], sort, offset, limit } = query;
  const typed = typedWords(text);
  const found = (await findAny(from, typed)) ?? (await findCorrected(from, typed));
  if (!found) return { rowIds: [], total: 0, isCapped: false, terms: typed, corrected: null, counts: {} };
  const ranked = await rank(from, found, categories, sort);
  const isCapped = ranked.length > MAX_FOUND;
  return {
    rowIds: ranked.slice(0, MAX_FOUND).slice(offset, offset + limit),
    total: Math.min(ranked.length, MAX_FOUND),
    isCapped,
    terms: found.words,
    corrected: found.words === typed ? null : found.words.join(" "),
    counts: isCapped ? null : await countByCategory(from, found),
  };
}

interface Match {
  words: string[];
  terms: Terms;
}

async function findAny(from: Searched, words: string[]): Promise<Match | null> {
  if (words.length === 0) return null;
  const last = words.length - 1;
  const lastBegins = await beginning(from, words[last] as string);
  if (!lastBegins) return null;
  const terms = { all: [...words.slice(0, last).map((word) => termsOf(word, false)), lastBegins] };
  if (isWord(words) || (await matches(from, terms))) return { words, terms };
  if (last === 0) return null;
  const begin = await Promise.all([...new Set(words)].map((word) => beginning(from, word)));
  const all = begin.filter((one) => one !== null);
  return all.length === begin.length && (await matches(from, { all })) ? { words, terms: { all } } : null;
}

/** Whether the list of words says all about them: a query would have to look into every text to find none. */
function isWord([word = "", ...others]: string[]): boolean {
  return others.length === 0 && !isUnspaced(word);
}

/** null when no word begins so. A long beginning of few words is faster as these words. */
async function beginning({ db }: Searched, word: string): Promise<Terms | null> {
  const prefix = termsOf(word, true);
  if (isUnspaced(word)) return prefix;
  const ranges = spellingsOf(word).map((one) => sql`("word" >= ${one} AND "word" < ${one + LAST})`);
  const { rows } = await sql<{ word: string }>`
    SELECT "word" FROM "searchWords" WHERE ${sql.join(ranges, sql` OR `)} LIMIT ${MAX_ENDINGS + 1}`.execute(db);
  if (rows.length === 0) return null;
  const isFew = word.length > INDEXED_PREFIX && rows.length <= MAX_ENDINGS;
  return isFew ? { any: rows.map((row) => ({ word: row.word, begins: false })) } : prefix;
}

async function findCorrected(from: Searched, typed: string[]): Promise<Match | null> {
  let attempts: string[][] = [[]];
  let unknown = 0;
  for (const [at, word] of typed.entries()) {
    const isKnown = !isCorrectable(word) || (await findAny(from, [word])) !== null;
    if (!isKnown && ++unknown > MAX_CORRECTED) return null;
    const choices = isKnown ? [word] : await nearestWords(from, word, at === typed.length - 1);
    attempts = attempts.flatMap((before) => choices.map((choice) => [...before, choice])).slice(0, MAX_ATTEMPTS);
  }
  if (unknown === 0) return null;
  for (const attempt of attempts) {
    const found = await findAny(from, attempt);
    if (found) return found;
  }
  return null;
}

function matches({ db, fullText }: Searched, terms: Terms): Promise<boolean> {
  return fullText.hasAny(db, "expertTexts", terms);
}

const ORDERS = {
  name: sql`"sortName", "rowId"`,
  newest: sql`"createdAt" DESC, "rowId" DESC`,
  updated: sql`"updatedAt" DESC, "rowId" DESC`,
  reviewed: sql`"reviewedAt" DESC, "rowId" DESC`,
};

async function rank(
  from: Searched,
  { words, terms }: Match,
  categories: string[],
  sort: SearchQuery["sort"],
): Promise<number[]> {
  const name = words.join(" ");
  const listings = categories.length > 0 ? categories : ["*"];
  const inCategory = categories.map(categoryScope);
  const beginsSo = sql`"sortName" >= ${name} AND "sortName" < ${name + LAST}`;
  const byName = sql`
    SELECT * FROM (
      SELECT "expertRowId" AS "rowId", -1 AS "tier" FROM "listing"
      WHERE "category" IN (${sql.join(listings)}) AND "rank" = ${NOT_FEATURED} AND ${beginsSo}
      ORDER BY "sortName" LIMIT ${MAX_FOUND + 1}) AS "named"`;
  const best = sql`CASE WHEN "sortName" = ${name} THEN -2 WHEN ${beginsSo} THEN -1 ELSE "tier" / 2 END,
    "rank", "sortName", "rowId"`;
  const byWords = EXPERT_INDEXES.flatMap((index, at) => [
    firstOf(index, 2 * at, from.fullText.matches(index, terms, [inCategory, [FEATURED_SCOPE]])),
    firstOf(index, 2 * at + 1, from.fullText.matches(index, terms, [inCategory])),
  ]);
  // SQLite begins a CROSS JOIN with its left side: https://sqlite.org/lang_select.html#fromclause
  const { rows } = await sql<{ rowId: number }>`
    SELECT "rowId" FROM (
      SELECT "rowId", min("tier") AS "tier" FROM (${sql.join([byName, ...byWords], sql` UNION ALL `)}) AS "each"
      GROUP BY "rowId" ORDER BY 2, 1 LIMIT ${MAX_FOUND + 1}
    ) AS "found" CROSS JOIN "listing" WHERE "category" = '*' AND "expertRowId" = "rowId"
    ORDER BY ${sort ? ORDERS[sort] : best}`.execute(from.db);
  return rows.map(({ rowId }) => rowId);
}

function firstOf(index: TextIndex, tier: number, condition: RawBuilder<SqlBool>) {
  return sql`
    SELECT * FROM (
      SELECT "rowid" AS "rowId", ${sql.lit(tier)} AS "tier" FROM ${sql.table(index)}
      WHERE ${condition} ORDER BY "rowid" LIMIT ${MAX_FOUND + 1}) AS "first"`;
}

async function countByCategory({ db, fullText }: Searched, { terms }: Match): Promise<SearchResult["counts"]> {
  const { rows } = await sql<{ category: string; experts: number }>`
    SELECT "category", count(*) AS "experts" FROM (
      SELECT "rowid" AS "rowId" FROM "expertTexts" WHERE ${fullText.matches("expertTexts", terms)}
      ORDER BY "rowid" LIMIT ${MAX_FOUND + 1}
    ) AS "found" CROSS JOIN "listing" WHERE "expertRowId" = "rowId" GROUP BY "category"`.execute(db);
  const { "*": all = 0, ...counts } = Object.fromEntries(rows.map(({ category, experts }) => [category, experts]));
  return all > MAX_FOUND ? null : counts;
}
