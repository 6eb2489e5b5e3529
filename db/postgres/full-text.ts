/** Implements full-text search on tsvector columns: https://www.postgresql.org/docs/current/textsearch.html. */
import { sql } from "kysely";
import { normalized } from "../fold";
import { FEATURED_SCOPE } from "../search/experts-index";
import { type FullText, trigrams } from "../search/full-text";
import { createSearch } from "../search/search";
import type { Terms } from "../search/terms";

/** Marks scopes, which are in the same vector as the words. */
export const SCOPE = "#";

export const tsvector: FullText = {
  matches(index, terms, scopes = []) {
    const query = terms ? queryOf(terms) : null;
    // Matches nothing for a query without words.
    if (query === "") return sql`false`;
    const words = sql.ref(`${index}.words`);
    const groups = scopes.filter((group) => group.length > 0);
    const isFew = (group: string[]) => group.includes(FEATURED_SCOPE);
    const conditions = [...groups.filter((group) => !isFew(group)).map(scopeOf), ...(query ? [query] : [])].join(" & ");
    if (!groups.some(isFew)) return sql`${words} @@ ${conditions}::tsquery`;
    // Searches the small scopes first: for a prefix, the index would collect everybody who has one of its words.
    const smallScopes = groups.filter(isFew).map(scopeOf).join(" & ");
    return sql`${sql.ref(`${index}.rowid`)} = ANY(ARRAY(
      SELECT "rowid" FROM ${sql.table(index)} AS "few" WHERE "few"."words" @@ ${smallScopes}::tsquery)) AND ${words} @@ ${conditions}::tsquery`;
  },

  async first(db, index, condition, { limit, isFew }) {
    const matchQuery = sql`SELECT "rowid" FROM ${sql.table(index)} WHERE ${condition}`;
    // Materializes the matches, because the planner would otherwise read the ordered table in the hope of early matches.
    const query = isFew
      ? sql`WITH "found" AS MATERIALIZED (${matchQuery}) SELECT "rowid" FROM "found" ORDER BY "rowid" LIMIT ${limit}`
      : sql`${matchQuery} ORDER BY "rowid" LIMIT ${limit}`;
    const { rows } = await sql<{ rowid: number }>`${query}`.execute(db);
    return rows.map(({ rowid }) => Number(rowid));
  },

  async hasAny(db, index, terms) {
    // Materializes the matches, because for one row the planner would otherwise read the whole table.
    const { rows } = await sql`
      WITH "found" AS MATERIALIZED (SELECT 1 FROM ${sql.table(index)} WHERE ${tsvector.matches(index, terms)})
      SELECT 1 FROM "found" LIMIT 1`.execute(db);
    return rows.length > 0;
  },

  async add(db, index, texts) {
    if (texts.length === 0) return;
    const rows = texts.map(
      ({ rowId, scope, words }) =>
        sql`(${rowId}::bigint, array_to_tsvector(${[...scope.map((text) => SCOPE + text), ...words]}::text[]))`,
    );
    await sql`INSERT INTO ${sql.table(index)} ("rowid", "words") VALUES ${sql.join(rows)}`.execute(db);
  },

  async remove(db, index, rowIds) {
    await sql`DELETE FROM ${sql.table(index)} WHERE "rowid" = ANY(${rowIds}::bigint[])`.execute(db);
  },

  async countWords(db, changes) {
    const [words, numbers] = [[...changes.keys()], [...changes.values()]];
    await sql`
      INSERT INTO "searchWords" AS "kept" ("word", "experts")
      SELECT * FROM unnest(${words}::text[], ${numbers}::bigint[])
      ON CONFLICT ("word") DO UPDATE SET "experts" = "kept"."experts" + excluded."experts"`.execute(db);
    if (numbers.every((number) => number > 0)) return;
    await sql`DELETE FROM "searchWords" WHERE "experts" <= 0 AND "word" = ANY(${words}::text[])`.execute(db);
  },

  async similarWords(db, word, limit) {
    const { rows } = await sql<{ word: string; experts: number }>`
      SELECT "word", "experts" FROM (
        SELECT "id" FROM "searchWordParts" WHERE "part" = ANY(${trigrams(word)}::text[])
        GROUP BY "id" ORDER BY count(*) DESC, "id" LIMIT ${limit}
      ) AS "similar" JOIN "searchWords" USING ("id")`.execute(db);
    return rows;
  },
};

export const postgresSearch = createSearch(tsvector);

function scopeOf(group: string[]): string {
  return `(${group.map((text) => `'${SCOPE}${text}'`).join(" | ")})`;
}

function queryOf(terms: Terms): string {
  if ("word" in terms) return lexemeOf(terms.word) + (terms.isPrefix ? ":*" : "");
  const [parts, operator] = "all" in terms ? [terms.all, " & "] : [terms.any, " | "];
  const queries = parts.map(queryOf).filter(Boolean);
  if (queries.length === 0) return "";
  const query = `(${queries.join(operator)})`;
  const exclusions = "all" in terms ? (terms.none ?? []).map(queryOf) : [];
  return exclusions.length > 0 ? `(${query} & !(${exclusions.join(" | ")}))` : query;
}

/** Returns a word in its indexed form, without marks and in lower case, which needs no escaping. */
function lexemeOf(word: string): string {
  return `'${normalized(word, "NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()}'`;
}
