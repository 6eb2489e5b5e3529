/** What the site knows about a person, for that person. */
import { readDb, type UserRow } from "~/db.server";

/**
 * Everything that is stored about a user, with the names of the database and without secrets: no password hash, no ids
 * of sessions, no texts of mails (they hold links that sign people in).
 */
export async function downloadMyData({ passwordHash, googleId, ...account }: UserRow) {
  const [sessions, submissions, drafts, mails] = await Promise.all([
    readDb
      .selectFrom("sessions")
      .select(["createdAt", "lastSeenAt", "expiresAt", "address", "userAgent"])
      .where("userId", "=", account.id)
      .orderBy("createdAt")
      .execute(),
    readDb
      .selectFrom("submissions")
      .select(["id", "status", "name", "title", "record", "submitterName", "submitterEmail", "submitterReason"])
      .select(["submittedAt", "updatedAt", "reviewNotes", "reviewedAt"])
      .where("userId", "=", account.id)
      .orderBy("submittedAt")
      .execute(),
    readDb.selectFrom("drafts").select(["id", "fields", "updatedAt"]).where("userId", "=", account.id).execute(),
    readDb
      .selectFrom("mails")
      .select(["kind", "recipient", "subject", "status", "createdAt", "sentAt"])
      .where("recipient", "=", account.email)
      .orderBy("createdAt")
      .execute(),
  ]);
  return {
    account: { ...account, hasPassword: passwordHash !== null, hasGoogle: googleId !== null },
    sessions,
    submissions: submissions.map(({ record, ...rest }) => ({ ...rest, record: JSON.parse(record) })),
    drafts: drafts.map(({ fields, ...rest }) => ({ ...rest, fields: JSON.parse(fields) })),
    mails,
  };
}
