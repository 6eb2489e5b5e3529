/**
 * What is searched of the experts in the public lists: three FTS5 indexes, from the best to the widest, and their
 * words.
 */
import { type Kysely, sql } from "kysely";
import { type Database, NOT_FEATURED } from "../schema";
import { tokensOf } from "./words";

export interface SearchText {
  name: string;
  title: string;
  categoryLabels: string[];
  longevityContribution: string;
  biography: string;
}

export const EXPERT_INDEXES = ["expertNames", "expertTitles", "expertTexts"] as const;

const SLICE = 200;

/** Makes experts findable, in place of what was indexed of them before. */
export async function indexExperts(
  db: Kysely<Database>,
  experts: { rowId: number; text: SearchText }[],
): Promise<void> {
  for (let at = 0; at < experts.length; at += SLICE) await indexSlice(db, experts.slice(at, at + SLICE));
}

async function indexSlice(db: Kysely<Database>, experts: { rowId: number; text: SearchText }[]): Promise<void> {
  const rowIds = experts.map(({ rowId }) => rowId);
  await unindexExperts(db, rowIds);
  const scopes = await scopesOf(db, rowIds);
  const listed = experts.filter(({ rowId }) => scopes.has(rowId)).sort((a, b) => a.rowId - b.rowId);
  const entries = listed.map(({ rowId, text }) => ({ rowId, scope: scopes.get(rowId), ...wordsOf(text) }));
  for (const index of EXPERT_INDEXES) {
    const rows = JSON.stringify(entries.map((entry) => [entry.rowId, entry.scope, entry[index].join(" ")]));
    await sql`INSERT INTO ${sql.table(index)} ("rowid", "scope", "words")
      SELECT "value" ->> 0, "value" ->> 1, "value" ->> 2 FROM json_each(${rows})`.execute(db);
  }
  await countWords(
    db,
    entries.flatMap((entry) => entry.expertTexts),
    1,
  );
}

function wordsOf({ name, title, categoryLabels, longevityContribution, biography }: SearchText) {
  const heading = [name, title, ...categoryLabels].join("\n");
  return {
    expertNames: tokensOf(name),
    expertTitles: tokensOf(heading),
    expertTexts: tokensOf([heading, longevityContribution, biography].join("\n")),
  };
}

/** Takes experts out of the search; nothing happens for one who is not in it. */
export async function unindexExperts(db: Kysely<Database>, rowIds: number[]): Promise<void> {
  const which = sql`"rowid" IN (SELECT "value" FROM json_each(${JSON.stringify(rowIds)}))`;
  const { rows } = await sql<{ words: string }>`SELECT "words" FROM "expertTexts" WHERE ${which}`.execute(db);
  if (rows.length === 0) return;
  for (const index of EXPERT_INDEXES) await sql`DELETE FROM ${sql.table(index)} WHERE ${which}`.execute(db);
  await countWords(
    db,
    rows.flatMap(({ words }) => words.split(" ")),
    -1,
  );
}

export function categoryScope(category: string): string {
  return `c${Buffer.from(category).toString("hex")}`;
}
export const FEATURED_SCOPE = "featured";

async function scopesOf(db: Kysely<Database>, rowIds: number[]): Promise<Map<number, string>> {
  const listed = await db
    .selectFrom("listing")
    .select(["expertRowId", "category", "rank"])
    .where("expertRowId", "in", rowIds)
    .execute();
  const scopes = new Map<number, string>();
  for (const { expertRowId, category, rank } of listed) {
    const before = scopes.get(expertRowId) ?? (rank < NOT_FEATURED ? FEATURED_SCOPE : "");
    scopes.set(expertRowId, category === "*" ? before : `${before} ${categoryScope(category)}`);
  }
  return scopes;
}

async function countWords(db: Kysely<Database>, words: string[], change: 1 | -1): Promise<void> {
  const changes = new Map<string, number>();
  for (const word of words) changes.set(word, (changes.get(word) ?? 0) + change);
  const json = JSON.stringify([...changes].sort(([a], [b]) => (a < b ? -1 : 1)));
  await sql`
    INSERT INTO "searchWords" ("word", "experts")
    SELECT "value" ->> 0, "value" ->> 1 FROM json_each(${json}) WHERE true
    ON CONFLICT ("word") DO UPDATE SET "experts" = "experts" + excluded."experts"`.execute(db);
  if (change === 1) return;
  await sql`DELETE FROM "searchWords" WHERE "experts" <= 0 AND "word" IN
    (SELECT "value" ->> 0 FROM json_each(${json}))`.execute(db);
}
