/** The history of records. Every change is a revision with the values of the changed fields before and after it. */
import type { InferResult } from "kysely";
import { z } from "zod";
import { type ArticleRevisionsTable, db, type ExpertRevisionsTable, type Queryable, readDb } from "~/db.server";
import { AppError } from "~/errors";
import { parseJson } from "~/json";
import type { Editor } from "~/models/base/accounts/admin.server";
import { nameOf } from "~/models/base/audit/audit.server";
import { parse } from "~/models/base/input/validation.server";
import type { Evidence } from "~/models/records/evidence/evidence";
import { type Piece, piecesOf } from "./diff.server";
import { type FormatValue, fieldsOf, type RecordKind, type RecordRow } from "./kind";

export const REVISIONS_PAGE_SIZE = 20;

export type Action = ExpertRevisionsTable["action"] | ArticleRevisionsTable["action"];
type Tables = Pick<RecordKind<RecordRow, string>, "revisions" | "owner">;

export interface NewRevision {
  rowId: number;
  action: Action;
  before: object;
  after: object;
  at: string;
}

/** Adds revisions in the transaction of the changes. @param editor null if no person made the change. */
export async function addRevisions(
  tx: Queryable,
  { revisions, owner }: Tables,
  editor: Editor | null,
  changes: NewRevision[],
): Promise<void> {
  if (changes.length === 0) return;
  const author = { userId: editor?.id ?? null, userName: editor ? nameOf(editor) : "" };
  const rows = changes.map(({ rowId, before, after, ...change }) => ({
    ...change,
    ...author,
    [owner]: rowId,
    before: JSON.stringify(before),
    after: JSON.stringify(after),
  }));
  await tx
    .insertInto(revisions)
    .values(rows as never)
    .execute();
}

/** Returns the revisions of a record, the latest first. */
export function revisionsOf(from: Queryable, { revisions, owner }: Tables, rowId: number) {
  return from
    .selectFrom(revisions)
    .select(["rowId", "action", "at", "userName", "before", "after"])
    .where(owner, "=", rowId)
    .orderBy("rowId", "desc");
}

/** Returns the revision with which a record went to the trash the last time; later ones may follow, such as of a deleted image. */
export function revisionOfTrashing(from: Queryable, tables: Tables, rowId: number) {
  const actions: Action[] = ["trashed", "merged"];
  return revisionsOf(from, tables, rowId)
    .where("action", "in", actions as never)
    .limit(1)
    .executeTakeFirst();
}

type StoredRevision = InferResult<ReturnType<typeof revisionsOf>>[number];

/**
 * Returns the values that fields had before some revisions.
 * @param laterRevisions The revisions, the latest first.
 */
export function formerValues(laterRevisions: { before: string }[]): Record<string, unknown> {
  return Object.assign({}, ...laterRevisions.map(({ before }) => JSON.parse(before)));
}

export interface Change {
  label: string;
  pieces: Piece[];
}

export interface Revision {
  /** The number by which it is restored; 0 for the record as first entered. */
  number: number;
  action: Action | "first";
  at: string;
  /** "" if no person made the change, or the person is unknown. */
  userName: string;
  /** The changes, field by field. */
  changes: Change[];
  /** The record that was merged into this one: its name, and its fields as JSON. */
  merged: { name: string; text: string } | null;
  /** Says that only sources of sentences or marks of AI texts changed. */
  isOnlySources: boolean;
  /** Says that the record is now as it was after this change, so there is nothing to restore. */
  isPresent: boolean;
}

/** Returns the differences between two states of some fields, in the order of the fields. */
export function changesBetween<Field extends string>(
  kind: { labels: Record<Field, string> },
  formatValue: FormatValue<Field>,
  before: Partial<Record<Field, unknown>>,
  after: Partial<Record<Field, unknown>>,
): Change[] {
  return fieldsOf(kind)
    .filter((field) => field in before || field in after)
    .map((field) => ({
      label: kind.labels[field],
      pieces: piecesOf(formatValue(field, before[field]), formatValue(field, after[field])),
    }));
}

/** Actions that begin a history. */
const FIRST_ACTIONS: Action[] = ["created", "approved", "imported"];

/**
 * Returns one page of a record's history, the latest change first; it is empty past the end. `hasMore` tells whether another page follows.
 * @param page The number of the page, from 1.
 */
