/** Detects edit conflicts: the record was saved again after the editor opened it. */
import type { AuditLogTable, Queryable } from "~/db.server";
import { AppError } from "~/errors";
import { shownVersions, versionOf, wasShown } from "~/models/base/input/versions.server";
import { piecesOf } from "./diff.server";
import { fieldsOf, labelsOf, type RecordKind, type RecordRow } from "./kind";
import { formerValues, revisionsOf } from "./revisions.server";

/** Reports an edit conflict. Nothing was written; the error carries the values, so that nobody has to type them again. */
export class EditConflict extends AppError {
  constructor(
    message: string,
    /** The record with both changes; fields that both changed have the editor's values. */
    readonly merged: Record<string, unknown>,
    /** The values of others in fields that both changed. */
    readonly theirs: Record<string, unknown>,
    /** The time of the version from which the next attempt starts. */
    readonly updatedAt: string,
    /** The versions of the fields from which the next attempt starts, for records without revisions. */
    readonly shown: Record<string, string> = {},
  ) {
    super("conflict", message);
  }
}

/**
 * Throws EditConflict if the row is newer than `expectedUpdatedAt`.
 * @param readMine Returns the editor's fields as they would be stored.
 */
export async function refuseStaleEdit<Row extends RecordRow, Field extends string>(
  tx: Queryable,
  kind: RecordKind<Row, Field>,
  row: Row,
  {
    expectedUpdatedAt,
    readMine,
  }: { expectedUpdatedAt: string | undefined; readMine: () => Promise<Record<string, unknown>> },
): Promise<void> {
  if (expectedUpdatedAt === undefined || expectedUpdatedAt === row.updatedAt) return;
  const mine = await readMine();
  const laterRevisions = await revisionsOf(tx, kind, row.rowId).where("at", ">", expectedUpdatedAt).execute();
  const [currentRecord, baseValues] = [kind.recordOf(row), formerValues(laterRevisions)];
  const fields = fieldsOf(kind);
  const theirFields = fields.filter(
    (field) => field in baseValues && !kind.isSame(baseValues[field], currentRecord[field]),
  );
  const isMine = (field: Field) =>
    field in mine && !kind.isSame(mine[field], field in baseValues ? baseValues[field] : currentRecord[field]);
  const conflictingFields = theirFields.filter(
    (field) => isMine(field) && !kind.isSame(mine[field], currentRecord[field]),
  );
  const pick = (names: Field[], from: Record<string, unknown>) =>
    Object.fromEntries(names.map((field) => [field, from[field]]));
  const merged = { ...currentRecord, ...pick(fields.filter(isMine), mine) };
  throw new EditConflict(
    conflictMessage(kind, row, laterRevisions, theirFields),
    merged,
    pick(conflictingFields, currentRecord),
    row.updatedAt,
  );
}

function conflictMessage<Row extends RecordRow, Field extends string>(
  kind: RecordKind<Row, Field>,
  row: Row,
  laterRevisions: { userName: string; at: string }[],
  fields: Field[],
): string {
  const people = new Set(laterRevisions.map(({ userName }) => userName).filter(Boolean));
  const names = new Intl.ListFormat("en").format(people);
  const time = `${(laterRevisions[0]?.at ?? row.updatedAt).slice(0, 16).replace("T", " ")} UTC`;
  const changes = fields.length > 0 ? `: ${labelsOf(kind.labels, fields)}` : "";
  return `${names || "Someone"} changed ${kind.nameOf(row)} meanwhile (${time})${changes}. Nothing was overwritten.`;
}

/** A record without revisions, in the audit log and in words. */
interface PlainRecord<Fields> {
  subjectKind: AuditLogTable["subjectKind"];
  subjectId: string;
  /** The words for the record in a sentence, such as "this page". */
  name: string;
  labels: Record<keyof Fields & string, string>;
}

/**
 * Returns the conflict of an edit of a record without revisions. The audit log names who changed it last. Who changed which field
 * follows from the versions that the form showed; without them, as in JSON calls, both changed all fields that differ.
 *
 * @param input The input that was sent, with the fields of `shownVersions`.
 */
