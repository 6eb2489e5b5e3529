/** Checks that both engines have the same tables: a migration makes the same on both. */
import { type Kysely, sql } from "kysely";
import { expect, inject, test } from "vitest";
import { db, searchWords } from "../../app/db.server";
import { firstFilledTable } from "../../db/copy/databases";
import type { Database } from "../../db/schema";
import { connect } from "../../db/sqlite/connect";

interface Table {
  columns: Record<string, { type: string; isNullable: boolean; default: string | null }>;
  keys: string[];
  indexes: string[];
  references: string[];
}

interface Column {
  table: string;
  name: string;
  type: string;
  isNullable: boolean;
  default: string | null;
}
interface Index {
  table: string;
  columns: string; // Joined by a comma, with " desc"
  isUnique: boolean;
  isPrimary: boolean;
  predicate: string | null;
}
interface Reference {
  table: string;
  column: string;
  target: string;
  onDelete: string;
}

/** Matches full-text indexes, which differ between the engines, and the marks of each migrator. */
const ENGINE_TABLES =
  /^(sqlite_|kysely_|(expert(Names|Titles|Contributions|Texts)|(image|article|library|submission)Search|searchWordParts)(_|$))/;

test("tables, columns, keys, indexes and references are the same on both engines", async () => {
  const sqlite = connect(inject("template"), { readonly: true });
  const onSqlite = await sqliteTables(sqlite.readDb);
  await sqlite.close();
  const onPostgres = await postgresTables(db);
  expect(Object.keys(onPostgres)).toEqual(Object.keys(onSqlite));
  expect(Object.keys(onSqlite).length).toBeGreaterThan(40);
  for (const [name, table] of Object.entries(onSqlite)) expect(onPostgres[name], name).toEqual(table);
});

test("texts compare by their bytes in every column", async () => {
  const { rows } = await sql`
    select "table_name", "column_name" from information_schema."columns"
    where "table_schema" = current_schema() and "data_type" = 'text' and "collation_name" is distinct from 'C'`.execute(
    db,
  );
  expect(rows).toEqual([]);
});

test("a view of an extension is no table with rows, which a copy would refuse", async () => {
  const isFound = db.transaction().execute(async (tx) => {
    for (const name of Object.keys(await postgresTables(tx)))
      await sql`TRUNCATE ${sql.table(name)} CASCADE`.execute(tx);
    await sql`CREATE VIEW "aView" AS SELECT 1 AS "column"`.execute(tx);
    const table = await firstFilledTable(tx);
    throw new Error(`Found: ${table}`);
  });
  await expect(isFound).rejects.toThrow("Found: null");
});

test("a mark without a letter is no word of a search", async () => {
  const search = (text: string) => searchWords(db, "submissionSearch", { text, offset: 0, limit: 10 });
  for (const text of ["holm \u0301", "\u0301 holm", "holm \uff9e"]) expect((await search(text)).total).toBe(0);
});

/** SQLite's numbers have 64 bits. */
const ON_POSTGRES: Record<string, string> = { integer: "bigint", real: "double precision" };

async function sqliteTables(from: Kysely<Database>): Promise<Record<string, Table>> {
  const tables = sql`(SELECT name AS "table", sql FROM sqlite_master WHERE type = 'table') AS tables`;
  const columns = await sql<Column>`
    SELECT "table", column.name, lower(column.type) AS type, NOT (column."notnull" OR column.pk) AS "isNullable",
      dflt_value AS "default" FROM ${tables}, pragma_table_info(tables."table") AS column`.execute(from);
  const indexes = await sql<Index>`
    SELECT "table", "unique" AS "isUnique", origin = 'pk' AS "isPrimary",
      (SELECT group_concat(x.name || iif(x.desc, ' desc', ''), ',') FROM pragma_index_xinfo(list.name) AS x WHERE x.key)
        AS columns,
      (SELECT substr(m.sql, instr(lower(m.sql), ' where ') + 7) FROM sqlite_master AS m
        WHERE m.name = list.name AND list.partial) AS predicate
    FROM ${tables}, pragma_index_list(tables."table") AS list`.execute(from);
  // A primary key that is the number of the row has no index of its own.
  const rowIds = await sql<Index>`
    SELECT "table", column.name AS columns, 1 AS "isUnique", 1 AS "isPrimary", NULL AS predicate
    FROM ${tables}, pragma_table_info(tables."table") AS column WHERE pk AND lower(column.type) = 'integer'
      AND NOT EXISTS (SELECT 1 FROM pragma_index_list(tables."table") WHERE origin = 'pk')`.execute(from);
  const references = await sql<Reference>`
    SELECT tables."table", key."from" AS "column", key."table" || '.' || key."to" AS target,
      lower(key.on_delete) AS "onDelete" FROM ${tables}, pragma_foreign_key_list(tables."table") AS key`.execute(from);
  const postgresColumns = columns.rows.map((column) => ({ ...column, type: ON_POSTGRES[column.type] ?? column.type }));
  return describeTables(postgresColumns, [...indexes.rows, ...rowIds.rows], references.rows);
}

