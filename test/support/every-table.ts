/** Rows in every table, for what has to hold for all of them, tables that are yet to come included. */
import type SQLite from "better-sqlite3";
import type { Table } from "../../db/copy/end";
import { tablesIn } from "../../db/sqlite/end";

/** Adds two rows to each table, with texts that are hard to keep; they need not make sense. */
export function fillEveryTable(sqlite: SQLite.Database): void {
  for (const table of tablesIn(sqlite)) if (table.name !== "contentVersion") fill(sqlite, table);
}

function fill(sqlite: SQLite.Database, { name, columns }: Table): void {
  const types = new Map(
    sqlite.prepare<[string], [string, string]>("SELECT name, lower(type) FROM pragma_table_info(?)").raw().all(name),
  );
  const links = new Map(
    sqlite
      .prepare<[string], [string, string, string]>(`SELECT "from", "table", "to" FROM pragma_foreign_key_list(?)`)
      .raw()
      .all(name)
      .map(([from, table, to]) => [
        from,
        sqlite.prepare(`SELECT "${to}" FROM "${table}" ORDER BY 1 DESC`).pluck().all(),
      ]),
  );
  for (const n of [1, 2]) {
    const values = columns.map(
      (column) => links.get(column)?.[n - 1] ?? sample(`${name}.${column}`, types.get(column), n),
    );
    const places = columns.map(() => "?").join(", ");
    sqlite.prepare(`INSERT INTO "${name}" (${columns.map((column) => `"${column}"`)}) VALUES (${places})`).run(values);
  }
}

function sample(where: string, type = "", n: number): string | number {
  if (type === "integer") return 9_000_000 + n;
  if (type === "real") return n / 3;
  return `${where} ${n} 'é' "𝄞" \\ ￿ [] {"a":1} /uploads/ab/ab12cd34ef56ab1${n}-1.webp\n`;
}
