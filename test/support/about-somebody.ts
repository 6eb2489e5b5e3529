/** Rows about one person in every table, for what has to hold of all that is stored about somebody, tables that are yet to come included. */
import SQLite from "better-sqlite3";
import { sql } from "kysely";
import { inject } from "vitest";
import { db } from "../../app/db.server";
import { tablesIn } from "../../db/sqlite/end";
import { onPostgres } from "./database";

/** What everything about somebody says. */
export interface Somebody {
  name: string;
  slug: string;
  email: string;
  rowId: number;
  id: string;
  /** Tells the keys of their rows from those of others. */
  n: number;
}

export interface SchemaTable {
  name: string;
  columns: { name: string; type: string; key: number }[];
  /** From which column to which table and column, and what becomes of the row when that one goes. */
  links: [from: string, table: string, to: string, onDelete: string][];
}

/** The tables of the schema by their columns, which is the same on both engines (test/postgres), each after those that it references. */
export function schema(): SchemaTable[] {
  const sqlite = new SQLite(inject("template"), { readonly: true });
  const tables = tablesIn(sqlite).map(({ name }) => ({
    name,
    columns: sqlite
      .prepare<[string], SchemaTable["columns"][number]>(
        "SELECT name, lower(type) AS type, pk AS key FROM pragma_table_info(?)",
      )
      .all(name),
    links: sqlite
      .prepare<[string], SchemaTable["links"][number]>(
        `SELECT "from", "table", "to", "on_delete" FROM pragma_foreign_key_list(?)`,
      )
      .raw()
      .all(name),
  }));
  sqlite.close();
  return tables;
}

const CHANGES = ["INSERT", "UPDATE", "DELETE"] as const;

export interface Trigger {
  name: string;
  /** What it does, as SQL. */
  sql: string;
  after: (typeof CHANGES)[number][];
}

/** Returns the triggers of a table in the database of the test, on either engine. */
export async function triggersOf(table: string): Promise<Trigger[]> {
  const triggers = onPostgres
    ? sql<Omit<Trigger, "after"> & { event: string }>`
        select "tgname" as "name", "prosrc" as "sql", pg_get_triggerdef("pg_trigger"."oid") as "event"
        from "pg_trigger" join "pg_proc" on "pg_proc"."oid" = "tgfoid"
        where "tgrelid" = ${`"${table}"`}::regclass and not "tgisinternal"`
    : sql<Omit<Trigger, "after"> & { event: string }>`
        select name, sql, sql as event from sqlite_schema where type = 'trigger' and tbl_name = ${table}`;
  const { rows } = await triggers.execute(db);
  return rows.map(({ name, sql: body, event }) => {
    const head = event.slice(0, event.toUpperCase().indexOf(" ON "));
    return { name, sql: body, after: CHANGES.filter((change) => head.toUpperCase().includes(` ${change}`)) };
  });
}

/** Adds a row about somebody to every table; each refers to those about the same person. */
export async function aboutSomebody(person: Somebody): Promise<void> {
  const made = new Map<string, Record<string, unknown>>();
  for (const { name: table, columns, links } of schema()) {
    if (["contentVersion", "experts", "searchTexts"].includes(table)) continue;
    const linked = new Map(
      links.map(([from, to, column]) => [from, to === "experts" ? person.rowId : made.get(to)?.[column]]),
    );
    const row = Object.fromEntries(
      columns.map(({ name, type }) => [name, linked.get(name) ?? sample(table, name, type, person)]),
    );
    await db
      .insertInto(table as "users")
      .values(row as never)
      .execute();
    made.set(table, row);
  }
}

/** Every row of every table, with the name of its table. */
export async function everyRow(): Promise<{ table: string; row: Record<string, unknown> }[]> {
  const rows = [];
  for (const { name: table } of schema())
    for (const row of await db
      .selectFrom(table as "users")
      .selectAll()
      .execute())
      rows.push({ table, row });
  return rows;
}

/** The names of all tables. */
export function allTables(): string[] {
  return schema().map(({ name }) => name);
}

/** Read as JSON by those who remove somebody. */
const JSON_TEXTS = ["record", "before", "after", "fields", "state", "input", "result"];
const JSON_LISTS = ["tags", "sources", "evidence", "seoTags", "otherNames", "subjects", "pages"];
/** Columns with keys, hashes and words of the program, in which nobody writes. */
const KEYS =
  /^(id|key|kind|status|action|hash|salt|url|file|secret|category|provider|model|ranModel|task|proof|field|state|outcome|phase|format|origin|rhythm|zone|way|role|scope|events|word|host)$|(Id|Hash|By)$/;

function sample(table: string, column: string, type: string, { name, slug, email, rowId, id, n }: Somebody) {
  const where = `${table}.${column}`;
  const special: Record<string, unknown> = {
    "importRows.subjectRowId": rowId,
    "topics.openalex": "[]",
    "imageUses.field": "imageUrl",
    "images.files": JSON.stringify([{ name: `${slug}.webp` }]),
    "visits.kind": "search",
    "visits.subject": name.toLowerCase().replace("-", " "),
    "visits.host": `${slug}.example`,
    "libraryCounts.items": 0,
    "follows.target": `/directory?search=${encodeURIComponent(name)}`,
  };
  if (where in special) return special[where];
  if (["imageUses", "suggestions", "auditLog"].includes(table)) {
    if (column === "subjectId") return id;
    if (/kind$/i.test(column)) return "expert";
  }
  // With room for the numbers that the database gives out meanwhile.
  if (type === "integer") return 9_000_000 + n * 10_000;
  if (type === "real") return n / 3;
  if (JSON_TEXTS.includes(column) && table !== "importRows")
    return JSON.stringify({ name, expertName: name, text: `By ${name}` });
  if (JSON_LISTS.includes(column)) return JSON.stringify([`${name} in ${where}`]);
  if (/email|recipient/i.test(column)) return email;
  if (/slug$/i.test(column)) return `${slug}-${table.toLowerCase()}`;
  if (/At$|On$|^at$|day$|Until$|^since$/i.test(column)) return `2026-01-0${n}T00:00:00.000Z`;
  if (KEYS.test(column)) return `${where} ${n}`;
  if (/name$/i.test(column)) return name;
  return `${name} in ${where}`;
}
