/** Reads all of a database's schema, so that two databases can be compared. */
import type SQLite from "better-sqlite3";
import type { Client } from "pg";

type SchemaFacts = Record<string, unknown[]>;

/** Normalizes capitals and white space of statements, because SQLite stores them as written. */
export function sqliteSchema(sqlite: SQLite.Database): SchemaFacts {
  const rows = (query: string) => sqlite.prepare(query).all();
  const statements = (condition: string) =>
    sqlite
      .prepare<[], { name: string; sql: string }>(
        `SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL AND ${condition} ORDER BY name`,
      )
      .all()
      .map(
        ({ name, sql }) =>
          `${name}: ${sql
            .toLowerCase()
            .replace(/\s+/g, " ")
            .replace(/(\() | (\))/g, "$1$2")}`,
      );
  const tables = `(SELECT name AS "table", sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'kysely%')`;
  return {
    tables: rows(`SELECT "table", type, wr AS withoutRowId, strict, tables.sql LIKE '%autoincrement%' AS isNeverReused
      FROM ${tables} AS tables JOIN pragma_table_list ON name = "table" ORDER BY "table"`),
    columns: rows(`SELECT "table", cid, name, lower(type) AS type, "notnull" OR pk AS isRequired, dflt_value, pk, hidden
      FROM ${tables}, pragma_table_xinfo("table") ORDER BY "table", cid`),
    indexes: rows(`SELECT "table", origin, "unique", partial, iif(origin = 'c', list.name, '') AS name,
        (SELECT group_concat(info.name || ' ' || info.desc || ' ' || info.coll) FROM pragma_index_xinfo(list.name) AS info
          WHERE info.key) AS keys
      FROM ${tables}, pragma_index_list("table") AS list ORDER BY 1, 2, 5, 6`),
    references: rows(`SELECT tables."table", "from", key."table" AS target, "to", on_update, on_delete
      FROM ${tables} AS tables, pragma_foreign_key_list(tables."table") AS key ORDER BY 1, 2`),
    conditions: statements(`type = 'index' AND sql LIKE '% where %'`),
    triggers: statements(`type = 'trigger'`),
    searched: statements(`sql LIKE 'create virtual%'`),
  };
}

export async function postgresSchema(client: Client): Promise<SchemaFacts> {
  const rows = async (query: string) => (await client.query(query)).rows;
  const inPublicSchema = "= 'public'::regnamespace";
  const notKysely = `not like 'kysely\\_%'`;
  return {
    columns: await rows(`select table_name, ordinal_position, column_name, data_type, is_nullable, column_default,
        is_identity, identity_generation, collation_name
      from information_schema.columns where table_schema = 'public' and table_name ${notKysely} order by 1, 2`),
    constraints: await rows(`select conrelid::regclass::text as table, conname, pg_get_constraintdef(oid)
      from pg_constraint where connamespace ${inPublicSchema} and conrelid::regclass::text ${notKysely} order by 1, 2`),
    indexes: await rows(`select pg_get_indexdef(indexrelid) as index from pg_index
      join pg_class on pg_class.oid = indrelid where relnamespace ${inPublicSchema} and relname ${notKysely} order by 1`),
    triggers: await rows(`select pg_get_triggerdef(pg_trigger.oid) as trigger from pg_trigger
      join pg_class on pg_class.oid = tgrelid where not tgisinternal and relnamespace ${inPublicSchema} order by 1`),
    functions: await rows(
      `select pg_get_functiondef(oid) as function from pg_proc where pronamespace ${inPublicSchema} order by 1`,
    ),
  };
}
