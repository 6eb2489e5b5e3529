/** What is said to a curator whose change was made from an older record than the present one (decision D29). */
import type { ExpertRow, Queryable } from "~/db.server";
import { AppError } from "~/errors";
import { EXPERT_FIELDS, type ExpertField, labelsOf } from "./fields";
import { type ExpertRecord, isSame, recordOf } from "./record.server";

/** Nothing was written. Carries what is needed to go on without typing anything again. */
export class EditConflict extends AppError {
  constructor(
    message: string,
    /** The record with both changes in it: where both changed the same field, one's own. */
    readonly merged: ExpertRecord,
    /** What the others wrote into fields that both changed. */
    readonly theirs: Partial<ExpertRecord>,
    /** What the next attempt is made from. */
    readonly updatedAt: string,
  ) {
    super("conflict", message);
  }
}

/** Compares a change that was made from the record of `expectedUpdatedAt` with what happened since. */
export async function staleEdit(
  tx: Queryable,
  row: ExpertRow,
  expectedUpdatedAt: string,
  mine: Record<string, unknown>,
): Promise<EditConflict> {
  const later = await tx
    .selectFrom("expertRevisions")
    .select(["userName", "at", "before", "after"])
    .where("expertRowId", "=", row.rowId)
    .where("at", ">", expectedUpdatedAt)
    .orderBy("rowId", "desc")
    .execute();
  const present = recordOf(row);
  // From the newest to the oldest: what stands at last is the record that the change was made from.
  const base: Record<string, unknown> = Object.assign({}, ...later.map(({ before }) => JSON.parse(before)));
  const theirs = EXPERT_FIELDS.filter((field) => field in base && !isSame(base[field], present[field]));
  const isMine = (field: ExpertField) =>
    field in mine && !isSame(mine[field], field in base ? base[field] : present[field]);
  const both = theirs.filter((field) => isMine(field) && !isSame(mine[field], present[field]));
  const pick = (fields: ExpertField[], from: object) =>
    Object.fromEntries(fields.map((field) => [field, from[field as keyof object]])) as Partial<ExpertRecord>;
  const merged = { ...present, ...pick(EXPERT_FIELDS.filter(isMine), mine) };
  return new EditConflict(messageOf(row, later, theirs), merged, pick(both, present), row.updatedAt);
}

function messageOf(row: ExpertRow, later: { userName: string; at: string }[], fields: ExpertField[]): string {
  const names = new Intl.ListFormat("en").format([...new Set(later.map(({ userName }) => userName))]);
  const at = `${(later[0]?.at ?? row.updatedAt).slice(0, 16).replace("T", " ")} UTC`;
  const what = fields.length > 0 ? `: ${labelsOf(fields)}` : "";
  return `${names || "Someone"} changed ${row.name} meanwhile (${at})${what}. Nothing was overwritten.`;
}
