/** Handles a change that was made from an older record than the present one. */
import type { Queryable } from "~/db.server";
import { AppError } from "~/errors";
import { piecesOf } from "./diff.server";
import { fieldsOf, labelsOf, type RecordKind, type RecordRow } from "./kind";
import { formerValues, revisionsOf } from "./revisions.server";

/** The error for such a change, of which nothing was written. It carries the data to continue without typing again. */
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
 * @param mine Returns some fields of the record as they would be stored.
 */
export async function refuseStaleEdit<Row extends RecordRow, Field extends string>(
  tx: Queryable,
  kind: RecordKind<Row, Field>,
  row: Row,
  {
    expectedUpdatedAt,
    mine: read,
  }: { expectedUpdatedAt: string | undefined; mine: () => Promise<Record<string, unknown>> },
): Promise<void> {
  if (expectedUpdatedAt === undefined || expectedUpdatedAt === row.updatedAt) return;
  const mine = await read();
  const later = await revisionsOf(tx, kind, row.rowId).where("at", ">", expectedUpdatedAt).execute();
  const [present, base] = [kind.recordOf(row), formerValues(later)];
  const fields = fieldsOf(kind);
  const theirs = fields.filter((field) => field in base && !kind.isSame(base[field], present[field]));
  const isMine = (field: Field) =>
    field in mine && !kind.isSame(mine[field], field in base ? base[field] : present[field]);
  const both = theirs.filter((field) => isMine(field) && !kind.isSame(mine[field], present[field]));
  const pick = (some: Field[], from: Record<string, unknown>) =>
    Object.fromEntries(some.map((field) => [field, from[field]]));
  const merged = { ...present, ...pick(fields.filter(isMine), mine) };
  throw new EditConflict(message(kind, row, later, theirs), merged, pick(both, present), row.updatedAt);
}

function message<Row extends RecordRow, Field extends string>(
  kind: RecordKind<Row, Field>,
  row: Row,
  later: { userName: string; at: string }[],
  fields: Field[],
): string {
  const people = new Set(later.map(({ userName }) => userName).filter(Boolean));
  const names = new Intl.ListFormat("en").format(people);
  const at = `${(later[0]?.at ?? row.updatedAt).slice(0, 16).replace("T", " ")} UTC`;
  const changes = fields.length > 0 ? `: ${labelsOf(kind.labels, fields)}` : "";
  return `${names || "Someone"} changed ${kind.nameOf(row)} meanwhile (${at})${changes}. Nothing was overwritten.`;
}

/** Returns the values of others in fields that both changed, as people read them, and the differences from the editor's. */
export async function conflictingTexts<Row extends RecordRow, Field extends string>(
  kind: RecordKind<Row, Field>,
  { theirs, merged }: Pick<EditConflict, "theirs" | "merged">,
) {
  const shown = await kind.shownValues();
  return fieldsOf(kind)
    .filter((field) => field in theirs)
    .map((field) => {
      const [mine, theirValue] = [shown(field, merged[field]), shown(field, theirs[field])];
      const text = Array.isArray(theirValue) ? theirValue.join("\n") : theirValue;
      return { label: kind.labels[field], text, pieces: piecesOf(mine, theirValue) };
    });
}
