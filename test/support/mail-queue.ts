/** Puts mails into the queue in a test's database, and reads them. */
import { db } from "../../app/db.server";
import { type NewMail, queueMail } from "../../app/models/base/mail/queue.server";

/** A mail with a secret link. */
export const resetMail: NewMail = {
  kind: "passwordReset",
  recipient: "reader@example.org",
  subject: "Reset your password",
  body: "Hello,\n\nhttps://life.example/reset-password?token=s3cret-0123456789abcdefghijklmnopqrstuvwxyz-0123456789\n",
};

/** Queues `resetMail` with `changes`. */
export function queueTestMail(changes: Partial<NewMail> = {}): Promise<void> {
  return queueMail(db, { ...resetMail, ...changes });
}

/** Returns all mails in the order in which they were queued. */
export function allMails() {
  return db.selectFrom("mails").selectAll().orderBy("createdAt").execute();
}

/** Returns the first mail; throws if there is none. */
export function onlyMail() {
  return db.selectFrom("mails").selectAll().executeTakeFirstOrThrow();
}
