/** Decides about a request: applies its proposal, rejects it with a reason, or removes the person. */
import { z } from "zod";
import { type ExpertRow, type Queryable, type RequestRow, readDb } from "~/db.server";
import { AppError } from "~/errors";
import { log } from "~/log.server";
import { type Admin, asAdmin, type Editor } from "~/models/base/accounts/admin.server";
import { withFourEyes } from "~/models/base/accounts/four-eyes.server";
import { audit } from "~/models/base/audit/audit.server";
import { parse } from "~/models/base/input/validation.server";
import { removeOldMails } from "~/models/base/mail/loop.server";
import { queueMail } from "~/models/base/mail/queue.server";
import { decisionMail } from "~/models/base/mail/second-thoughts.server";
import type { MailText } from "~/models/base/mail/texts.server";
import { siteSettings } from "~/models/base/settings/settings.server";
import { decideClaim } from "~/models/editing/claims/decide.server";
import { Compared, isCompared } from "~/models/editing/identity/compare.server";
import { removedMail, reportAppliedMail, reportRejectedMail } from "~/models/editing/requests/mails.server";
import { labelOf, proposal, textOf } from "~/models/editing/requests/queue.server";
import { REPORT_FIELDS } from "~/models/editing/requests/report.server";
import type { ExpertField } from "~/models/records/experts/fields";
import { PERSONAL_IDENTIFIERS } from "~/models/records/experts/identifiers";
import { recordOf } from "~/models/records/experts/record.server";
import { expertRow } from "~/models/records/experts/rows.server";
import { survivorOf } from "~/models/records/experts/survivor.server";
import { provenanceOf } from "~/models/records/provenance/provenance.server";
import { publish } from "~/models/records/publish/publish.server";
import { publicRows } from "~/models/records/shared/public-rows.server";
import { decideWorks } from "~/models/records/works/works.server";
import { findMentions, type Mention } from "~/models/whole/removal/mentions.server";
import { findProfiles, removePerson } from "~/models/whole/removal/removal.server";
import { removeFiles } from "~/services/storage.server";

/** Limits the form in characters: the sum of its fields' limits, with room for line ends. */
export const DECISION_CHARACTERS = 120_000;

const textField = (maxLength: number) =>
  z.string("This must be a text.").trim().max(maxLength, `At most ${maxLength} characters fit here.`);
export const Decision = z.object({
  decision: z.enum(["apply", "reject", "remove"], "Please choose what to do."),
  notes: textField(5_000)
    .nullish()
    .transform((notes) => notes ?? ""),
  /** The whole new field, a list with a line for each entry. Without it, the proposal is used. */
  value: textField(100_000).optional(),
  field: textField(100).optional(),
  expertUpdatedAt: z.string().optional(),
  relistReason: z.unknown().optional(),
  compared: Compared,
});
type Decision = z.output<typeof Decision>;

export interface Decided {
  id: string;
  status: RequestRow["status"];
  /** Texts that still contain the name after a removal. */
  mentions: Mention[];
}

/**
 * Decides about a confirmed request, and queues the mail with the decision. Throws "invalid", "missing"; "forbidden" if an
 * editor decides about a removal; "conflict" if it was decided before; EditConflict.
 * @param input `{ decision, notes, value?, field?, expertUpdatedAt?, compared? }`.
 */
export async function decideRequest(
  editor: Editor,
  id: string,
  input: unknown,
  { linkOrigin }: { linkOrigin: string },
): Promise<Decided> {
  const decision = parse(Decision, input);
  const { siteName } = await siteSettings();
  const hasComparison = await isChangeCompared(id, decision);
  const {
    files = [],
    mentions = [],
    status,
  } = await withFourEyes(editor, async (tx) => {
    const row = await storeDecision(tx, editor, id, decision);
    if (row.kind === "claim") {
      await decideClaim(tx, editor, row, { decision: decision.decision, siteName, linkOrigin });
      return { status: row.status };
    }
    if (row.kind === "removal") asAdmin(editor, editor.address);
    if (decision.decision === "reject") return reject(tx, editor, row, siteName);
    if (row.expertRowId === null)
      throw new AppError("conflict", "The profile was deleted already. Please reject this request.");
    const expert = await survivorOf(tx, await expertRow(tx, row.expertRowId));
    if (row.kind === "work") return dropWork(tx, editor, row, { decision, expert, siteName, linkOrigin });
    if (decision.decision === "remove") return remove(tx, asAdmin(editor, editor.address), row, expert, siteName);
    return apply(tx, editor, row, { decision, expert, isCompared: hasComparison, siteName, linkOrigin });
  });
  await removeFiles(files);
  // Leaves a failure to the hourly deletion, because the decision is already made.
  if (decision.decision === "remove")
    await removeOldMails(new Date()).catch((error) =>
      log.warn({ err: error }, "mails about a removed person could not be deleted yet"),
    );
  return { id, status, mentions };
}

