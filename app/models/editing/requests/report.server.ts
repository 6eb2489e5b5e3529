/** Takes reports of errors and requests for removal from people without an account, who confirm them by a mailed link. */

import { z } from "zod";
import { db, type Queryable, type RequestRow, readDb } from "~/db.server";
import { AppError } from "~/errors";
import { type Caller, emailField } from "~/models/base/accounts/input.server";
import { checkQuestion, questionIn } from "~/models/base/accounts/security-question.server";
import { newId } from "~/models/base/input/ids.server";
import { parse } from "~/models/base/input/validation.server";
import { queueMail } from "~/models/base/mail/queue.server";
import { limit, network, proveAddress, withMailTo } from "~/models/base/rate-limits/rate-limits.server";
import { ANSWER_DAYS } from "~/models/base/settings/answer-days";
import { siteSettings } from "~/models/base/settings/settings.server";
import { findExpert } from "~/models/records/directory/experts.server";
import { EXPERT_LABELS, REPORTED_FIELDS } from "~/models/records/experts/fields";
import { publicRows } from "~/models/records/shared/public-rows.server";
import { digest, newSecret } from "~/services/secrets.server";
import { DAY_MS, isWithin, within } from "~/stored-times";
import { requestMailId } from "./mail-ids.server";
import { confirmReportMail, reportReceivedMail } from "./mails.server";

const CONFIRM_DAYS = 7;
/** The fields that a report can name, with their labels. */
export const REPORT_FIELDS = REPORTED_FIELDS.map((field) => ({ field, label: EXPERT_LABELS[field] }));

/** Limits the form in characters: the sum of its fields' limits, with room for line ends and the security question. */
export const REPORT_CHARACTERS = 25_000;

const textOfAtMost = (max: number) =>
  z
    .string("This must be a text.")
    .trim()
    .max(max, `At most ${max.toLocaleString("en")} characters fit here.`)
    .nullish()
    .transform((value) => (value ?? "").replace(/\r\n?/g, "\n"));

const KIND = "Please choose what it is about.";
export const Report = z.object({
  slug: z.string("Please name the profile."),
  kind: z.enum(["error", "removal"], KIND),
  field: textOfAtMost(100).refine(
    (name) => name === "" || REPORT_FIELDS.some(({ field }) => field === name),
    "Please choose a field from the list.",
  ),
  says: textOfAtMost(5_000),
  should: textOfAtMost(5_000),
  source: textOfAtMost(2_000),
  message: textOfAtMost(5_000),
  email: emailField("Please enter your email address"),
});

const UNDECIDED = {
  status: "unconfirmed" as const,
  notes: "",
  isPublic: 0,
  confirmedAt: null,
  dueAt: null,
  decidedAt: null,
  decidedBy: null,
  answeredInMs: null,
};

/**
 * Stores a report and queues a mail with the link that confirms it. If the address got such a mail before, its link shows
 * this report, too. The answer reveals nothing about the address. Throws "invalid", "missing", "gone", "limited".
 */
export async function reportProfile(input: unknown, caller: Caller): Promise<{ id: string }> {
  const { slug, ...report } = parse(Report, input);
  if (report.kind === "error" && !report.should && !report.message && !report.says) {
    const message = "Please say what is wrong, or what is right.";
    throw new AppError("invalid", message, { message });
  }
  const expert = await findExpert(slug);
  await checkQuestion(...questionIn(input));
  await limit("reportFrom", network(caller.address));
  const { siteName } = await siteSettings();
  const recipient = { kind: "report" as const, email: report.email, about: expert.id, address: caller.address };
  return withMailTo(recipient, async (mayMail) => {
    const [id, token, now] = [newId(), newSecret(), new Date()];
    await db.transaction().execute(async (tx) => {
      const expertRows = tx.selectFrom("experts").select("rowId").where("id", "=", expert.id);
      const { rowId: expertRowId } = await expertRows.executeTakeFirstOrThrow();
      const row = { id, ...report, ...UNDECIDED, expertRowId, tokenHash: digest(token), createdAt: now.toISOString() };
      await tx.insertInto("requests").values(row).execute();
      const link = linkTo(caller.origin, token);
      const until = new Date(now.getTime() + CONFIRM_DAYS * DAY_MS);
      const mail = confirmReportMail({ siteName, name: expert.name, link, until });
      if (mayMail) await queueMail(tx, { recipient: report.email, ...mail }, { id: requestMailId("confirm", id) });
    });
    return { id };
  });
}

function linkTo(origin: string, token: string): string {
  return `${origin}/report?${new URLSearchParams({ token })}`;
}

export interface RequestStatus {
  status: RequestRow["status"];
  kind: RequestRow["kind"];
  /** The profile; null once it is deleted. */
  profile: { slug: string; name: string } | null;
  createdAt: string;
  dueAt: string | null;
  decidedAt: string | null;
  notes: string;
  /** Other reports from the same address that wait to be confirmed, the newest first. */
  waiting: WaitingReport[];
}

export interface WaitingReport {
  id: string;
  kind: RequestRow["kind"];
  /** The name of the profile. */
  name: string;
  createdAt: string;
  /** The written texts, so that their author recognizes them. */
  texts: string[];
}

