import { z } from "zod";
import { db, type Queryable, type SubmissionRow } from "~/db.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { withFourEyes } from "~/models/base/accounts/four-eyes.server";
import { audit } from "~/models/base/audit/audit.server";
import { parse } from "~/models/base/input/validation.server";
import { decisionMail } from "~/models/base/mail/second-thoughts.server";
import { siteSettings } from "~/models/base/settings/settings.server";
import { Compared } from "~/models/editing/identity/compare.server";
import { type Copies, withCopies } from "~/models/editing/images/copy.server";
import { EXPERT_FIELDS, EXPERT_LABELS, type ExpertField } from "~/models/records/experts/fields";
import type { GoneLink } from "~/models/records/links/open-links.server";
import { provenanceOf } from "~/models/records/provenance/provenance.server";
import { publish } from "~/models/records/publish/publish.server";
import { labelsOf } from "~/models/records/shared/kind";
import { PublishingConflict } from "~/models/records/sources/gate.server";
import { onlyFields } from "~/models/records/sources/subjects.server";
import { timeAfter } from "~/stored-times";
import { openSubmission, openSuggestion } from "./review-conflict.server";
import { copiesFor, goneLinksInSubmission, isSubmissionCompared, readEdit, writeEdit } from "./review-edit.server";
import { gapsIn, onlySubmitted, readSuggestion, type SubmittedRecord, type Suggestion } from "./review-record.server";
import { submissionSubject } from "./subject.server";
import { queueDecisionMail } from "./submissions.server";

export const EDITED_NOTE = "Approved after editing by admin";

const NOTES_LENGTH = 5_000;

/** Origins with scheme and host: `origin` is that of the request, and `linkOrigin` is that of links in mails. */
export interface Origins {
  origin: string;
  linkOrigin: string;
}

export interface DecisionResult {
  id: string;
  name: string;
  status: "approved" | "rejected";
  slug: string | null;
}

const text = z.string("This must be a text.");
export const DecisionInput = z.object({
  reviewNotes: text
    .trim()
    .max(NOTES_LENGTH, `At most ${NOTES_LENGTH.toLocaleString("en")} characters fit here.`)
    .nullish()
    .transform((notes) => (notes ?? "").replace(/\r\n?/g, "\n")),
  updatedAt: text.optional(),
  expertUpdatedAt: text.optional(),
  acceptedFields: z.array(text, "Send the accepted fields as a list of their names.").optional(),
  confirmed: z.union([text, z.boolean()]).optional(),
  relistReason: z.unknown().optional(),
  compared: Compared,
  acceptedReason: text.optional(),
});
export type DecisionInput = z.output<typeof DecisionInput>;

/** Publishes a submission, or only the `acceptedFields` of a change if the input has them. Throws "missing", "invalid", "conflict", EditConflict. */
export async function approveSubmission(
  editor: Editor,
  id: string,
  input: unknown,
  origins: Pick<Origins, "linkOrigin">,
): Promise<DecisionResult> {
  const decision = parse(DecisionInput, input ?? {});
  return approveSuggestion(editor, await readSuggestion(id), decision, origins);
}

/** Works as `approveSubmission`, for a submission that was read already. */
export async function approveSuggestion(
  editor: Editor,
  suggestion: Suggestion,
  decision: DecisionInput,
  { linkOrigin }: Pick<Origins, "linkOrigin">,
): Promise<DecisionResult> {
  const { updatedAt, acceptedFields, compared } = decision;
  const copies = await copiesFor(editor, suggestion, { updatedAt, acceptedFields });
  const hasComparison = await isSubmissionCompared(suggestion, { compared, acceptedFields });
  const goneLinks = await goneLinksInSubmission(suggestion);
  const { siteName } = await siteSettings();
  return withFourEyes(editor, async (tx) => {
    const currentSuggestion = await openSuggestion(tx, suggestion, updatedAt);
    const checks = { copies, isCompared: hasComparison, goneLinks };
    return approve(tx, editor, currentSuggestion, { ...decision, ...checks }, { siteName, origin: linkOrigin });
  });
}

/** Rejects a submission with the review notes of the input. Throws the errors of `approveSubmission`. */
export async function rejectSubmission(
  editor: Editor,
  id: string,
  input: unknown,
  { linkOrigin }: Pick<Origins, "linkOrigin">,
): Promise<DecisionResult> {
  const { reviewNotes, updatedAt } = parse(DecisionInput, input ?? {});
  const { siteName } = await siteSettings();
  return db.transaction().execute(async (tx) => {
    const row = await openSubmission(tx, id, updatedAt);
    return reject(tx, editor, row, reviewNotes, { siteName, origin: linkOrigin });
  });
}