const STATUS = { apply: "applied", reject: "rejected", remove: "removed" } as const;

/** Stores the decision first, so that the second of two simultaneous admins gets a conflict. */
async function storeDecision(
  tx: Queryable,
  editor: Editor,
  id: string,
  { decision, notes }: Decision,
): Promise<RequestRow> {
  if (decision === "reject" && !notes) {
    const message = "Please give the reason. The person who reported it can read it.";
    throw new AppError("invalid", message, { notes: message });
  }
  const decidedAt = new Date().toISOString();
  const isRejection = decision === "reject";
  const row = await tx
    .updateTable("requests")
    .set({ status: STATUS[decision], notes, decidedAt, decidedBy: editor.id })
    .where("id", "=", id)
    .where((e) => {
      const isConfirmedClaim = e("kind", "=", "claim").and("status", "=", "applied");
      return isRejection ? e.or([e("status", "=", "open"), isConfirmedClaim]) : e("status", "=", "open");
    })
    .returningAll()
    .executeTakeFirst();
  if (!row) {
    const currentRow = await tx.selectFrom("requests").select("status").where("id", "=", id).executeTakeFirst();
    if (!currentRow || currentRow.status === "unconfirmed") throw new AppError("missing", "There is no such request.");
    throw new AppError("conflict", `This request was decided meanwhile: ${currentRow.status}.`);
  }
  // Keeps a rejected removal private between the person and the site.
  if (row.kind === "claim") return row;
  const isPublic = Number(decision !== "reject" || row.kind === "error");
  const answeredInMs = Date.parse(decidedAt) - Date.parse(row.confirmedAt ?? decidedAt);
  await tx.updateTable("requests").set({ isPublic, answeredInMs }).where("id", "=", id).execute();
  return row;
}

type Outcome = Pick<Decided, "status"> & { files?: string[]; mentions?: Mention[] };

async function reject(tx: Queryable, editor: Editor, row: RequestRow, siteName: string): Promise<Outcome> {
  await queueAnswer(tx, row, reportRejectedMail({ siteName, notes: row.notes }));
  await auditDecision(tx, editor, row, "request rejected", row.notes);
  return { status: "rejected" };
}

/** Removes a work that is not the person's, like an editor who dismisses it, so that it is not suggested again. */
async function dropWork(
  tx: Queryable,
  editor: Editor,
  row: RequestRow,
  { decision, expert, siteName, linkOrigin }: Omit<ApplyOptions, "isCompared">,
): Promise<Outcome> {
  if (decision.decision === "remove") throw new AppError("invalid", "A work can be removed, or it can stay.");
  await decideWorks(tx, editor, expert, { dismiss: [row.field] });
  const profile = await shownProfile(tx, expert, linkOrigin);
  await queueAnswer(tx, row, reportAppliedMail({ siteName, profile, notes: row.notes }));
  await auditDecision(tx, editor, row, "request applied", labelOf(row.field));
  return { status: "applied" };
}

interface ApplyOptions {
  decision: Decision;
  expert: ExpertRow;
  isCompared: boolean;
  siteName: string;
  linkOrigin: string;
}

async function apply(
  tx: Queryable,
  editor: Editor,
  row: RequestRow,
  { decision, expert, isCompared, siteName, linkOrigin }: ApplyOptions,
): Promise<Outcome> {
  const field = (decision.field || row.field) as ExpertField;
  const record = { [field]: newValue(row, field, expert, decision.value) };
  const { expertUpdatedAt: expectedUpdatedAt, relistReason } = decision;
  const provenance = await provenanceOf({ expertRowId: expert.rowId }, tx);
  const attached = { request: row.id, provenance };
  const change = { rowId: expert.rowId, record, expectedUpdatedAt, relistReason, isCompared, attached };
  const { row: savedRow } = await publish(tx, editor, "experts", { cause: "corrected", ...change });
  await tx.updateTable("requests").set({ field }).where("id", "=", row.id).execute();
  const profile = await shownProfile(tx, savedRow, linkOrigin);
  await queueAnswer(tx, row, reportAppliedMail({ siteName, profile, notes: row.notes }));
  await auditDecision(tx, editor, row, "request applied", labelOf(field));
  return { status: "applied" };
}

