import { db, type ExpertRow, type Queryable, readDb, type SubmissionRow, type UserRow } from "~/db.server";
import { AppError } from "~/errors";
import { forgetSoon } from "~/models/base/forgetting/forgetting.server";
import { countPages, type PageQuery } from "~/models/base/input/paging.server";
import { limit } from "~/models/base/rate-limits/rate-limits.server";
import { nameColumns, sortName } from "~/models/base/text/names.server";
import { EXPERT_FIELDS, EXPERT_LABELS, type ExpertField, SUBMITTED_FIELDS } from "~/models/records/experts/fields";
import { recordOf } from "~/models/records/experts/record.server";
import { expertValueFormatter } from "~/models/records/experts/shown.server";
import { storeWebsites } from "~/models/records/experts/websites.server";
import { labelsOf } from "~/models/records/shared/kind";
import { isPublicRow, publicRows } from "~/models/records/shared/public-rows.server";
import { timeAfter } from "~/stored-times";
import { readSubmission, type SuggestedFields } from "./input.server";
import { fieldsBefore, rebase } from "./rebase.server";
import { mergedRecord, type SubmittedRecord, targetOf } from "./review-record.server";
import { changedFields, changeIn, checkRoom, noteModelTexts, STATUS_LABELS } from "./submissions.server";

export interface OwnSubmission {
  id: string;
  name: string;
  isChange: boolean;
  status: SubmissionRow["status"];
  statusLabel: string;
  submittedAt: string;
  reviewedAt: string | null;
  slug: string | null;
  /** The reviewer's note on a rejected or partly approved submission. */
  reviewNotes: string;
  /** Labels of a partly approved change, else null. */
  part: { taken: string; leftOut: string } | null;
}

/** Returns a page of the user's submissions, newest first; past the end the last page. */
export async function submissionsOf(user: UserRow, { page, limit }: PageQuery) {
  const submissions = readDb.selectFrom("submissions").where("userId", "=", user.id);
  const { total } = await submissions.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const pages = countPages(total, limit);
  const shownPage = Math.min(page, pages);
  const rows = await submissions
    .leftJoin("experts", (join) =>
      join
        .on((eb) =>
          eb("experts.rowId", "=", eb.fn.coalesce("submissions.expertRowId", "submissions.changesExpertRowId")),
        )
        .on("experts.deletedAt", "is", null)
        .on("experts.state", "=", "public"),
    )
    .select(["submissions.id", "submissions.name", "submissions.status", "submissions.submittedAt", "experts.slug"])
    .select("submissions.reviewedAt")
    .select(["submissions.changesExpertRowId", "submissions.reviewNotes", "submissions.leftOut", "submissions.record"])
    .orderBy("submissions.submittedAt", "desc")
    .orderBy("submissions.rowId", "desc")
    .limit(limit)
    .offset((shownPage - 1) * limit)
    .execute();
  return { submissions: rows.map(toOwnSubmission), total, page: shownPage, pages };
}

export type OwnProposal = Pick<OwnSubmission, "id" | "status" | "statusLabel" | "submittedAt" | "reviewNotes"> & {
  /** The labels of the changed fields. */
  fields: string;
};

const MAX_PROPOSALS = 20;

/** Returns a user's latest 20 proposals for a profile, and the number of waiting proposals by others. */
export async function proposalsFor(
  user: UserRow,
  expertRowId: number,
): Promise<{ proposals: OwnProposal[]; othersWaiting: number }> {
  const proposalsForProfile = readDb.selectFrom("submissions").where("changesExpertRowId", "=", expertRowId);
  const rows = await proposalsForProfile
    .select([
      "id",
      "name",
      "status",
      "submittedAt",
      "reviewedAt",
      "changesExpertRowId",
      "reviewNotes",
      "leftOut",
      "record",
    ])
    .where("userId", "=", user.id)
    .orderBy("submittedAt", "desc")
    .orderBy("rowId", "desc")
    .limit(MAX_PROPOSALS)
    .execute();
  const otherRows = await proposalsForProfile
    .select((e) => e.fn.countAll<number>().as("count"))
    .where((e) => e.or([e("userId", "is", null), e("userId", "!=", user.id)]))
    .where("status", "=", "pending")
    .executeTakeFirstOrThrow();
  const proposals = rows.map((row) => {
    const { id, status, statusLabel, submittedAt, reviewNotes } = toOwnSubmission({ ...row, slug: null });
    const suggestedRecord = JSON.parse(row.record);
    const names = EXPERT_FIELDS.filter((field) => field in suggestedRecord);
    return { id, status, statusLabel, submittedAt, reviewNotes, fields: labelsOf(EXPERT_LABELS, names) };
  });
  return { proposals, othersWaiting: otherRows.count };
}

