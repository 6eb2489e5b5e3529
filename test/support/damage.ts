/** Damages database files as a failing disk does. */
import { closeSync, openSync, writeSync } from "node:fs";
import SQLite from "better-sqlite3";

/** Overwrites all pages of a table or index in the SQLite file with noise. */
export function damageTable(path: string, table: string): void {
  const sqlite = new SQLite(path);
  sqlite.pragma("wal_checkpoint(TRUNCATE)");
  const size = sqlite.pragma("page_size", { simple: true }) as number;
  const pages = sqlite.prepare<[string], number>("SELECT pageno FROM dbstat WHERE name = ?").pluck().all(table);
  sqlite.close();
  const file = openSync(path, "r+");
  for (const page of pages) writeSync(file, Buffer.alloc(size, 0xa5), 0, size, (page - 1) * size);
  closeSync(file);
}
