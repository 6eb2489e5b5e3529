/** Mail that people of the site get: put into the queue here, sent by mails.sending, driven by mails.loop. */
import { db, type Queryable } from "~/db.server";
import { AppError } from "~/errors";
import { newId } from "~/ids.server";
import { wakeMailer } from "./loop.server";
import { oneLine } from "./texts.server";

export interface NewMail {
  /** What it is about, e.g. "passwordReset". */
  kind: string;
  /** One address. A wrong one fails when the mail is sent, not here: mail never makes a change fail. */
  recipient: string;
  /** Line breaks and other control characters become spaces. */
  subject: string;
  /** Plain text. */
  body: string;
}

export interface QueueOptions {
  /** By which `takeBackMail` finds it. */
  id?: string;
  /** ISO 8601: it is not sent before then. Left out: at once. */
  notBefore?: string;
}

/**
 * Puts a mail into the queue. The mailer is woken by this and finds the mail as soon as the transaction is over; when the
 * transaction is rolled back there never was a mail.
 *
 * @param tx the transaction of the change that the mail tells of.
 */
export async function queueMail(
  tx: Queryable,
  { kind, recipient, subject, body }: NewMail,
  { id = newId(), notBefore }: QueueOptions = {},
): Promise<void> {
  const now = new Date().toISOString();
  await tx
    .insertInto("mails")
    .values({
      id,
      kind,
      recipient: recipient.trim(),
      subject: oneLine(subject, 200),
      body,
      status: "queued",
      attempts: 0,
      nextAttemptAt: notBefore ?? now,
      lastError: null,
      createdAt: now,
      sentAt: null,
    })
    .execute();
  wakeMailer();
}

/** Takes a mail out of the queue. @returns whether it was still there; a mail on its way cannot be taken back. */
export async function takeBackMail(tx: Queryable, id: string): Promise<boolean> {
  const mail = tx.deleteFrom("mails").where("id", "=", id).where("status", "=", "queued");
  return (await mail.executeTakeFirstOrThrow()).numDeletedRows > 0n;
}

/**
 * Puts a failed mail back into the queue, with all its tries.
 *
 * @param tx the transaction, when it is a part of one.
 * @throws AppError missing, when no failed mail has that id (any more).
 */
export async function retryMail(id: string, tx: Queryable = db): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable("mails")
    .set({ status: "queued", attempts: 0, nextAttemptAt: new Date().toISOString() })
    .where("id", "=", id)
    .where("status", "=", "failed")
    .executeTakeFirstOrThrow();
  if (!numUpdatedRows) throw new AppError("missing", "This mail is not waiting for a decision any more.");
  wakeMailer();
}
