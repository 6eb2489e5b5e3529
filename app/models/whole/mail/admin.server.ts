/** Shows mails to admins, and lets them retry failed ones. */
import { z } from "zod";
import { db, type MailRow, readDb } from "~/db.server";
import { AppError } from "~/errors";
import type { Admin } from "~/models/base/accounts/admin.server";
import type { RecentUser } from "~/models/base/accounts/sessions.server";
import { audit } from "~/models/base/audit/audit.server";
import { parse } from "~/models/base/input/validation.server";
import { retryMail } from "~/models/base/mail/queue.server";
import type { MailKind } from "~/models/base/parts/part";
import { PARTS } from "~/models/whole/parts.server";
import { mailIsConfigured, readOutbox } from "~/services/mailer.server";

const MAILS_PAGE_SIZE = 50;

const COLUMNS = [
  "id",
  "kind",
  "recipient",
  "subject",
  "status",
  "createdAt",
  "sentAt",
  "nextAttemptAt",
  "lastError",
] as const;

export type ListedMail = Pick<MailRow, (typeof COLUMNS)[number]>;

/** Returns a page of the mails of the last 90 days, newest first, and whether there are older ones. */
export async function listMails(_admin: Admin, page: number): Promise<{ mails: ListedMail[]; hasMore: boolean }> {
  const rows = await readDb
    .selectFrom("mails")
    .select(COLUMNS)
    .orderBy("createdAt", "desc")
    .orderBy("id")
    .limit(MAILS_PAGE_SIZE + 1)
    .offset((page - 1) * MAILS_PAGE_SIZE)
    .execute();
  return { mails: rows.slice(0, MAILS_PAGE_SIZE).map(replaceSubject), hasMore: rows.length > MAILS_PAGE_SIZE };
}

const KINDS: Record<string, MailKind> = Object.assign({}, ...PARTS.map(({ mails }) => mails ?? {}));

function replaceSubject<T extends Pick<MailRow, "kind" | "subject">>(mail: T): T {
  return { ...mail, subject: KINDS[mail.kind]?.subject ?? mail.subject };
}

const TEXT_DELETED = "The text was deleted when the mail was sent.";
const HAS_SECRET_LINK =
  "This mail contains a link for its recipient only. It is shown only if the site cannot send mail.";
const NEEDS_CONFIRMATION = "This mail contains a valid link.";
export interface MailView {
  mail: ListedMail;
  text: string | null;
  /** The reason why there is no text. */
  note: string;
  mustConfirm: boolean;
}

/**
 * Returns a mail with its text. A text with a link that signs in to an account is only for `recentAdmin`, whose sign-in is
 * at most ten minutes old. Throws "missing".
 */
export async function mailForAdmin(
  _admin: Admin,
  id: string,
  recentAdmin: RecentUser<Admin> | null,
): Promise<MailView> {
  const row = await readDb
    .selectFrom("mails")
    .select([...COLUMNS, "body"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) throw new AppError("missing", "There is no such mail.");
  const { body, ...mail } = replaceSubject(row);
  const hasLink = KINDS[mail.kind]?.hasLink ?? false;
  if (mailIsConfigured && hasLink) return { mail, text: null, note: HAS_SECRET_LINK, mustConfirm: false };
  if (hasLink && !recentAdmin) return { mail, text: null, note: NEEDS_CONFIRMATION, mustConfirm: true };
  const text = body || (await readOutbox({ id, writtenAt: new Date(mail.createdAt) }));
  return { mail, text, note: text === null ? TEXT_DELETED : "", mustConfirm: false };
}

/** Puts a failed mail back into the queue. Throws "invalid", "missing". */
export async function retryFailedMail(admin: Admin, input: unknown): Promise<void> {
  const { id } = parse(z.object({ id: z.string() }), input);
  await db.transaction().execute(async (tx) => {
    await retryMail(id, tx);
    const mail = await tx
      .selectFrom("mails")
      .select(["kind", "subject"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    // Leaves out the recipient, because addresses are deleted with their purpose, but the log stays.
    await audit(tx, admin, {
      action: "mail retried",
      subjectKind: "directory",
      subjectId: id,
      subjectName: replaceSubject(mail).subject,
    });
  });
}

const STUCK_AFTER_MS = 60 * 60_000;

/**
 * Returns whether mail is configured and stuck, the number of waiting mails, and the failed mails. Mail is stuck if
 * one waits for over an hour, or failed at its first attempt.
 */
export async function mailState() {
  const waitingMails = readDb.selectFrom("mails").where("status", "in", ["queued", "sending", "handedOver"]);
  const stuckBefore = new Date(Date.now() - STUCK_AFTER_MS).toISOString();
  const [failedMails, { count }, stuckMail, sentMail] = await Promise.all([
    readDb
      .selectFrom("mails")
      .select(["id", "kind", "recipient", "subject", "createdAt", "attempts", "lastError"])
      .where("status", "=", "failed")
      .orderBy("createdAt", "desc")
      .orderBy("id")
      .limit(100)
      .execute(),
    waitingMails.select((eb) => eb.fn.countAll<number>().as("count")).executeTakeFirstOrThrow(),
    waitingMails
      .select("id")
      .where((eb) => eb.or([eb("createdAt", "<", stuckBefore), eb("lastError", "is not", null)]))
      .limit(1)
      .executeTakeFirst(),
    readDb.selectFrom("mails").select("id").where("status", "=", "sent").limit(1).executeTakeFirst(),
  ]);
  const isStuck = mailIsConfigured && stuckMail !== undefined;
  const shownMails = failedMails.map(replaceSubject).map(({ kind: _, ...mail }) => mail);
  return {
    isConfigured: mailIsConfigured,
    waiting: count,
    isStuck,
    hasSent: sentMail !== undefined,
    failed: shownMails,
  };
}
