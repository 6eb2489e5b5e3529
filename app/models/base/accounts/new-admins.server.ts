/** Handles new admins: the others learn of it, and ADMIN_EMAIL makes one once. */
import { db, type Queryable, type UserRow } from "~/db.server";
import { env } from "~/env.server";
import { queueMail } from "~/models/base/mail/queue.server";
import { newAdminMail } from "~/models/base/mail/texts.server";
import { siteSettings } from "~/models/base/settings/settings.server";
import { digest } from "~/services/secrets.server";
import { endAllSessions } from "./sessions.server";

/**
 * Queues a mail about `user` to all admins, with addresses only, because a name can hold an advertisement.
 * @param by The admin who made the user one; null for an operator at the command line.
 */
export async function announceAdmin(tx: Queryable, user: UserRow, by: Pick<UserRow, "email"> | null): Promise<void> {
  await mailAdmins(tx, user, by?.email ?? "The operator of the site");
}

async function mailAdmins(tx: Queryable, { email: who }: UserRow, by: string): Promise<void> {
  const admins = tx.selectFrom("users").select("email").where("role", "=", "admin").where("status", "=", "active");
  const { siteName } = await siteSettings(tx);
  const mail = newAdminMail({ siteName, who, by, at: new Date() });
  for (const { email } of await admins.execute()) await queueMail(tx, { ...mail, recipient: email });
}

/**
 * Makes the account of ADMIN_EMAIL an admin, once its address is confirmed, and once only: somebody who lost the role does
 * not get it back by signing in or by a restart.
 */
export async function takeAdminEmail(tx: Queryable, user: UserRow): Promise<UserRow> {
  if (user.email !== env.ADMIN_EMAIL) return user;
  const isAdmin = user.role === "admin";
  if (!isAdmin && !user.emailVerifiedAt) return user;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("cursors")
    .values({ name: `adminEmail ${digest(user.email)}`, value: JSON.stringify(new Date()) })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .executeTakeFirstOrThrow();
  if (isAdmin || !numInsertedOrUpdatedRows) return user;
  const updatedAt = new Date().toISOString();
  await tx.updateTable("users").set({ role: "admin", updatedAt }).where("id", "=", user.id).execute();
  await mailAdmins(tx, user, "The setting ADMIN_EMAIL");
  return { ...user, role: "admin", updatedAt };
}

/** ADMIN_EMAIL may be set after that account confirmed its address; then it becomes an admin at the next start. */
export async function promoteAdminEmail(): Promise<boolean> {
  const email = env.ADMIN_EMAIL;
  if (!email) return false;
  return db.transaction().execute(async (tx) => {
    const user = await tx.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirst();
    if (!user || (await takeAdminEmail(tx, user)).role === user.role) return false;
    await endAllSessions(tx, user.id);
    return true;
  });
}
