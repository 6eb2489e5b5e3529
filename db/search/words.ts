/** Finds rows by the words of their texts. */
import { sql } from "kysely";
import type { ImageRow } from "../schema";
import type { SearchContext, TextIndex } from "./full-text";
import { SORTS_LAST, type Terms, termsOf, typedWords, unfoldedTerms, uniqueTokens } from "./terms";
import { isCorrectable, nearestWords } from "./typos";

export type WordIndex = Exclude<TextIndex, `expert${string}`>;

/** Indexes a row, and replaces its former text. */
export async function indexWords(
  { db, fullText }: SearchContext,
  index: WordIndex,
  { rowId, text, scope = [] }: { rowId: number; text: string; scope?: string[] },
): Promise<void> {
  await fullText.remove(db, index, [rowId]);
  await fullText.add(db, index, [{ rowId, scope, words: uniqueTokens(text) }]);
}

/** Removes a row from an index, if it is there. */
export async function unindexWords({ db, fullText }: SearchContext, index: WordIndex, rowId: number): Promise<void> {
  await fullText.remove(db, index, [rowId]);
}

export async function indexImage(
  context: SearchContext,
  { rowId, name, alt, prompt }: Pick<ImageRow, "rowId" | "name" | "alt" | "prompt">,
): Promise<void> {
  await indexWords(context, "imageSearch", { rowId, text: `${name} ${alt} ${prompt}` });
}

export async function unindexImage(context: SearchContext, rowId: number): Promise<void> {
  await unindexWords(context, "imageSearch", rowId);
}

export interface WordQuery {
  text: string;
  scope?: string[];
  direction?: "asc" | "desc";
  offset: number; // From 0
  limit: number;
}

/** Returns rows that have every word of a text, the last also as a prefix, and their total number. */
export async function searchWords(context: SearchContext, index: WordIndex, query: WordQuery): Promise<FoundRows> {
  const typed = typedWords(query.text);
  if (typed.length === 0) return { rowIds: [], total: 0 };
  const foldedTerms = termsOfAll(typed);
  const terms = index === "submissionSearch" ? { any: [foldedTerms, unfoldedTerms(query.text)] } : foldedTerms;
  const result = await readPage(context, index, terms, query);
  if (result.total > 0) return result;
  const correctedTyped = await correctedWords(context, typed, (term) =>
    context.fullText.hasAny(context.db, index, term),
  );
  return correctedTyped ? readPage(context, index, termsOfAll(correctedTyped), query) : result;
}

interface FoundRows {
  rowIds: number[];
  total: number; // 10,001 if there are more than 10,000
}

async function readPage(
  { db, fullText }: SearchContext,
  index: WordIndex,
  terms: Terms,
  { scope = [], direction = "desc", offset, limit }: WordQuery,
): Promise<FoundRows> {
  const condition = fullText.matches(
    index,
    terms,
    scope.map((word) => [word]),
  );
  const { rows } = await sql<{ rowid: number }>`
    SELECT "rowid" FROM ${sql.table(index)} WHERE ${condition}
    ORDER BY "rowid" ${sql.raw(direction)} LIMIT ${limit} OFFSET ${Math.min(offset, Number.MAX_SAFE_INTEGER)}`.execute(
    db,
  );
  const isLast = rows.length < limit && (rows.length > 0 || offset === 0);
  if (isLast) return { rowIds: rows.map(({ rowid }) => rowid), total: Math.min(offset + rows.length, MAX_COUNTED + 1) };
  const countResult = await sql<{ total: number }>`
    SELECT count(*) AS "total"
    FROM (SELECT 1 FROM ${sql.table(index)} WHERE ${condition} LIMIT ${MAX_COUNTED + 1}) AS "found"`.execute(db);
  return { rowIds: rows.map(({ rowid }) => rowid), total: Number(countResult.rows[0]?.total ?? 0) };
}

/** The limit of counted rows, because counting more would cost more than finding the page. */
const MAX_COUNTED = 10_000;

function termsOfAll(typed: string[]): Terms {
  return { all: typed.map((word, index) => termsOf(word, index === typed.length - 1)) };
}

/** Tells whether experts have a word, or a longer one with this prefix, so that it is not a typo. */
async function isWordOfExperts({ db }: SearchContext, word: string, isPrefix: boolean): Promise<boolean> {
  const row = await db
    .selectFrom("searchWords")
    .select("word")
    .where("word", ">=", word)
    .where("word", isPrefix ? "<" : "<=", isPrefix ? word + SORTS_LAST : word)
    .limit(1)
    .execute();
  return row.length > 0;
}

async function correctedWords(
  from: SearchContext,
  typed: string[],
  isKnown: (terms: Terms) => Promise<boolean>,
): Promise<string[] | null> {
  const correction: string[] = [];
  for (const [index, word] of typed.entries()) {
    const isLast = index === typed.length - 1;
    if (await isKnown(termsOf(word, isLast))) correction.push(word);
    else if (!isCorrectable(word) || (await isWordOfExperts(from, word, isLast))) return null;
    else {
      const nearest = await nearestWords(from, word, isLast);
      const knownFlags = await Promise.all(nearest.map((candidate) => isKnown(termsOf(candidate, false))));
      const choice = nearest[knownFlags.indexOf(true)];
      if (choice === undefined) return null;
      correction.push(choice);
    }
  }
  return correction.every((word, index) => word === typed[index]) ? null : correction;
}
