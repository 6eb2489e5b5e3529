/** Implements full-text search on SQLite's FTS5: https://sqlite.org/fts5.html. */
import { sql } from "kysely";
import { type FullText, trigrams } from "../search/full-text";
import { createSearch } from "../search/search";
import type { Terms } from "../search/terms";

export const fts5: FullText = {
  matches(index, terms, scopes = []) {
    const groups = scopes.filter((group) => group.length > 0);
    const scopeConditions = groups.map((group) => `scope : (${group.map((text) => `"${text}"`).join(" OR ")})`);
    const wordConditions = terms ? [`words : (${queryOf(terms)})`] : [];
    return sql`${sql.table(index)} MATCH ${[...scopeConditions, ...wordConditions].join(" AND ")}`;
  },

  async first(db, index, condition, { limit }) {
    const { rows } = await sql<{ rowid: number }>`
      SELECT "rowid" FROM ${sql.table(index)} WHERE ${condition} ORDER BY "rowid" LIMIT ${limit}`.execute(db);
    return rows.map(({ rowid }) => rowid);
  },

  async hasAny(db, index, terms) {
    const { rows } = await sql`SELECT 1 FROM ${sql.table(index)} WHERE ${fts5.matches(index, terms)} LIMIT 1`.execute(
      db,
    );
    return rows.length > 0;
  },

  async add(db, index, texts) {
    const rows = texts.map(({ rowId, scope, words }) => [rowId, scope.join(" "), words.join(" ")]);
    await sql`INSERT INTO ${sql.table(index)} ("rowid", "scope", "words")
      SELECT "value" ->> 0, "value" ->> 1, "value" ->> 2 FROM json_each(${JSON.stringify(rows)})`.execute(db);
  },

  async remove(db, index, rowIds) {
    await sql`DELETE FROM ${sql.table(index)} WHERE ${isOneOf(rowIds)}`.execute(db);
  },

  async countWords(db, changes) {
    const json = JSON.stringify([...changes]);
    await sql`
      INSERT INTO "searchWords" ("word", "experts")
      SELECT "value" ->> 0, "value" ->> 1 FROM json_each(${json}) WHERE true
      ON CONFLICT ("word") DO UPDATE SET "experts" = "experts" + excluded."experts"`.execute(db);
    if ([...changes.values()].every((change) => change > 0)) return;
    await sql`DELETE FROM "searchWords" WHERE "experts" <= 0 AND "word" IN
      (SELECT "value" ->> 0 FROM json_each(${json}))`.execute(db);
  },

  async similarWords(db, word, limit) {
    const groups = trigrams(word).map((group) => `"${group}"`);
    const { rows } = await sql<{ word: string; experts: number }>`
      SELECT "searchWords"."word", "experts" FROM (
        SELECT "rowid" AS "id", "rank" FROM "searchWordParts" WHERE "searchWordParts" MATCH ${groups.join(" OR ")}
        ORDER BY "rank" LIMIT ${limit}
      ) JOIN "searchWords" USING ("id")`.execute(db);
    return rows;
  },
};

export const sqliteSearch = createSearch(fts5);

function isOneOf(rowIds: number[]) {
  return sql`"rowid" IN (SELECT "value" FROM json_each(${JSON.stringify(rowIds)}))`;
}

function queryOf(terms: Terms): string {
  if ("word" in terms) return terms.isPrefix ? `"${terms.word}" *` : `"${terms.word}"`;
  const [parts, operator] = "all" in terms ? [terms.all, " AND "] : [terms.any, " OR "];
  if (parts.length === 0) return `""`;
  const query = `(${parts.map(queryOf).join(operator)})`;
  const excludedTerms = "all" in terms ? (terms.none ?? []) : [];
  return excludedTerms.length > 0 ? `(${query} NOT (${excludedTerms.map(queryOf).join(" OR ")}))` : query;
}