/**
 * Stores the edited copy and publishes it in one transaction; if it has problems, it is only stored. Throws the errors of
 * `saveSubmission` and `approveSubmission`.
 */
export async function saveAndApprove(
  editor: Editor,
  id: string,
  input: unknown,
  { origin, linkOrigin }: Origins,
): Promise<DecisionResult> {
  const PublishedFields = DecisionInput.pick({
    expertUpdatedAt: true,
    confirmed: true,
    relistReason: true,
    compared: true,
    acceptedReason: true,
  });
  const { expertUpdatedAt, confirmed, relistReason, compared, acceptedReason } = parse(PublishedFields, input);
  const suggestion = await readSuggestion(id);
  const edit = await readEdit(editor, suggestion, input, { origin });
  const copies = await copiesFor(editor, suggestion, { updatedAt: edit.updatedAt, editedFields: edit.record });
  const hasComparison = await isSubmissionCompared(suggestion, { compared, editedFields: edit.record });
  const goneLinks = await goneLinksInSubmission(suggestion, edit);
  const { siteName } = await siteSettings();
  const { result, refusal } = await withFourEyes(editor, async (tx) => {
    const editedSuggestion = await writeEdit(tx, editor, await openSuggestion(tx, suggestion, edit.updatedAt), edit);
    const reasons = { relistReason, acceptedReason, isCompared: hasComparison };
    const decision = { reviewNotes: EDITED_NOTE, expertUpdatedAt, confirmed, ...reasons, copies, goneLinks };
    try {
      return { result: await approve(tx, editor, editedSuggestion, decision, { siteName, origin: linkOrigin }) };
    } catch (error) {
      if (error instanceof PublishingConflict) return { refusal: error };
      throw error;
    }
  });
  if (refusal) throw refusal;
  return result;
}

/**
 * Stores the edited copy and rejects it in one transaction. Throws the errors of `saveSubmission` and `rejectSubmission`.
 */
export async function saveAndReject(
  editor: Editor,
  id: string,
  input: unknown,
  { origin, linkOrigin }: Origins,
): Promise<DecisionResult> {
  const { reviewNotes } = parse(DecisionInput.pick({ reviewNotes: true }), input);
  const suggestion = await readSuggestion(id);
  const edit = await readEdit(editor, suggestion, input, { origin });
  const { siteName } = await siteSettings();
  return db.transaction().execute(async (tx) => {
    const editedSuggestion = await writeEdit(tx, editor, await openSuggestion(tx, suggestion, edit.updatedAt), edit);
    return reject(tx, editor, editedSuggestion.row, reviewNotes, { siteName, origin: linkOrigin });
  });
}

interface Approval {
  rowId: number;
  expert: { slug: string };
  isChange: boolean;
  publishedFields: ExpertField[];
  leftOut: ExpertField[];
  reviewNotes: string;
}

async function approve(
  tx: Queryable,
  editor: Editor,
  suggestion: Suggestion,
  input: Omit<DecisionInput, "updatedAt" | "compared"> & { copies: Copies; isCompared: boolean; goneLinks: GoneLink[] },
  mailing: { siteName: string; origin: string },
): Promise<DecisionResult> {
  const { reviewNotes, expertUpdatedAt, acceptedFields, confirmed, acceptedReason, copies } = input;
  const { relistReason, isCompared } = input;
  const { row, target, suggestedRecord, changedFields } = suggestion;
  const publishedFields = target && acceptedFields ? acceptedFieldsIn(acceptedFields, changedFields) : changedFields;
  const record = onlySubmitted(
    Object.fromEntries(publishedFields.map((field) => [field, suggestedRecord[field as never]])),
  );
  if (!target) requireConfirmation(suggestedRecord, confirmed);
  const goneLinks = publishedFields.includes("referenceLinks") ? input.goneLinks : [];
  const subject = { ...onlyFields(await submissionSubject(suggestion, tx), publishedFields), gone: goneLinks };
  const provenance = target ? await provenanceOf({ expertRowId: target.rowId }, tx) : [];
  const { row: expert } = await publish(tx, editor, "experts", {
    cause: target ? "changed" : "approved",
    ...(target && { rowId: target.rowId, attached: { submission: row.id, provenance } }),
    record: withCopies(record, copies),
    expectedUpdatedAt: target ? expertUpdatedAt : undefined,
    relistReason,
    isCompared,
    sentences: { from: { subject, fields: publishedFields }, reason: acceptedReason },
    links: { gone: goneLinks, problems: copies.problems },
  });
  const leftOut = changedFields.filter((field) => !publishedFields.includes(field));
  const decision = { isChange: target !== null, publishedFields, leftOut, reviewNotes };
  return completeApproval(tx, editor, row, { rowId: expert.rowId, expert, ...decision }, mailing);
}

