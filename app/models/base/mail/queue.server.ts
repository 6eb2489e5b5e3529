/** Queues mails; sending.server.ts sends them, and loop.server.ts runs the sending. */
import { db, engine, type Queryable } from "~/db.server";
import { AppError } from "~/errors";
import { newId } from "~/models/base/input/ids.server";
import { wakeMailer } from "./loop.server";
import { oneLine } from "./texts.server";

export interface NewMail {
  kind: string;
  recipient: string;
  subject: string; // Line breaks and other control characters become spaces
  body: string;
  html?: string;
  unsubscribe?: string; // The address at which one POST ends such mails (RFC 8058)
}

export interface QueueOptions {
  id?: string;
  notBefore?: string; // ISO 8601; the mail is not sent earlier
}

/** Puts a mail into the queue, in the transaction of the change that it is about. */
export async function queueMail(
  tx: Queryable,
  { kind, recipient, subject, body, html = "", unsubscribe = "" }: NewMail,
  { id = newId(), notBefore }: QueueOptions = {},
): Promise<void> {
  // Reads the database's clock, by which mails are sent.
  const now = new Date(await engine.now()).toISOString();
  await tx
    .insertInto("mails")
    .values({
      id,
      kind,
      recipient: recipient.trim(),
      subject: plainSubject(subject),
      body,
      html,
      unsubscribe,
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

/** Breaks encoded words in a subject (RFC 2047), in which foreign text could hide a line break. */
function plainSubject(subject: string): string {
  return oneLine(subject, 200).replaceAll("=?", "= ?");
}

/** Deletes a mail that still waits in the queue, and tells whether it did. */
export async function cancelMail(tx: Queryable, id: string): Promise<boolean> {
  const mail = tx.deleteFrom("mails").where("id", "=", id).where("status", "=", "queued");
  return (await mail.executeTakeFirstOrThrow()).numDeletedRows > 0n;
}

/** Deletes the mails of some kinds to an address, both waiting and sent mails. */
export async function deleteMails(tx: Queryable, recipient: string, kinds: readonly string[]): Promise<void> {
  await tx.deleteFrom("mails").where("recipient", "=", recipient).where("kind", "in", kinds).execute();
}

/** Puts a failed mail back into the queue, and allows it all attempts again. Throws "missing". */
export async function retryMail(id: string, tx: Queryable = db): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable("mails")
    .set({ status: "queued", attempts: 0, nextAttemptAt: new Date(await engine.now()).toISOString() })
    .where("id", "=", id)
    .where("status", "=", "failed")
    .executeTakeFirstOrThrow();
  if (!numUpdatedRows) throw new AppError("missing", "This mail no longer waits for a decision.");
  wakeMailer();
}
