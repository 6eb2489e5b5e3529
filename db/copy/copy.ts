/** Copies everything from one database to another, and proves that it arrived. */
import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import type { Queryable } from "../engine";
import { TEXT_INDEXES, type TextIndex } from "../search/full-text";
import type { End, Row, Table } from "./end";

export interface Copied {
  table: string;
  rows: number;
  hash: string; // SHA-256, hex, of the rows in the order of their keys
}

/** Called after each table. */
export type Progress = (copied: Copied) => void;

/** Tables that triggers fill while the others are copied. Each gets its former rows at the end. */
const DERIVED = ["listingCounts", "articleCounts", "libraryCounts", "imageUses", "contentVersion"];

/** Indexes to copy; triggers fill the other one. */
const INDEXES = TEXT_INDEXES.filter((index) => index !== "submissionSearch");

/**
 * Puts all rows of `from` in the place of those of `to`, reads them again and compares. Throws an Error when the
 * schemas or what was read again differ: the caller then takes the transaction back.
 *
 * @param tables in an order in which rows can be added.
 */
export async function copyAll(from: End, to: End, tables: Table[], onCopied: Progress = () => {}): Promise<Copied[]> {
  await refuseOtherSchema(from, to, tables);
  for (const index of INDEXES) await emptied(to.db, index);
  for (const { name } of tables.toReversed()) await emptied(to.db, name);
  const isDerived = ({ name }: Table) => DERIVED.includes(name);
  const all: Copied[] = [];
  for (const table of [...tables.filter((table) => !isDerived(table)), ...tables.filter(isDerived)]) {
    if (isDerived(table)) await emptied(to.db, table.name);
    const copied = await copyTable(from, to, table);
    all.push(copied);
    onCopied(copied);
  }
  for (const index of INDEXES) await copyTexts(from, to, index);
  await to.setLastNumbers(await from.lastNumbers());
  return all;
}

/** The first table that holds rows; null for a database that is empty or was only migrated. */
export async function firstFilled(at: End): Promise<string | null> {
  for (const name of (await at.columns()).keys()) {
    if (name === "contentVersion" || name.startsWith("kysely_")) continue;
    const any = anyTable(at.db).selectFrom(name).selectAll().limit(1);
    if (await any.executeTakeFirst()) return name;
  }
  return null;
}

async function refuseOtherSchema(from: End, to: End, tables: Table[]): Promise<void> {
  const [sourceTables, targetTables] = await Promise.all([from.columns(), to.columns()]);
  for (const { name, columns } of tables) {
    const isSame = (columnNames: string[] = []) => columnNames.join() === columns.join();
    if (!isSame(sourceTables.get(name)) || !isSame(targetTables.get(name)))
      throw new Error(`The table "${name}" differs in the two databases: please bring both to the same version first.`);
  }
}

async function copyTable(from: End, to: End, table: Table): Promise<Copied> {
  const sent = new Tally();
  const most = Math.floor(MOST_PARAMETERS / table.columns.length);
  try {
    for await (const batch of from.rows(table)) {
      const rows = to.kind === "postgres" ? batch.map(withoutNull) : batch;
      sent.add(table, rows);
      for (let at = 0; at < rows.length; at += most)
        await anyTable(to.db)
          .insertInto(table.name)
          .values(rows.slice(at, at + most))
          .execute();
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`"${table.name}" could not be copied: ${reason}`, { cause: error });
  }
  const arrived = new Tally();
  for await (const rows of to.rows(table)) arrived.add(table, rows);
  const [copied, verified] = [sent.sum(table), arrived.sum(table)];
  if (verified.rows !== copied.rows || verified.hash !== copied.hash)
    throw new Error(`"${table.name}" did not arrive as it was: ${copied.rows} rows were sent, ${verified.rows} found.`);
  return copied;
}

/** Most parameters of a statement: SQLite takes 32,766, PostgreSQL 65,535. */
const MOST_PARAMETERS = 30_000;

/** Removes U+0000, which texts of PostgreSQL cannot hold. */
function withoutNull(row: Row): Row {
  for (const [column, value] of Object.entries(row))
    if (typeof value === "string" && value.includes("\0")) row[column] = value.replaceAll("\0", "");
  return row;
}

class Tally {
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

async function copyTexts(from: End, to: End, index: TextIndex): Promise<void> {
  for await (const texts of from.texts(index)) await to.fullText.add(to.db, index, texts);
}

async function emptied(db: Queryable, table: string): Promise<void> {
  await anyTable(db).deleteFrom(table).execute();
}

function anyTable(db: Queryable): Kysely<Record<string, Row>> {
  return db as unknown as Kysely<Record<string, Row>>;
}
