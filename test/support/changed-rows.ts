/** Tells which rows of a site's SQLite file and which of its files a change added, removed or altered. */
import { createHash } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import SQLite from "better-sqlite3";

type Dump = Map<string, Map<string, string>>;

interface Snapshot {
  folder: string;
  sqlite: SQLite.Database;
  version: unknown;
  tables: [string, Map<string, string>][];
}

let snapshot: Snapshot | undefined;

/** Columns that background work writes at any time, such as the position of the delivery to a webhook. */
const BACKGROUND_COLUMNS = ["webhooks.cursor"];

/** Returns every row of every table, with those of full-text indexes, and every file; without the names that `skipped` matches. */
export function dump(folder: string, skipped = /^$/): Dump {
  if (snapshot?.folder !== folder) {
    snapshot?.sqlite.close();
    const sqlite = new SQLite(join(folder, "longevity.db"), { readonly: true });
    snapshot = { folder, sqlite, version: null, tables: [] };
  }
  const { sqlite } = snapshot;
  // The version differs once another connection has committed (https://sqlite.org/pragma.html#pragma_data_version).
  const version = sqlite.pragma("data_version", { simple: true });
  if (version !== snapshot.version) snapshot = { folder, sqlite, version, tables: tablesOf(sqlite, skipped) };
  const files: Dump = skipped.test("files") ? new Map() : new Map([["files", filesIn(join(folder, "uploads"))]]);
  return new Map([...snapshot.tables, ...files]);
}

function tablesOf(sqlite: SQLite.Database, skipped: RegExp): Snapshot["tables"] {
  const names = tableNames(sqlite).filter((name) => !skipped.test(name));
  return names.map((name) => [name, rowsOf(sqlite, name)]);
}

function tableNames(sqlite: SQLite.Database): string[] {
  const names = sqlite.prepare<[], string>(
    `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'shadow')
     AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'kysely%'`,
  );
  return names.pluck().all();
}

function rowsOf(sqlite: SQLite.Database, name: string): Map<string, string> {
  const columns = sqlite
    .prepare<[string], { name: string; pk: number }>("SELECT name, pk FROM pragma_table_info(?)")
    .all(name);
  const keys = columns.filter(({ pk }) => pk > 0).map((column) => columns.indexOf(column));
  const isCompared = (column: string) => !BACKGROUND_COLUMNS.includes(`${name}.${column}`);
  const rows = sqlite.prepare<[], unknown[]>(`SELECT * FROM "${name}"`).raw().all();
  return new Map(
    rows.map((row) => [
      JSON.stringify(keys.length ? keys.map((at) => text(row[at])) : row),
      JSON.stringify(
        Object.fromEntries(
          columns.flatMap((column, index) => (isCompared(column.name) ? [[column.name, text(row[index])]] : [])),
        ),
      ),
    ]),
  );
}

function text(value: unknown): unknown {
  return value instanceof Uint8Array ? createHash("sha256").update(value).digest("hex") : value;
}

function filesIn(folder: string): Map<string, string> {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const paths = entries.map(({ parentPath, name }) => join(parentPath, name));
    return new Map(paths.map((path) => [path, String(statSync(path).size)]));
  } catch {
    return new Map();
  }
}

/** Counts the rows that came, went and changed, by table, and names the columns that changed. */
export function shapeOf(before: Dump, after: Dump): string[] {
  return [...after].flatMap(([name, rows]) => {
    const rowsBefore = before.get(name) as Map<string, string>;
    if (rowsBefore === rows) return [];
    const addedCount = [...rows.keys()].filter((key) => !rowsBefore.has(key)).length;
    const removedCount = [...rowsBefore.keys()].filter((key) => !rows.has(key)).length;
    const changedRows = [...rows].filter(([key, row]) => rowsBefore.has(key) && rowsBefore.get(key) !== row);
    const columns = new Set(changedRows.flatMap(([key, row]) => changedColumns(rowsBefore.get(key) ?? "", row)));
    const changes =
      changedRows.length && `~${changedRows.length}${columns.size ? ` (${[...columns].sort().join(" ")})` : ""}`;
    const counts = [addedCount && `+${addedCount}`, removedCount && `-${removedCount}`, changes].filter(Boolean);
    return counts.length ? [`${name} ${counts.join(" ")}`] : [];
  });
}

/** Returns the columns in which two rows differ; an empty list for files. */
function changedColumns(before: string, after: string): string[] {
  const [oldRow, newRow] = [before, after].map((row) => JSON.parse(row) as Record<string, unknown>);
  return Object.keys(Object(newRow)).filter((column) => oldRow?.[column] !== newRow?.[column]);
}
