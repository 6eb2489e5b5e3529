/** Finding submissions by name, title and submitter (decision D35), on SQLite's FTS5: in the order in which they came. */
import { type Kysely, sql } from "kysely";
import { words } from "./fold";
import type { Database, SubmissionRow } from "./schema";

const MOST_WORDS = 8;
const LONGEST_WORD = 64;
const MOST_READ = 12 * LONGEST_WORD;
const ACCENTS = /[\u0300-\u036f]+/g;

/**
 * Creates the index and fills it: part of a migration. Triggers keep it, so that no write can forget to; the tokenizer
 * removes marks and case, and the folded name stands beside the name for the letters that it leaves as they are.
 */
export async function createSubmissionSearch(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE VIRTUAL TABLE "submissionSearch" USING fts5("status", "texts", content = '', contentless_delete = 1,
      detail = column, prefix = '1 2 3', tokenize = 'unicode61 remove_diacritics 2')`.execute(db);
  const columns = ["name", "foldedName", "title", "submitterName", "submitterEmail"];
  const texts = (row: string) => columns.map((column) => `${row}"${column}"`).join(" || ' ' || ");
  const forget = `DELETE FROM "submissionSearch" WHERE "rowid" = old."rowId"`;
  const index = `INSERT INTO "submissionSearch" ("rowid", "status", "texts")
    VALUES (new."rowId", new."status", ${texts("new.")})`;
  const changed = ["status", ...columns].map((column) => `"${column}"`).join(", ");
  for (const trigger of [
    `"submissionSearchAdded" AFTER INSERT ON "submissions" BEGIN ${index}; END`,
    `"submissionSearchChanged" AFTER UPDATE OF ${changed} ON "submissions" BEGIN ${forget}; ${index}; END`,
    `"submissionSearchRemoved" AFTER DELETE ON "submissions" BEGIN ${forget}; END`,
  ])
    await sql.raw(`CREATE TRIGGER ${trigger}`).execute(db);
  await sql
    .raw(`INSERT INTO "submissionSearch" ("rowid", "status", "texts")
      SELECT "rowId", "status", ${texts("")} FROM "submissions"`)
    .execute(db);
}

/** What a search for submissions asks. */
export interface SubmissionQuery {
  /** Anything that was typed; what has no word in it finds nothing. */
  text: string;
  status: SubmissionRow["status"];
  /** "asc": the oldest first. */
  direction: "asc" | "desc";
  offset: number;
  limit: number;
}

/**
 * Submissions of one status that have every word of a text, each as a beginning. Of more than eight words the eight
 * longest are searched: these say most.
 */
export async function searchSubmissions(
  db: Kysely<Database>,
  query: SubmissionQuery,
): Promise<{ rowIds: number[]; total: number }> {
  const terms = termsOf(query.text);
  try {
    return await find(db, query, terms);
  } catch (error) {
    if (!isSplitWord(error)) throw error;
    const whole: string[] = [];
    for (const term of terms) if (!(await isSplit(db, term))) whole.push(term);
    return find(db, query, whole);
  }
}

async function find(
  db: Kysely<Database>,
  { status, direction, offset, limit }: SubmissionQuery,
  terms: string[],
): Promise<{ rowIds: number[]; total: number }> {
  if (terms.length === 0) return { rowIds: [], total: 0 };
  const match = `status : "${status}" AND texts : (${terms.join(" AND ")})`;
  const { rows } = await sql<{ rowid: number }>`
    SELECT "rowid" FROM "submissionSearch" WHERE "submissionSearch" MATCH ${match}
    ORDER BY "rowid" ${sql.raw(direction)} LIMIT ${limit} OFFSET ${offset}`.execute(db);
  const counted = await sql<{ total: number }>`
    SELECT count(*) AS "total" FROM "submissionSearch" WHERE "submissionSearch" MATCH ${match}`.execute(db);
  return { rowIds: rows.map(({ rowid }) => rowid), total: counted.rows[0]?.total ?? 0 };
}

/**
 * The tokenizer's Unicode is older than ours: what has become a letter since, it takes for the end of a word. The two
 * words that this makes would be a phrase, which an index without positions refuses.
 */
function isSplitWord(error: unknown): boolean {
  return error instanceof Error && error.message.includes("phrase queries are not supported");
}

async function isSplit(db: Kysely<Database>, term: string): Promise<boolean> {
  try {
    await sql`SELECT "rowid" FROM "submissionSearch" WHERE "submissionSearch" MATCH ${term} LIMIT 1`.execute(db);
    return false;
  } catch (error) {
    if (isSplitWord(error)) return true;
    throw error;
  }
}

/** Each word folded or as it was typed: "Bjørn" is kept as "bjørn" by the tokenizer, in a folded name as "bjorn". */
function termsOf(text: string): string[] {
  const typed = text.slice(0, MOST_READ).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const longest = [...new Set(typed)].sort((a, b) => b.length - a.length).slice(0, MOST_WORDS);
  return longest.flatMap((word) => {
    const spellings = new Set([words(word), piecesOf(word)].map(allOf).filter(Boolean));
    return spellings.size > 0 ? [`(${[...spellings].join(" OR ")})`] : [];
  });
}

/** A word as the tokenizer takes it apart: marks that are no accents, such as vowels of Indian scripts, end a word there. */
function piecesOf(word: string): string[] {
  return (
    word
      .toLowerCase()
      .replace(ACCENTS, "")
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

function allOf(pieces: string[]): string {
  const each = pieces.map((piece) => `"${piece.slice(0, LONGEST_WORD)}" *`).join(" AND ");
  return pieces.length > 1 ? `(${each})` : each;
}