/** Returns the state of a request to the holder of its link. Throws "missing". */
export async function requestStatus(token: string): Promise<RequestStatus> {
  const { id, email, expertRowId, status, kind, createdAt, dueAt, decidedAt, notes } = await findByToken(readDb, token);
  const experts = publicRows(readDb, "expert").select(["slug", "name"]).where("rowId", "=", expertRowId);
  const profile = (await experts.executeTakeFirst()) ?? null;
  const waitingReports = await waitingFrom(email, id);
  return { status, kind, profile, createdAt, dueAt, decidedAt, notes, waiting: waitingReports };
}

const MAX_WAITING_REPORTS = 50;
/** Replaces an address after its account was deleted or the request was decided long ago. */
const DELETED_ADDRESS = "";

/** Returns the unconfirmed reports from an address. Any link mailed to the address may confirm them. */
async function waitingFrom(email: string, excludedId: string): Promise<WaitingReport[]> {
  if (email === DELETED_ADDRESS) return [];
  const { after, until } = within(CONFIRM_DAYS * DAY_MS);
  const rows = await readDb
    .selectFrom("requests")
    .innerJoin("experts", "experts.rowId", "requests.expertRowId")
    .select([
      "requests.id",
      "requests.kind",
      "experts.name",
      "requests.createdAt",
      "says",
      "should",
      "source",
      "message",
    ])
    .where("requests.email", "=", email)
    .where("requests.status", "=", "unconfirmed")
    .where("requests.createdAt", ">", after)
    .where("requests.createdAt", "<=", until)
    .where("requests.id", "!=", excludedId)
    .where("deletedAt", "is", null)
    .where("experts.state", "=", "public")
    .orderBy("requests.rowId", "desc")
    .limit(MAX_WAITING_REPORTS)
    .execute();
  return rows.map(({ says, should, source, message, ...row }) => ({
    ...row,
    texts: [says, should, source, message].filter(Boolean),
  }));
}

/**
 * Confirms a report, and queues a mail that says so; a repetition changes nothing. Throws "missing".
 *
 * @param id Chooses another report from the same address instead of the link's.
 */
export async function confirmReport(
  token: unknown,
  { origin }: Pick<Caller, "origin">,
  id: unknown = undefined,
): Promise<void> {
  const { siteName } = await siteSettings();
  const email = await db.transaction().execute(async (tx) => {
    const now = new Date();
    const { after, until } = within(CONFIRM_DAYS * DAY_MS);
    const due = new Date(now.getTime() + ANSWER_DAYS * DAY_MS);
    const linkedRequest = await findByToken(tx, String(token));
    const isLinked = !id || id === linkedRequest.id;
    // Makes a new secret for another report, because no mail has contained its link yet.
    const secret = isLinked ? String(token) : newSecret();
    const confirmedRequest = await tx
      .updateTable("requests")
      .set({
        status: "open",
        confirmedAt: now.toISOString(),
        dueAt: due.toISOString(),
        tokenHash: digest(secret),
      })
      .where("id", "=", isLinked ? linkedRequest.id : String(id))
      .where("email", "=", linkedRequest.email)
      .where("email", "!=", DELETED_ADDRESS)
      .where("status", "=", "unconfirmed")
      .where("createdAt", ">", after)
      .where("createdAt", "<=", until)
      .returningAll()
      .executeTakeFirst();
    if (!confirmedRequest) return linkedRequest.email;
    const expert = publicRows(tx, "expert").select("name").where("rowId", "=", confirmedRequest.expertRowId);
    const name = (await expert.executeTakeFirst())?.name ?? null;
    const mail = reportReceivedMail({ siteName, name, link: linkTo(origin, secret), due });
    const mailId = requestMailId("received", confirmedRequest.id);
    await queueMail(tx, { recipient: confirmedRequest.email, ...mail }, { id: mailId });
    return linkedRequest.email;
  });
  await proveAddress("report", email);
}

async function findByToken(from: Queryable, token: string): Promise<RequestRow> {
  const row = await from.selectFrom("requests").selectAll().where("tokenHash", "=", digest(token)).executeTakeFirst();
  if (row && (row.status !== "unconfirmed" || isWithin(Date.parse(row.createdAt), CONFIRM_DAYS * DAY_MS))) return row;
  throw new AppError("missing", "This link has expired. If your report was not confirmed, please send it again.");
}

/** Deletes reports that were not confirmed within 7 days or have a future date from a wrong clock. Returns their number. */
export async function removeUnconfirmed(): Promise<number> {
  const { after, until } = within(CONFIRM_DAYS * DAY_MS);
  const oldRequests = db
    .deleteFrom("requests")
    .where("status", "=", "unconfirmed")
    .where((e) => e.or([e("createdAt", "<=", after), e("createdAt", ">", until)]));
  return Number((await oldRequests.executeTakeFirstOrThrow()).numDeletedRows);
}

const RETENTION_DAYS = 365;

/**
 * Deletes the texts and addresses of requests that were decided a year ago; day and kind stay for the public log. Valid
 * claims stay unchanged. Returns the number of requests.
 */
export async function forgetDecided(): Promise<number> {
  const retentionStart = new Date(Date.now() - RETENTION_DAYS * DAY_MS).toISOString();
  const columns = ["says", "should", "source", "message", "email", "notes"] as const;
  const update = await db
    .updateTable("requests")
    .set(Object.fromEntries(columns.map((column) => [column, ""])))
    .where("decidedAt", "<=", retentionStart)
    .where((e) => e.or([e("kind", "!=", "claim"), e("status", "=", "rejected")]))
    .where((e) => e.or(columns.map((column) => e(column, "!=", ""))))
    .executeTakeFirstOrThrow();
  return Number(update.numUpdatedRows);
}