/** Returns the name and the link of a profile for a mail; null if readers do not see it. */
async function shownProfile(tx: Queryable, { rowId }: Pick<ExpertRow, "rowId">, linkOrigin: string) {
  const experts = publicRows(tx, "expert").select(["name", "slug"]).where("rowId", "=", rowId);
  const expert = await experts.executeTakeFirst();
  return expert ? { name: expert.name, link: `${linkOrigin}/${expert.slug}` } : null;
}

/** Returns whether somebody compared the identifier that is applied; see `isCompared`. */
async function isChangeCompared(id: string, { decision, field, value, compared }: Decision): Promise<boolean> {
  if (decision !== "apply") return false;
  const row = await readDb.selectFrom("requests").selectAll().where("id", "=", id).executeTakeFirst();
  const experts = readDb
    .selectFrom("experts")
    .selectAll()
    .where("rowId", "=", row?.expertRowId ?? null);
  const target = await experts.executeTakeFirst();
  const expert = target && (await survivorOf(readDb, target));
  const name = field || row?.field;
  if (!row || !expert || !PERSONAL_IDENTIFIERS.some((kind) => kind === name)) return false;
  const changes = { [name as ExpertField]: newValue(row, name as ExpertField, expert, value) };
  return isCompared(recordOf(expert), changes, { compared });
}

/** Returns the new value of a field. Throws "invalid" if neither the admin nor the report gives one. */
function newValue(row: RequestRow, field: string, expert: ExpertRow, value: string | undefined): string | string[] {
  const fieldError = (name: string, message: string) => new AppError("invalid", message, { [name]: message });
  if (!REPORT_FIELDS.some((reportField) => reportField.field === field))
    throw fieldError("field", "Please choose the field to change.");
  const presentValue = recordOf(expert)[field as ExpertField];
  const newText = value ?? (row.field === field ? proposal(textOf(presentValue), row) : null);
  if (newText === null) throw fieldError("value", "Please enter the new value of the field.");
  const lines = () => newText.split(/\r?\n/).map((line) => line.trim());
  return Array.isArray(presentValue) ? lines().filter(Boolean) : newText;
}

/** Removes the person, and ends other requests about them. */
async function remove(
  tx: Queryable,
  admin: Admin,
  row: RequestRow,
  expert: ExpertRow,
  siteName: string,
): Promise<Outcome> {
  const rowIds = (await findProfiles(tx, expert)).map(({ rowId }) => rowId);
  const otherRequests = await tx.selectFrom("requests").selectAll().where("expertRowId", "in", rowIds).execute();
  const openRequests = otherRequests.filter(({ status }) => status === "open");
  const { files, names } = await removePerson(tx, admin, expert.rowId, row.id);
  // Searches in the transaction, so that a failed search undoes the removal before anybody is informed.
  const mentions = await findMentions(tx, names);
  await queueAnswer(tx, row, removedMail({ siteName, notes: row.notes }));
  for (const openRequest of openRequests) await queueAnswer(tx, openRequest, removedMail({ siteName, notes: "" }));
  return { status: "removed", files, mentions };
}

/**
 * Queues the answer. It is sent when the decision can no longer be undone; the answer to a removal is sent at once.
 */
async function queueAnswer(tx: Queryable, { id, email, status, decidedAt }: RequestRow, mail: MailText): Promise<void> {
  const isDelayed = decidedAt !== null && (status === "applied" || status === "rejected");
  if (email) await queueMail(tx, { recipient: email, ...mail }, isDelayed ? decisionMail(id, decidedAt) : {});
}

function auditDecision(
  tx: Queryable,
  editor: Editor,
  { id }: RequestRow,
  action: string,
  detail: string,
): Promise<void> {
  return audit(tx, editor, { action, subjectKind: "request", subjectId: id, subjectName: "", detail });
}
