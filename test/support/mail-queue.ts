/** Mails in the database of a test. */
import { db } from "../../app/db.server";
import { type NewMail, queueMail } from "../../app/models/base/mail/queue.server";

/** With a secret link. */
export const resetMail: NewMail = {
  kind: "passwordReset",
  recipient: "reader@example.org",
  subject: "Reset your password",
  body: "Hello,\n\nhttps://life.example/reset-password?token=s3cret-0123456789abcdefghijklmnopqrstuvwxyz-0123456789\n",
};

/** Puts `resetMail` into the queue, with `changes`. */
export function queue(changes: Partial<NewMail> = {}): Promise<void> {
  return queueMail(db, { ...resetMail, ...changes });
}

/** All mails, in the order they were queued. */
export function mails() {
  return db.selectFrom("mails").selectAll().orderBy("createdAt").execute();
}

/** The mail, where there is one. */
export function onlyMail() {
  return db.selectFrom("mails").selectAll().executeTakeFirstOrThrow();
}
