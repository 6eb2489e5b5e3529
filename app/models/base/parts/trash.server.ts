/**
 * Applies the answers of parts about rows that point to a record in the trash, or to a renamed person. The code that changes
 * records cannot import the parts, so whole/parts.server.ts registers the answers here when it is loaded.
 */
import type { Queryable } from "~/db.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import type { Column, Person, PersonAnswers, RecordAnswers, Table, TableName, TrashedRecord } from "./part";
import { deleteRows, unlinkAll } from "./rows.server";

export interface LinkColumn {
  name: TableName;
  table: Table;
  column: Column;
  answers: RecordAnswers & Pick<Partial<PersonAnswers>, "rename">;
}

let columnsByRecord: ReadonlyMap<TableName, LinkColumn[]> | null = null;

/** Registers the columns by the table of the records to which they point. */
export function registerTrashColumns(columns: ReadonlyMap<TableName, LinkColumn[]>): void {
  columnsByRecord = columns;
}

function columnsPointingTo(record: TableName): LinkColumn[] {
  if (!columnsByRecord)
    throw new Error('Import "~/models/whole/parts.server" first: it registers the rows that point to a record.');
  return columnsByRecord.get(record) ?? [];
}

/** Deletes the rows that are recreated when the record is restored. Other rows stay, and nobody sees them. */
export async function hideRows(tx: Queryable, record: TableName, records: TrashedRecord[]): Promise<void> {
  for (const { name, table, column, answers } of columnsPointingTo(record))
    if (typeof answers.trash === "object") await deleteRows(tx, name, table, column, keysOf(records, answers));
}

/** Recreates the deleted rows of restored records. */
export async function showRows(tx: Queryable, record: TableName, records: TrashedRecord[]): Promise<void> {
  const rowIds = records.map(({ rowId }) => rowId);
  for (const { answers } of columnsPointingTo(record))
    if (typeof answers.trash === "object") await answers.trash.recreate(tx, rowIds);
}

/** Deletes or unlinks the rows of a record that is deleted for good. `editor` is null for the housekeeping. */
export async function deleteRelatedRows(
  tx: Queryable,
  record: TableName,
  trashedRecord: TrashedRecord,
  editor: Editor | null,
): Promise<void> {
  for (const { name, table, column, answers } of columnsPointingTo(record)) {
    const keys = keysOf([trashedRecord], answers);
    if (typeof answers.deletion === "function") await answers.deletion(tx, trashedRecord, editor);
    else if (answers.deletion === "deleted") await deleteRows(tx, name, table, column, keys);
    else if (answers.deletion === "unlinked") for (const key of keys) await unlinkAll(tx, name, column, key);
  }
}

/** Writes the new name of a person to the rows that contain it. */
export async function renameRows(tx: Queryable, person: Person): Promise<void> {
  for (const { answers } of columnsPointingTo("experts")) await answers.rename?.(tx, person);
}

function keysOf(records: TrashedRecord[], { by }: RecordAnswers): (number | string)[] {
  return records.map(({ rowId, id }) => (by === "id" ? id : rowId));
}
