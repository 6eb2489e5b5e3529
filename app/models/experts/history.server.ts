/** The history of an expert: who changed what when, and going back to what it was. */
import { diffArrays } from "diff";
import { z } from "zod";
import { db, type ExpertRevisionsTable, type ExpertRow, readDb } from "~/db.server";
import { AppError } from "~/errors";
import type { Admin } from "~/models/accounts/admin.server";
import { type Piece, piecesOf as piecesOfTexts } from "~/models/records/diff.server";
import { parse } from "~/validation.server";
import { expertForAdmin, noteExpert } from "./admin-list.server";
import { categoryLabel } from "./categories";
import { lockedRow, saveExpert } from "./edit.server";
import type { Expert } from "./experts.server";
import { EXPERT_FIELDS, EXPERT_LABELS, type ExpertField } from "./fields";
import { type ExpertRecord, NO_RECORD } from "./record.server";

export const REVISIONS_PAGE_SIZE = 20;

export interface Revision {
  /** What it is restored by; 0 for the expert as first entered. */
  number: number;
  action: ExpertRevisionsTable["action"] | "first";
  at: string;
  /** "" when no person did it, or none is known. */
  userName: string;
  /** What changed, field by field; empty for the expert as first entered. */
  changes: { label: string; pieces: Piece[] }[];
  /** The whole record of the expert that was merged into this one, in the words of its JSON. */
  merged: { name: string; text: string } | null;
  /** Whether the expert is now as it was after this change, so that there is nothing to restore. */
  isPresent: boolean;
}

/** What is noted with a revision beside the fields: see `mergeExperts`. */
interface Attached {
  merged?: { name: string } & Record<string, unknown>;
}

/**
 * One page of an expert's history, the latest change first; and whether there is more.
 *
 * @param page from 1.
 */
export async function expertHistory(
  _admin: Admin,
  { rowId, createdAt }: Pick<ExpertRow, "rowId" | "createdAt">,
  page: number,
): Promise<{ revisions: Revision[]; more: boolean }> {
  const rows = await readDb
    .selectFrom("expertRevisions")
    .selectAll()
    .where("expertRowId", "=", rowId)
    .orderBy("rowId", "desc")
    .limit(REVISIONS_PAGE_SIZE + 1)
    .offset((page - 1) * REVISIONS_PAGE_SIZE)
    .execute();
  const more = rows.length > REVISIONS_PAGE_SIZE;
  const revisions = rows.slice(0, REVISIONS_PAGE_SIZE).map(({ before, after, ...row }, place): Revision => {
    const [was, is]: [Partial<ExpertRecord>, Partial<ExpertRecord> & Attached] = [
      JSON.parse(before),
      JSON.parse(after),
    ];
    const { merged } = is;
    return {
      number: row.rowId,
      action: row.action,
      at: row.at,
      userName: row.userName,
      changes: changesBetween(was, is),
      merged: merged ? { name: merged.name, text: JSON.stringify(merged, null, 2) } : null,
      isPresent: page === 1 && place === 0,
    };
  });
  const oldest = rows.at(-1);
  const isWhole = oldest && FIRST.includes(oldest.action) && oldest.before === "{}";
  if (!more && !isWhole) {
    const first = { number: 0, at: createdAt, userName: "", changes: [], merged: null };
    revisions.push({ ...first, action: "first", isPresent: page === 1 && rows.length === 0 });
  }
  return { revisions, more };
}

/** Changes that begin a history: what is before them is nothing. */
const FIRST: Revision["action"][] = ["created", "approved", "imported"];

/** What differs between two states of some fields, in the order of the fields. */
export function changesBetween(was: Partial<ExpertRecord>, is: Partial<ExpertRecord>): Revision["changes"] {
  return EXPERT_FIELDS.filter((field) => field in was || field in is).map((field) => ({
    label: EXPERT_LABELS[field],
    pieces: piecesOf(shownOf(field, was), shownOf(field, is)),
  }));
}

/** A field as it is read: an empty one where a record lacks it. */
function shownOf(field: ExpertField, record: Partial<ExpertRecord>): string | string[] {
  const value = record[field] ?? NO_RECORD[field];
  if (typeof value === "boolean") return value ? "Yes" : "No";
  return field === "categories" ? (value as string[]).map(categoryLabel) : value;
}

/** What of a field stayed, came and went. Lists are compared by entries, texts by words. */
export function piecesOf(was: string | string[], is: string | string[]): Piece[] {
  const pieces =
    Array.isArray(was) && Array.isArray(is) ? piecesOfLists(was, is) : piecesOfTexts(String(was), String(is));
  return pieces.map((piece, place) => shortened(piece, { first: place === 0, last: place === pieces.length - 1 }));
}

function piecesOfLists(was: string[], is: string[]): Piece[] {
  return diffArrays(was, is).map(({ value, added, removed }) => ({
    kind: added ? "added" : removed ? "removed" : "same",
    text: value.map((entry) => `${entry}\n`).join(""),
  }));
}

/** So much of what stayed the same is shown around a change, and of a change itself, in characters. */
const AROUND = 80;
const MOST_SHOWN = 4_000;

function shortened({ kind, text }: Piece, { first, last }: { first: boolean; last: boolean }): Piece {
  if (kind !== "same") return { kind, text: text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)} …` : text };
  if (text.length <= 3 * AROUND) return { kind, text };
  return { kind, text: `${first ? "" : text.slice(0, AROUND)} … ${last ? "" : text.slice(-AROUND)}` };
}

const Restore = z.object({
  revision: z.coerce.number("Please choose a version.").int(),
  updatedAt: z.string().optional(),
});

/**
 * Makes an expert what it was after one of its changes, as a new change.
 *
 * @param key the id, or an address the expert has or had.
 * @param input `{ revision, updatedAt? }`: the number of the revision; 0 for the expert as first entered.
 * @throws AppError "invalid", "missing"; "conflict" when it is in the trash or was changed since `updatedAt`.
 */
export async function restoreExpertRevision(admin: Admin, key: string, input: unknown): Promise<Expert> {
  const { revision, updatedAt } = parse(Restore, input);
  const { rowId } = await expertForAdmin(admin, key);
  return db.transaction().execute(async (tx) => {
    await lockedRow(tx, rowId);
    const revisions = await tx
      .selectFrom("expertRevisions")
      .select(["rowId", "at", "before"])
      .where("expertRowId", "=", rowId)
      .where("rowId", ">=", revision)
      .orderBy("rowId", "desc")
      .execute();
    const target = revisions.find((one) => one.rowId === revision);
    if (!target && revision !== 0) throw new AppError("missing", "There is no such version.");
    // From the newest to the oldest: what was before the first change since then stands at last.
    const later = revisions.filter((one) => one.rowId > revision);
    const record: Partial<ExpertRecord> = Object.assign({}, ...later.map(({ before }) => JSON.parse(before)));
    const save = { rowId, record, action: "restored", expectedUpdatedAt: updatedAt } as const;
    const { expert, changed } = await saveExpert(tx, admin, save);
    const version = target ? `the version of ${target.at.slice(0, 16).replace("T", " ")} UTC` : "as first entered";
    if (changed.length > 0) await noteExpert(tx, admin, "expert brought back to an earlier version", expert, version);
    return expert;
  });
}
