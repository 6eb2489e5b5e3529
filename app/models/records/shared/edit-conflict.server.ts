/** Detects edit conflicts: the record was saved again after the editor opened it. */
import type { AuditLogTable, Queryable } from "~/db.server";
import { AppError } from "~/errors";
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
  const [current, base] = [kind.recordOf(row), formerValues(laterRevisions)];
  const fields = fieldsOf(kind);
  const theirFields = fields.filter((field) => field in base && !kind.isSame(base[field], current[field]));
  const isMine = (field: Field) =>
    field in mine && !kind.isSame(mine[field], field in base ? base[field] : current[field]);
  const conflictingFields = theirFields.filter((field) => isMine(field) && !kind.isSame(mine[field], current[field]));
  const pick = (names: Field[], from: Record<string, unknown>) =>
    Object.fromEntries(names.map((field) => [field, from[field]]));
  const merged = { ...current, ...pick(fields.filter(isMine), mine) };
  throw new EditConflict(
    conflictMessage(kind, row, laterRevisions, theirFields),
    merged,
    pick(conflictingFields, current),
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

/**
 * Returns the conflict of an edit of a record without revisions. The audit log names who changed it last.
 *
 * @param record The kind and id of the record in the audit log, and what it is called, such as "this page".
 */
export async function conflictWithoutRevisions<Fields extends Record<string, unknown>>(
  tx: Queryable,
  record: { subjectKind: AuditLogTable["subjectKind"]; subjectId: string; name: string },
  { mine, current, updatedAt }: { mine: Fields; current: Fields; updatedAt: string },
): Promise<EditConflict> {
  const entries = tx.selectFrom("auditLog").select(["userName", "at"]).where("subjectKind", "=", record.subjectKind);
  const last = await entries
    .where("subjectId", "=", record.subjectId)
    .orderBy("rowId", "desc")
    .limit(1)
    .executeTakeFirst();
  const at = last ? ` (${last.at.slice(0, 16).replace("T", " ")} UTC)` : "";
  const differs = ([name, value]: [string, unknown]) => JSON.stringify(value) !== JSON.stringify(mine[name]);
  const theirs = Object.fromEntries(Object.entries(current).filter(differs));
  const message = `${last?.userName || "Someone"} changed ${record.name} meanwhile${at}. Nothing was overwritten.`;
  return new EditConflict(message, { ...mine }, theirs, updatedAt);
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
