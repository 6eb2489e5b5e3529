/** Adds a row about one person to every table, also to future ones, for tests of everything that is stored about a person. */
import SQLite from "better-sqlite3";
import { sql } from "kysely";
import { inject } from "vitest";
import { db } from "../../app/db.server";
import { tablesIn } from "../../db/sqlite/end";
import { onPostgres } from "./database";

/** The person whom the rows name. */
export interface PersonFixture {
  name: string;
  slug: string;
  email: string;
  rowId: number;
  id: string;
  /** Makes the keys of this person's rows different from those of others. */
  number: number;
}

export interface SchemaTable {
  name: string;
  columns: { name: string; type: string; key: number }[];
  /** Foreign keys: the column, its target, and what happens to the row when the target row is deleted. */
  links: [from: string, table: string, to: string, onDelete: string][];
}

/** Returns the tables with their columns, each after the tables that it references. Both engines have the same (test/postgres). */
export function schemaTables(): SchemaTable[] {
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
  /** The trigger's body. */
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
    const eventClause = event.slice(0, event.toUpperCase().indexOf(" ON "));
    return { name, sql: body, after: CHANGES.filter((change) => eventClause.toUpperCase().includes(` ${change}`)) };
  });
}

/** Adds a row about a person to every table. The rows refer to each other. */
export async function addRowsAbout(person: PersonFixture): Promise<void> {
  const addedRows = new Map<string, Record<string, unknown>>();
  for (const { name: table, columns, links } of schemaTables()) {
    if (["contentVersion", "experts", "searchTexts"].includes(table)) continue;
    const linkedValues = new Map(
      links.map(([from, to, column]) => [from, to === "experts" ? person.rowId : addedRows.get(to)?.[column]]),
    );
    const row = Object.fromEntries(
      columns.map(({ name, type }) => [name, linkedValues.get(name) ?? sampleValue(table, name, type, person)]),
    );
    await db
      .insertInto(table as "users")
      .values(row as never)
      .execute();
    addedRows.set(table, row);
  }
}

/** Returns every row of every table, with the name of its table. */
export async function allRows(): Promise<{ table: string; row: Record<string, unknown> }[]> {
  const rows = [];
  for (const { name: table } of schemaTables())
    for (const row of await db
      .selectFrom(table as "users")
      .selectAll()
      .execute())
      rows.push({ table, row });
  return rows;
}

export function allTables(): string[] {
  return schemaTables().map(({ name }) => name);
}

/** Removing a person reads these columns as JSON. */
const JSON_OBJECT_COLUMNS = ["record", "before", "after", "fields", "state", "input", "result"];
const JSON_LIST_COLUMNS = ["tags", "sources", "evidence", "seoTags", "otherNames", "subjects", "pages"];
/** Columns with keys, hashes and words of the program, which hold no text by people. */
const KEY_COLUMNS =
  /^(id|key|kind|status|action|hash|salt|url|file|secret|category|provider|model|ranModel|task|proof|field|state|outcome|phase|format|origin|rhythm|zone|way|role|scope|events|word|host)$|(Id|Hash|By)$/;

function sampleValue(
  table: string,
  column: string,
  type: string,
  { name, slug, email, rowId, id, number }: PersonFixture,
) {
  const columnPath = `${table}.${column}`;
  const specialValues: Record<string, unknown> = {
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
  if (columnPath in specialValues) return specialValues[columnPath];
  if (["imageUses", "suggestions", "auditLog"].includes(table)) {
    if (column === "subjectId") return id;
    if (/kind$/i.test(column)) return "expert";
  }
  // Leaves room for the ids that the database assigns.
  if (type === "integer") return 9_000_000 + number * 10_000;
  if (type === "real") return number / 3;
  if (JSON_OBJECT_COLUMNS.includes(column) && table !== "importRows")
    return JSON.stringify({ name, expertName: name, text: `By ${name}` });
  if (JSON_LIST_COLUMNS.includes(column)) return JSON.stringify([`${name} in ${columnPath}`]);
  if (/email|recipient/i.test(column)) return email;
  if (/slug$/i.test(column)) return `${slug}-${table.toLowerCase()}`;
  if (/At$|On$|^at$|day$|Until$|^since$/i.test(column)) return `2026-01-0${number}T00:00:00.000Z`;
  if (KEY_COLUMNS.test(column)) return `${columnPath} ${number}`;
  if (/name$/i.test(column)) return name;
  return `${name} in ${columnPath}`;
}