/** Stores an approval, and queues the mail that tells the submitter what was accepted. */
async function completeApproval(
  tx: Queryable,
  editor: Editor,
  row: SubmissionRow,
  { rowId, expert, isChange, publishedFields, leftOut, reviewNotes }: Approval,
  mailing: { siteName: string; origin: string },
): Promise<DecisionResult> {
  const labels = { taken: labelsOf(EXPERT_LABELS, publishedFields), leftOut: labelsOf(EXPERT_LABELS, leftOut) };
  const parts = isChange ? [`approved: ${labels.taken}`, leftOut.length > 0 && `not approved: ${labels.leftOut}`] : [];
  const detail = [...parts, reviewNotes].filter(Boolean).join("; ");
  const decision = { status: "approved", reviewNotes, leftOut: JSON.stringify(leftOut) } as const;
  const decidedAt = await writeDecision(tx, editor, row, { ...decision, expertRowId: rowId, detail });
  const { slug } = expert;
  const mail = decisionMail(row.id, decidedAt);
  await queueDecisionMail(tx, row, { status: "approved", slug, ...labels, reviewNotes }, { ...mailing, mail });
  return { id: row.id, name: row.name, status: "approved", slug };
}

async function reject(
  tx: Queryable,
  editor: Editor,
  row: SubmissionRow,
  reviewNotes: string,
  mailing: { siteName: string; origin: string },
): Promise<DecisionResult> {
  const detail = reviewNotes;
  const decidedAt = await writeDecision(tx, editor, row, {
    status: "rejected",
    reviewNotes,
    leftOut: "[]",
    expertRowId: null,
    detail,
  });
  const mail = decisionMail(row.id, decidedAt);
  await queueDecisionMail(tx, row, { status: "rejected", reviewNotes }, { ...mailing, mail });
  return { id: row.id, name: row.name, status: "rejected", slug: null };
}

function requireConfirmation(record: SubmittedRecord, confirmed: string | boolean | undefined): void {
  const gaps = gapsIn(record);
  if (gaps.length === 0 || confirmed === undefined || confirmed) return;
  const message = `This profile has no ${gaps.join(" and no ")}. Tick the box to publish it anyway.`;
  throw new AppError("invalid", message, { confirmed: message });
}

/** Returns the accepted fields of a change. Throws "invalid" if there is none, or for an unknown name. */
function acceptedFieldsIn(names: string[], changedFields: ExpertField[]): ExpertField[] {
  const refuse = (message: string) => new AppError("invalid", message, { acceptedFields: message });
  const fieldNames = names.filter(Boolean);
  if (!fieldNames.every((name) => EXPERT_FIELDS.includes(name as ExpertField))) throw refuse("There is no such field.");
  const acceptedFields = changedFields.filter((field) => fieldNames.includes(field));
  if (acceptedFields.length === 0) throw refuse("Accept at least one field, or reject the change.");
  return acceptedFields;
}

interface WrittenDecision {
  status: "approved" | "rejected";
  reviewNotes: string;
  leftOut: string;
  expertRowId: number | null;
  detail: string;
}

async function writeDecision(
  tx: Queryable,
  editor: Editor,
  row: SubmissionRow,
  { detail, ...decision }: WrittenDecision,
): Promise<string> {
  const decidedAt = timeAfter(row.updatedAt);
  await tx
    .updateTable("submissions")
    .set({ ...decision, reviewedAt: decidedAt, updatedAt: decidedAt, reviewedBy: editor.id })
    .where("rowId", "=", row.rowId)
    .execute();
  await audit(tx, editor, {
    action: `submission ${decision.status}`,
    subjectKind: "submission",
    subjectId: row.id,
    subjectName: row.name,
    detail,
  });
  return decidedAt;
}
