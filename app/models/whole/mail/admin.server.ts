/** Shows admins the mails, and changes them. */
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

/** One page of all mails of the last 90 days, newest first; and whether there are older ones. */
export async function listMails(_admin: Admin, page: number): Promise<{ mails: ListedMail[]; more: boolean }> {
  const rows = await readDb
    .selectFrom("mails")
    .select(COLUMNS)
    .orderBy("createdAt", "desc")
    .orderBy("id")
    .limit(MAILS_PAGE_SIZE + 1)
    .offset((page - 1) * MAILS_PAGE_SIZE)
    .execute();
  return { mails: rows.slice(0, MAILS_PAGE_SIZE).map(asAdminsSee), more: rows.length > MAILS_PAGE_SIZE };
}

const KINDS: Record<string, MailKind> = Object.assign({}, ...PARTS.map(({ mails }) => mails ?? {}));

function asAdminsSee<T extends Pick<MailRow, "kind" | "subject">>(mail: T): T {
  return { ...mail, subject: KINDS[mail.kind]?.subject ?? mail.subject };
}

const FORGOTTEN = "The text was deleted when the mail was sent.";
const SECRET = "This mail holds a link for its recipient alone. It is shown only where mail cannot be sent.";
const CONFIRM = "This mail holds a link that works.";
export interface MailView {
  mail: ListedMail;
  text: string | null;
  /** The reason for a missing text. */
  note: string;
  mustConfirm: boolean;
}

/**
 * Returns a mail with its text. A text with a link that signs in to an account is only for `recent`, who signed in within
 * ten minutes. Throws "missing".
 */
export async function mailForAdmin(_admin: Admin, id: string, recent: RecentUser<Admin> | null): Promise<MailView> {
  const row = await readDb
    .selectFrom("mails")
    .select([...COLUMNS, "body"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) throw new AppError("missing", "There is no such mail.");
  const { body, ...mail } = asAdminsSee(row);
  const hasKey = KINDS[mail.kind]?.hasLink ?? false;
  if (mailIsConfigured && hasKey) return { mail, text: null, note: SECRET, mustConfirm: false };
  if (hasKey && !recent) return { mail, text: null, note: CONFIRM, mustConfirm: true };
  const text = body || (await readOutbox({ id, writtenAt: new Date(mail.createdAt) }));
  return { mail, text, note: text === null ? FORGOTTEN : "", mustConfirm: false };
}

/** Puts a failed mail back into the queue. Throws invalid, missing. */
export async function retryFailedMail(admin: Admin, input: unknown): Promise<void> {
  const { id } = parse(z.object({ id: z.string() }), input);
  await db.transaction().execute(async (tx) => {
    await retryMail(id, tx);
    const mail = await tx
      .selectFrom("mails")
      .select(["kind", "subject"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    // Leaves out the recipient: addresses are deleted with their purpose, and the log stays.
    await audit(tx, admin, {
      action: "mail retried",
      subjectKind: "directory",
      subjectId: id,
      subjectName: asAdminsSee(mail).subject,
    });
  });
}

const STUCK_MS = 60 * 60_000;

/**
 * Returns whether mail goes out, the number of waiting mails, whether one was sent in the last 90 days, and the failed
 * ones. Mail is stuck if one waits for over an hour or failed at the first attempt.
 */
export async function mailState() {
  const waiting = readDb.selectFrom("mails").where("status", "in", ["queued", "sending", "handedOver"]);
  const anHourAgo = new Date(Date.now() - STUCK_MS).toISOString();
  const [failed, { count }, stuck, sent] = await Promise.all([
    readDb
      .selectFrom("mails")
      .select(["id", "kind", "recipient", "subject", "createdAt", "attempts", "lastError"])
      .where("status", "=", "failed")
      .orderBy("createdAt", "desc")
      .orderBy("id")
      .limit(100)
      .execute(),
    waiting.select((eb) => eb.fn.countAll<number>().as("count")).executeTakeFirstOrThrow(),
    waiting
      .select("id")
      .where((eb) => eb.or([eb("createdAt", "<", anHourAgo), eb("lastError", "is not", null)]))
      .limit(1)
      .executeTakeFirst(),
    readDb.selectFrom("mails").select("id").where("status", "=", "sent").limit(1).executeTakeFirst(),
  ]);
  const isStuck = mailIsConfigured && stuck !== undefined;
  const shown = failed.map(asAdminsSee).map(({ kind: _, ...mail }) => mail);
  return { isConfigured: mailIsConfigured, waiting: count, isStuck, hasSent: sent !== undefined, failed: shown };
}