async function postgresTables(from: Kysely<Database>): Promise<Record<string, Table>> {
  const columns = await sql<Column>`
    select "table_name" as "table", "column_name" as "name", "data_type" as "type", "is_nullable" = 'YES' as "isNullable",
      "column_default" as "default" from information_schema."columns" where "table_schema" = current_schema()`.execute(
    from,
  );
  const indexes = await sql<Index>`
    select "indrelid"::regclass::text as "table", "indisunique" as "isUnique", "indisprimary" as "isPrimary",
      (select string_agg(pg_get_indexdef("indexrelid", "at", true) ||
        case when "indoption"["at" - 1] & 1 = 1 then ' desc' else '' end, ',' order by "at")
        from generate_series(1, "indnkeyatts") as "at") as "columns",
      pg_get_expr("indpred", "indrelid") as "predicate"
    from pg_index join pg_class on pg_class.oid = "indrelid" where "relnamespace" = current_schema()::regnamespace`.execute(
    from,
  );
  const references = await sql<Reference>`
    select "conrelid"::regclass::text as "table", "own"."attname" as "column",
      "confrelid"::regclass::text || '.' || "other"."attname" as "target",
      case "confdeltype" when 'c' then 'cascade' when 'n' then 'set null' else 'no action' end as "onDelete"
    from pg_constraint
      join pg_attribute as "own" on "own"."attrelid" = "conrelid" and "own"."attnum" = "conkey"[1]
      join pg_attribute as "other" on "other"."attrelid" = "confrelid" and "other"."attnum" = "confkey"[1]
    where "contype" = 'f' and "connamespace" = current_schema()::regnamespace`.execute(from);
  return describeTables(columns.rows, indexes.rows, references.rows);
}

function describeTables(columns: Column[], indexes: Index[], references: Reference[]): Record<string, Table> {
  const unquoted = (name: string) => name.replaceAll('"', "");
  const names = [...new Set(columns.map(({ table }) => table))].filter((name) => !ENGINE_TABLES.test(name)).sort();
  const rowsOf = <T extends { table: string }>(rows: T[], name: string) =>
    rows.filter(({ table }) => unquoted(table) === name);
  return Object.fromEntries(
    names.map((name) => {
      const tableIndexes = rowsOf(indexes, name);
      const table: Table = {
        columns: Object.fromEntries(
          rowsOf(columns, name).map((column) => [
            column.name,
            { type: column.type, isNullable: Boolean(column.isNullable), default: defaultOf(column.default) },
          ]),
        ),
        keys: tableIndexes
          .filter(({ isUnique }) => isUnique)
          .map(
            (index) => `${unquoted(index.columns)}${index.isPrimary ? " primary" : ""} ${conditionOf(index.predicate)}`,
          )
          .sort(),
        indexes: tableIndexes
          .filter(({ isUnique }) => !isUnique)
          .map((index) => `${unquoted(index.columns)} ${conditionOf(index.predicate)}`)
          .sort(),
        references: rowsOf(references, name)
          .map((reference) => `${reference.column} ${unquoted(reference.target)} ${reference.onDelete}`)
          .sort(),
      };
      return [name, table];
    }),
  );
}

function defaultOf(value: string | null): string | null {
  return value?.replace(/::\w+$/, "") ?? null;
}

/** Returns the names and values of a condition, because each engine formats conditions differently. */
function conditionOf(predicate: string | null): string {
  const words = predicate?.match(/\w+/g) ?? [];
  return words
    .filter((word) => !/^(in|any|array|text|and)$/i.test(word))
    .map((word) => (/^(is|not|null)$/i.test(word) ? word.toLowerCase() : word))
    .join(" ");
}