export async function conflictWithoutRevisions<Fields extends Record<string, unknown>>(
  tx: Queryable,
  { subjectKind, subjectId, name, labels }: PlainRecord<Fields>,
  { mine, current, updatedAt, input }: { mine: Fields; current: Fields; updatedAt: string; input: unknown },
): Promise<EditConflict> {
  const entries = tx.selectFrom("auditLog").select(["userName", "at"]).where("subjectKind", "=", subjectKind);
  const lastEntry = await entries
    .where("subjectId", "=", subjectId)
    .orderBy("rowId", "desc")
    .limit(1)
    .executeTakeFirst();
  const fields = Object.keys(current) as (keyof Fields & string)[];
  const changedByMe = fields.filter((field) => wasShown(input, field, mine[field]) !== true);
  const changedByThem = fields.filter((field) => wasShown(input, field, current[field]) !== true);
  const differs = (field: keyof Fields) => versionOf(mine[field]) !== versionOf(current[field]);
  const conflictingFields = changedByThem.filter((field) => changedByMe.includes(field) && differs(field));
  const pick = (names: string[], from: Fields) => Object.fromEntries(names.map((field) => [field, from[field]]));
  const namedFields = changedByThem.filter((field) => wasShown(input, field, current[field]) === false);
  const changes = namedFields.length > 0 ? `: ${labelsOf(labels, namedFields)}` : "";
  const time = lastEntry ? ` (${lastEntry.at.slice(0, 16).replace("T", " ")} UTC)` : "";
  const message = `${lastEntry?.userName || "Someone"} changed ${name} meanwhile${time}${changes}. Nothing was overwritten.`;
  const merged = { ...current, ...pick(changedByMe, mine) };
  return new EditConflict(message, merged, pick(conflictingFields, current), updatedAt, shownVersions(current));
}

/** Throws EditConflict if the record, which has neither revisions nor a time, is not the one that `input.version` names. */
export async function refuseStaleVersion<Fields extends Record<string, unknown>>(
  tx: Queryable,
  record: PlainRecord<Fields>,
  { mine, current, input }: { mine: Fields; current: Fields; input: unknown },
): Promise<void> {
  const { version } = Object(input) as { version?: unknown };
  const updatedAt = versionOf(current);
  if (version === undefined || version === updatedAt) return;
  throw await conflictWithoutRevisions(tx, record, { mine, current, updatedAt, input });
}

/** Returns the hidden fields with which `refuseStaleVersion` finds changes of others. */
export function versionsOfRecord(fields: Record<string, unknown>): Record<string, string> {
  return { version: versionOf(fields), ...shownVersions(fields) };
}

/**
 * Returns what a form shows after a conflict of a record without revisions: the typed values, with the other editor's in fields that
 * only they changed, and both values of the fields that both changed.
 */
export function conflictAnswer(
  { message, merged, theirs, updatedAt, shown }: EditConflict,
  labels: Record<string, string>,
  toText: (value: unknown, field: string) => string = String,
) {
  const texts = Object.fromEntries(Object.entries(merged).map(([field, value]) => [field, toText(value, field)]));
  const conflicts = Object.entries(theirs).map(([field, value]) => {
    const text = toText(value, field);
    return { label: labels[field] ?? field, text, pieces: piecesOf(toText(merged[field], field), text) };
  });
  const values = { ...texts, ...shown, updatedAt, version: updatedAt };
  return { message, fieldErrors: {}, values, conflict: { theirs: conflicts } };
}

/** Returns the other person's values of fields that both changed, formatted, with the differences from the editor's. */
export async function conflictingTexts<Row extends RecordRow, Field extends string>(
  kind: RecordKind<Row, Field>,
  { theirs, merged }: Pick<EditConflict, "theirs" | "merged">,
) {
  const formatValue = await kind.valueFormatter();
  return fieldsOf(kind)
    .filter((field) => field in theirs)
    .map((field) => {
      const [mine, theirValue] = [formatValue(field, merged[field]), formatValue(field, theirs[field])];
      const text = Array.isArray(theirValue) ? theirValue.join("\n") : theirValue;
      return { label: kind.labels[field], text, pieces: piecesOf(mine, theirValue) };
    });
}