type ListedRow = Omit<OwnSubmission, "isChange" | "statusLabel" | "part"> &
  Pick<SubmissionRow, "changesExpertRowId" | "leftOut" | "record">;

function toOwnSubmission({ changesExpertRowId, reviewNotes, leftOut, record, ...row }: ListedRow): OwnSubmission {
  const part = partOf({ leftOut, record });
  return {
    ...row,
    isChange: changesExpertRowId !== null,
    statusLabel: part ? "partly approved" : STATUS_LABELS[row.status],
    reviewNotes: part || row.status === "rejected" ? reviewNotes : "",
    part,
  };
}

function partOf({ leftOut, record }: Pick<SubmissionRow, "leftOut" | "record">): OwnSubmission["part"] {
  const leftOutFields: ExpertField[] = JSON.parse(leftOut);
  if (leftOutFields.length === 0) return null;
  const suggestedRecord = JSON.parse(record);
  const acceptedFields = EXPERT_FIELDS.filter((field) => field in suggestedRecord && !leftOutFields.includes(field));
  return { taken: labelsOf(EXPERT_LABELS, acceptedFields), leftOut: labelsOf(EXPERT_LABELS, leftOutFields) };
}

/** Returns the user's own submission; null for an unknown id or another user's submission. */
export async function findOwnSubmission(
  user: UserRow,
  id: string,
): Promise<{ id: string; statusLabel: string; isChange: boolean } | null> {
  const row = await readDb
    .selectFrom("submissions")
    .select(["status", "changesExpertRowId"])
    .where("id", "=", id)
    .where("userId", "=", user.id)
    .executeTakeFirst();
  return row ? { id, statusLabel: STATUS_LABELS[row.status], isChange: row.changesExpertRowId !== null } : null;
}

export interface OwnDetails extends OwnSubmission {
  /** Clients send this time back with a correction or withdrawal, to detect conflicts. */
  updatedAt: string;
  /** The fields in readable form, without empty fields. */
  fields: { field: ExpertField; label: string; value: string | string[] }[];
  /** The submitted record; for a change it includes the profile's unchanged fields. */
  record: SubmittedRecord;
  /** The time of the profile's version in `record`; "" for a new expert. */
  basedOn: string;
  submitterReason: string;
  isEdited: boolean;
}

/** Returns the user's own submission in full. Throws "missing", also for another user's submission. */
export async function ownSubmission(user: UserRow, id: string): Promise<OwnDetails> {
  return detailsOf(readDb, await findOwnRow(readDb, user, id));
}

async function detailsOf(from: Queryable, row: SubmissionRow): Promise<OwnDetails> {
  const target = await shownTarget(from, row);
  const record = row.status === "pending" ? row.record : (row.sentRecord ?? row.record);
  const mergedFields = mergedRecord({ ...row, record }, target);
  const sentFields = JSON.parse(record);
  const shownFields = SUBMITTED_FIELDS.filter((field) => field in sentFields);
  const formatValue = await expertValueFormatter();
  const fields = shownFields.map((field) => ({
    field,
    label: EXPERT_LABELS[field],
    value: formatValue(field, mergedFields[field as keyof SubmittedRecord]),
  }));
  const { id, name, status, submittedAt, reviewedAt, updatedAt, submitterReason } = row;
  const { changesExpertRowId, reviewNotes, leftOut, record: storedRecord } = row;
  const view = { id, name, status, submittedAt, reviewedAt, slug: await publicSlug(from, row) };
  return {
    ...toOwnSubmission({ ...view, changesExpertRowId, reviewNotes, leftOut, record: storedRecord }),
    updatedAt,
    submitterReason,
    fields: fields.filter(({ value }) => value.length > 0),
    record: mergedFields,
    basedOn: target?.updatedAt ?? "",
    isEdited: row.sentRecord !== null,
  };
}

/** Returns the profile that the submission changes, unless readers do not see it. */
async function shownTarget(from: Queryable, row: SubmissionRow): Promise<ExpertRow | null> {
  const target = await targetOf(row, from);
  return target && isPublicRow("expert", target) ? target : null;
}