export async function historyPage<Row extends RecordRow, Field extends string>(
  kind: RecordKind<Row, Field>,
  { rowId, createdAt }: Pick<Row, "rowId" | "createdAt">,
  page: number,
): Promise<{ revisions: Revision[]; hasMore: boolean }> {
  const offset = (page - 1) * REVISIONS_PAGE_SIZE;
  const query = revisionsOf(readDb, kind, rowId);
  const rows = await query
    .limit(REVISIONS_PAGE_SIZE + 1)
    .offset(offset)
    .execute();
  const hasMore = rows.length > REVISIONS_PAGE_SIZE;
  const formatValue = await kind.valueFormatter();
  const revisions = rows
    .slice(0, REVISIONS_PAGE_SIZE)
    .map((row, index): Revision => ({ ...toRevision(kind, formatValue, row), isPresent: offset + index === 0 }));
  const oldestRow = rows.at(-1);
  const isFirst = oldestRow && FIRST_ACTIONS.includes(oldestRow.action) && oldestRow.before === "{}";
  const isComplete = isFirst && !toRevision(kind, formatValue, oldestRow).isOnlySources;
  if (!hasMore && !isComplete && (oldestRow || page === 1)) {
    const firstEntry = { number: 0, action: "first" as const, at: createdAt, userName: "", merged: null };
    const noChanges = { changes: [], isOnlySources: false };
    revisions.push({ ...firstEntry, ...noChanges, isPresent: page === 1 && rows.length === 0 });
  }
  return { revisions, hasMore };
}

function toRevision<Field extends string>(
  kind: { labels: Record<Field, string> },
  formatValue: FormatValue<Field>,
  { rowId: number, before, after, ...row }: StoredRevision,
): Omit<Revision, "isPresent"> {
  const { merged, ...changedFields } = parseJson(after);
  const mergedRecord = { name: String(merged?.name), text: JSON.stringify(merged, null, 2) };
  const changes = changesBetween(kind, formatValue, parseJson(before), changedFields);
  return {
    ...row,
    number,
    changes,
    isOnlySources: changes.length === 0 && ("evidence" in changedFields || "provenance" in changedFields),
    merged: merged ? mergedRecord : null,
  };
}

const Restore = z.object({
  // An empty value is not 0, which stands for the record as first entered.
  revision: z
    .union([z.number(), z.string().regex(/^\d+$/)], "Please choose a version.")
    .pipe(z.coerce.number<number | string>().int()),
  updatedAt: z.string().optional(),
  acceptedReason: z.string().optional(),
});

/** An earlier version, ready to be saved. */
export interface EarlierVersion {
  rowId: number;
  /** The fields that changed since, with their former values. */
  record: Record<string, unknown>;
  expectedUpdatedAt: string | undefined;
  /** The evidence of those fields at that time. */
  evidence: Evidence[];
  /** The name of the version for the audit log. */
  version: string;
  /** The reason for which sentences of AI without a source may be public again. */
  acceptedReason: string | undefined;
}

/**
 * Restores a record to its state after one of its changes. This is a new change.
 *
 * @param key The id, or an address that the record has or had.
 * @param input `{ revision, updatedAt?, acceptedReason? }`: The number of the revision; 0 for the record as first entered.
 * @param save Writes the earlier version in the transaction.
 * @throws AppError "invalid", "missing"; "conflict" if the record is in the trash or was changed since `updatedAt`.
 */
export async function restoreRevision<Row extends RecordRow, Field extends string, Saved>(
  kind: RecordKind<Row, Field>,
  { editor, key, input }: { editor: Editor; key: string; input: unknown },
  save: (tx: Queryable, version: EarlierVersion) => Promise<Saved>,
): Promise<Saved> {
  const { revision, updatedAt, acceptedReason } = parse(Restore, input);
  const { rowId } = await kind.find(editor, key);
  return db.transaction().execute(async (tx) => {
    const revisions = await revisionsOf(tx, kind, rowId).where("rowId", ">=", revision).execute();
    const target = revisions.find((candidate) => candidate.rowId === revision);
    if (!target && revision !== 0) throw new AppError("missing", "There is no such version.");
    const laterRevisions = revisions.filter((entry) => entry.rowId > revision);
    const record = formerValues(laterRevisions);
    const evidence = laterRevisions.flatMap(({ after }): Evidence[] => JSON.parse(after).evidence ?? []);
    const version = target ? `the version of ${target.at.slice(0, 16).replace("T", " ")} UTC` : "as first entered";
    return save(tx, { rowId, record, evidence, expectedUpdatedAt: updatedAt, version, acceptedReason });
  });
}
