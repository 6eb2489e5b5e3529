/** Finding submissions by name, title and submitter (decision D35), on SQLite's FTS5: in the order in which they came. */
import { type Kysely, sql } from "kysely";
import { words } from "./fold";
import type { Database, SubmissionRow } from "./schema";

const MOST_WORDS = 12;
const LONGEST_WORD = 64;

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

/**
 * Submissions of one status that have every word of a text, each as a beginning.
 *
 * @param text anything that was typed; what has no word in it finds nothing.
 * @param direction "asc": the oldest first.
 */
export async function searchSubmissions(
  db: Kysely<Database>,
  query: { text: string; status: SubmissionRow["status"]; direction: "asc" | "desc"; offset: number; limit: number },
): Promise<{ rowIds: number[]; total: number }> {
  const terms = termsOf(query.text);
  if (terms.length === 0) return { rowIds: [], total: 0 };
  const match = `status : "${query.status}" AND texts : (${terms.join(" AND ")})`;
  const { rows } = await sql<{ rowid: number }>`
    SELECT "rowid" FROM "submissionSearch" WHERE "submissionSearch" MATCH ${match}
    ORDER BY "rowid" ${sql.raw(query.direction)} LIMIT ${query.limit} OFFSET ${query.offset}`.execute(db);
  const counted = await sql<{ total: number }>`
    SELECT count(*) AS "total" FROM "submissionSearch" WHERE "submissionSearch" MATCH ${match}`.execute(db);
  return { rowIds: rows.map(({ rowid }) => rowid), total: counted.rows[0]?.total ?? 0 };
}

/** Each word folded or as it was typed: "Bjørn" is kept as "bjørn" by the tokenizer, in a folded name as "bjorn". */
function termsOf(text: string): string[] {
  const typed = text.slice(0, MOST_WORDS * LONGEST_WORD).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return typed.slice(0, MOST_WORDS).flatMap((word) => {
    const spellings = new Set([...words(word), word.toLowerCase()].map((one) => `"${one.slice(0, LONGEST_WORD)}" *`));
    return spellings.size > 0 ? [`(${[...spellings].join(" OR ")})`] : [];
  });
}
