/**
 * Carries out what parts answer about rows that lead to a record in the trash. Records go there on a floor that knows no
 * parts: whole/parts.server.ts tells the answers when it is loaded.
 */
import type { Queryable } from "~/db.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import type { Column, RecordAnswers, Table, TableName, TrashedRecord } from "./part";
import { deleteRows, unlinkAll } from "./rows.server";

export interface Leading {
  name: TableName;
  table: Table;
  column: Column;
  answers: RecordAnswers;
}

let told: ReadonlyMap<TableName, Leading[]> | null = null;

/** @param columns by the table of the records to which they lead. */
export function tellTrash(columns: ReadonlyMap<TableName, Leading[]>): void {
  told = columns;
}

function leadingTo(record: TableName): Leading[] {
  if (!told)
    throw new Error('Import "~/models/whole/parts.server" first: it says what goes into the trash with a record.');
  return told.get(record) ?? [];
}

/** Deletes the rows that are made anew when the record comes back. Others stay, and nobody sees them. */
export async function hideRows(tx: Queryable, record: TableName, records: TrashedRecord[]): Promise<void> {
  for (const { name, table, column, answers } of leadingTo(record))
    if (typeof answers.trash === "object") await deleteRows(tx, name, table, column, keysOf(records, answers));
}

/** Makes the rows anew that went, once the record is what it was. */
export async function showRows(tx: Queryable, record: TableName, records: TrashedRecord[]): Promise<void> {
  const rowIds = records.map(({ rowId }) => rowId);
  for (const { answers } of leadingTo(record))
    if (typeof answers.trash === "object") await answers.trash.anew(tx, rowIds);
}

/** Deletes or unlinks the rows of a record that goes for good. @param editor null for the housekeeping. */
export async function endRows(
  tx: Queryable,
  record: TableName,
  ending: TrashedRecord,
  editor: Editor | null,
): Promise<void> {
  for (const { name, table, column, answers } of leadingTo(record)) {
    const keys = keysOf([ending], answers);
    if (typeof answers.end === "function") await answers.end(tx, ending, editor);
    else if (answers.end === "goes") await deleteRows(tx, name, table, column, keys);
    else if (answers.end === "unlinked") for (const key of keys) await unlinkAll(tx, name, column, key);
  }
}

function keysOf(records: TrashedRecord[], { by }: RecordAnswers): (number | string)[] {
  return records.map(({ rowId, id }) => (by === "id" ? id : rowId));
}
