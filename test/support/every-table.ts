/** Adds rows to every table, also to future ones, for tests of all tables. */
import type SQLite from "better-sqlite3";
import type { Table } from "../../db/copy/end";
import { tablesIn } from "../../db/sqlite/end";

/**
 * Adds two rows to each table, with texts that are easily damaged. The values need not make sense. Leaves out `contentVersion`,
 * which has exactly one row, the number of changes.
 */
export function fillEveryTable(sqlite: SQLite.Database): void {
  for (const table of tablesIn(sqlite)) if (table.name !== "contentVersion") fillTable(sqlite, table);
}

function fillTable(sqlite: SQLite.Database, { name, columns }: Table): void {
  const types = new Map(
    sqlite.prepare<[string], [string, string]>("SELECT name, lower(type) FROM pragma_table_info(?)").raw().all(name),
  );
  const referencedValues = new Map(
    sqlite
      .prepare<[string], [string, string, string]>(`SELECT "from", "table", "to" FROM pragma_foreign_key_list(?)`)
      .raw()
      .all(name)
      .map(([from, table, to]) => [
        from,
        sqlite.prepare(`SELECT "${to}" FROM "${table}" ORDER BY 1 DESC`).pluck().all(),
      ]),
  );
  for (const number of [1, 2]) {
    const values = columns.map(
      (column) =>
        referencedValues.get(column)?.[number - 1] ?? sampleValue(`${name}.${column}`, types.get(column), number),
    );
    const placeholders = columns.map(() => "?").join(", ");
    sqlite
      .prepare(`INSERT INTO "${name}" (${columns.map((column) => `"${column}"`)}) VALUES (${placeholders})`)
      .run(values);
  }
}

function sampleValue(columnPath: string, type = "", number: number): string | number {
  if (type === "integer") return 9_000_000 + number;
  if (type === "real") return number / 3;
  return `${columnPath} ${number} 'é' "𝄞" \\ ￿ [] {"a":1} /uploads/ab/ab12cd34ef56ab1${number}-1.webp\n`;
}
