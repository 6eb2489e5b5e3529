/** The functions of a kind of record that trash, history, edit conflicts and featured order use. */
import type { Queryable } from "~/db.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import type { AuditEntry } from "~/models/base/audit/audit.server";
import type { KindName, PublicKind, RecordTable } from "./public-kinds";

/** The columns that every kind of record has. */
export interface RecordRow {
  rowId: number;
  createdAt: string;
  updatedAt: string;
  deletedAt: string | null;
  featuredPosition: number | null;
}

/** Returns a field's value in words for people; a missing value gives an empty text or list. */
export type FormatValue<Field extends string> = (field: Field, value: unknown) => string | string[];

export interface RecordKind<Row extends RecordRow, Field extends string> {
  noun: KindName;
  table: RecordTable;
  revisions: PublicKind["revisions"];
  /** The column of the revisions that names the record. */
  owner: PublicKind["owner"];
  /** The editable fields in the order in which they are shown, with their labels. */
  labels: Record<Field, string>;
  /** Returns the name of a row for a sentence. */
  nameOf(row: Row): string;
  recordOf(row: Row): Record<Field, unknown>;
  /** Tells whether two values of a field mean the same. */
  isSame(value: unknown, otherValue: unknown): boolean;
  /** Returns a function that formats values, and reads the names that a page needs once. */
  valueFormatter(): Promise<FormatValue<Field>>;
  /** Returns the row of an id or of an address, also from the trash. @throws AppError "missing". */
  find(editor: Editor, key: string): Promise<Row>;
  /** Returns the row as it is within a transaction. @throws AppError "missing". */
  row(tx: Queryable, rowId: number): Promise<Row>;
  /** Returns the rows with these numbers that exist, in the order of the numbers. */
  rows(tx: Queryable, rowIds: number[]): Promise<Row[]>;
  /** Returns an entry of the audit log for an action. */
  entry(action: string, row: Row, detail?: string): AuditEntry;
}

export function fieldsOf<Field extends string>(kind: { labels: Record<Field, string> }): Field[] {
  return Object.keys(kind.labels) as Field[];
}

/** Returns labels in a sentence: "Title, Books and Portrait". */
export function labelsOf<Field extends string>(labels: Record<Field, string>, fields: Field[]): string {
  return new Intl.ListFormat("en").format(fields.map((field) => labels[field]));
}

/** Builds the answer about a written record inside its transaction, because the record may change right after it. */
export type View<Written, Answer> = (written: Written, tx: Queryable) => Promise<Answer>;

export const identityView: View<unknown, unknown> = async (written) => written;