function targetIsHidden(): AppError {
  return new AppError("conflict", "Readers do not see this profile at the moment, so only withdrawing is possible.");
}

async function publicSlug(from: Queryable, { expertRowId, changesExpertRowId }: SubmissionRow): Promise<string | null> {
  const rowId = expertRowId ?? changesExpertRowId;
  if (rowId === null) return null;
  return (await publicRows(from, "expert").select("slug").where("rowId", "=", rowId).executeTakeFirst())?.slug ?? null;
}

/**
 * Replaces the fields of the user's waiting submission, and returns it. Throws "missing", "conflict", "invalid", "limited".
 */
export async function correctSubmission(user: UserRow, id: string, input: unknown): Promise<OwnDetails> {
  const { updatedAt, basedOn } = Object(input) as { updatedAt?: unknown; basedOn?: unknown };
  // Refuses a wrong type; a correction stays with its profile.
  changeIn(input);
  return db.transaction().execute(async (tx) => {
    const row = await requireOwnPending(tx, user, id, updatedAt);
    const target = await shownTarget(tx, row);
    if (row.changesExpertRowId !== null && !target) throw targetIsHidden();
    const formerRecord = mergedRecord(row, target);
    const before = target ? await fieldsBefore(tx, target.rowId, basedOn) : {};
    const { submitterReason, fields: sentFields } = readSubmission(input, [
      ...formerRecord.referenceLinks,
      ...[before.referenceLinks ?? []].flat().map(String),
    ]);
    const fields = target ? rebase(sentFields, before, recordOf(target)) : sentFields;
    const record = correctRecord(row.record, fields, target);
    const values = {
      name: fields.name,
      title: fields.title,
      foldedName: sortName(fields.name),
      ...nameColumns(fields.name),
      record,
      sentRecord: row.sentRecord && correctRecord(row.sentRecord, fields, target),
      submitterReason,
      updatedAt: timeAfter(row.updatedAt),
    };
    await checkRoom(tx, user, record.length - row.record.length);
    await limit("submission", user.id);
    await tx.updateTable("submissions").set(values).where("rowId", "=", row.rowId).execute();
    if (!target) await storeWebsites(tx, { submissionRowId: row.rowId }, fields.referenceLinks);
    await noteModelTexts(tx, user, row.rowId, { before: formerRecord, now: fields });
    return detailsOf(tx, await findOwnRow(tx, user, id));
  });
}

/** Returns the stored record with the corrected fields; fields that only a reviewer added stay. */
function correctRecord(storedRecord: string, fields: SuggestedFields, target: ExpertRow | null): string {
  const otherFields = Object.entries(JSON.parse(storedRecord)).filter(([name]) => !(name in fields));
  const changes = target
    ? changedFields({ ...mergedRecord({ record: "{}" } as SubmissionRow, target) }, fields)
    : fields;
  return JSON.stringify({ ...Object.fromEntries(otherFields), ...changes });
}

/** Deletes the user's waiting submission. Throws "missing", or "conflict" after a decision or change. */
export async function withdrawSubmission(user: UserRow, id: string, input: unknown): Promise<void> {
  const { updatedAt } = Object(input) as { updatedAt?: unknown };
  await db.transaction().execute(async (tx) => {
    const { rowId } = await requireOwnPending(tx, user, id, updatedAt);
    await tx.deleteFrom("submissions").where("rowId", "=", rowId).execute();
    await forgetSoon(tx);
  });
}

async function findOwnRow(from: Queryable, user: UserRow, id: string): Promise<SubmissionRow> {
  const submissions = from.selectFrom("submissions").selectAll().where("id", "=", id).where("userId", "=", user.id);
  const row = await submissions.executeTakeFirst();
  if (!row) throw new AppError("missing", "There is no such submission.");
  return row;
}

/** Finds the user's own waiting submission. Throws "missing"; "conflict" after a decision or change. */
export async function requireOwnPending(
  tx: Queryable,
  user: UserRow,
  id: string,
  updatedAt: unknown,
): Promise<SubmissionRow> {
  const row = await findOwnRow(tx, user, id);
  if (row.status !== "pending")
    throw new AppError("conflict", `This submission has been reviewed meanwhile: it is ${STATUS_LABELS[row.status]}.`);
  if (updatedAt !== undefined && updatedAt !== row.updatedAt)
    throw new AppError(
      "conflict",
      "This submission was changed meanwhile. Nothing was overwritten. Please open it again.",
    );
  return row;
}
