/** Copies all rows from one database to another, and verifies them. */
import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import type { Queryable } from "../engine";
import { TEXT_INDEXES, type TextIndex } from "../search/full-text";
import type { CopySide, Row, Table } from "./end";

export interface Copied {
  table: string;
  rows: number;
  hash: string; // SHA-256, hex, of the rows in the order of their keys
}

/** Is called after each table. */
export type Progress = (copied: Copied) => void;

/** Tables that triggers fill during the copy. They are emptied and copied last. */
const DERIVED_TABLES = ["listingCounts", "articleCounts", "libraryCounts", "imageUses", "contentVersion"];

/** The full-text indexes to copy; triggers fill that of submissions. */
const COPIED_INDEXES = TEXT_INDEXES.filter((index) => index !== "submissionSearch");

/**
 * Replaces all rows of `to` with those of `from`, reads them back and compares. Throws an Error if schemas or rows differ:
 * the caller must then roll back.
 *
 * @param tables The tables, each after those that it references.
 */
export async function copyAll(
  from: CopySide,
  to: CopySide,
  tables: Table[],
  onCopied: Progress = () => {},
): Promise<Copied[]> {
  await refuseOtherSchema(from, to, tables);
  for (const index of COPIED_INDEXES) await emptyTable(to.db, index);
  for (const { name } of tables.toReversed()) await emptyTable(to.db, name);
  const isDerived = ({ name }: Table) => DERIVED_TABLES.includes(name);
  const copies: Copied[] = [];
  for (const table of [...tables.filter((table) => !isDerived(table)), ...tables.filter(isDerived)]) {
    if (isDerived(table)) await emptyTable(to.db, table.name);
    const copiedTable = await copyTable(from, to, table);
    copies.push(copiedTable);
    onCopied(copiedTable);
  }
  for (const index of COPIED_INDEXES) await copyTexts(from, to, index);
  await to.setLastNumbers(await from.lastNumbers());
  return copies;
}

/** Returns the first table with rows; null for a database that is empty or only migrated. */
export async function firstTableWithRows(database: CopySide): Promise<string | null> {
  for (const name of (await database.columns()).keys()) {
    if (name === "contentVersion" || name.startsWith("kysely_")) continue;
    const rows = anyTable(database.db).selectFrom(name).selectAll().limit(1);
    if (await rows.executeTakeFirst()) return name;
  }
  return null;
}

async function refuseOtherSchema(from: CopySide, to: CopySide, tables: Table[]): Promise<void> {
  const [sourceTables, targetTables] = await Promise.all([from.columns(), to.columns()]);
  for (const { name, columns } of tables) {
    const isSame = (columnNames: string[] = []) => columnNames.join() === columns.join();
    if (!isSame(sourceTables.get(name)) || !isSame(targetTables.get(name)))
      throw new Error(
        `The table "${name}" differs between the two databases: please migrate both to the same version first.`,
      );
  }
}

async function copyTable(from: CopySide, to: CopySide, table: Table): Promise<Copied> {
  const sentRows = new RowHash();
  const maxRows = Math.floor(MAX_PARAMETERS / table.columns.length);
  try {
    for await (const batch of from.rows(table)) {
      const rows = to.kind === "postgres" ? batch.map(removeNull) : batch;
      sentRows.add(table, rows);
      for (let index = 0; index < rows.length; index += maxRows)
        await anyTable(to.db)
          .insertInto(table.name)
          .values(rows.slice(index, index + maxRows))
          .execute();
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`"${table.name}" could not be copied: ${reason}`, { cause: error });
  }
  const receivedRows = new RowHash();
  for await (const rows of to.rows(table)) receivedRows.add(table, rows);
  const [sentSum, receivedSum] = [sentRows.sum(table), receivedRows.sum(table)];
  if (receivedSum.rows !== sentSum.rows || receivedSum.hash !== sentSum.hash)
    throw new Error(
      `The copy of "${table.name}" differs from the original: ${sentSum.rows} rows were sent, and ${receivedSum.rows} were read back.`,
    );
  return sentSum;
}

/** The limit of parameters in a statement: SQLite accepts 32,766, PostgreSQL 65,535. */
const MAX_PARAMETERS = 30_000;

/** Removes U+0000, which PostgreSQL cannot store. */
function removeNull(row: Row): Row {
  for (const [column, value] of Object.entries(row))
    if (typeof value === "string" && value.includes("\0")) row[column] = value.replaceAll("\0", "");
  return row;
}

class RowHash {
  readonly #hash = createHash("sha256");
  #rows = 0;

  add({ columns }: Table, rows: Row[]): void {
    for (const row of rows) this.#hash.update(`${JSON.stringify(columns.map((column) => row[column]))}\n`);
    this.#rows += rows.length;
  }

  sum({ name }: Table): Copied {
    return { table: name, rows: this.#rows, hash: this.#hash.digest("hex") };
  }
}

async function copyTexts(from: CopySide, to: CopySide, index: TextIndex): Promise<void> {
  for await (const texts of from.texts(index)) await to.fullText.add(to.db, index, texts);
}

async function emptyTable(db: Queryable, table: string): Promise<void> {
  await anyTable(db).deleteFrom(table).execute();
}

function anyTable(db: Queryable): Kysely<Record<string, Row>> {
  return db as unknown as Kysely<Record<string, Row>>;
}
