/** Informs admins about a new admin, and makes the account of ADMIN_EMAIL an admin once. */
import { db, type Queryable, type UserRow } from "~/db.server";
import { env } from "~/env.server";
import { audit, nameOf } from "~/models/base/audit/audit.server";
import { queueMail } from "~/models/base/mail/queue.server";
import { newAdminMail } from "~/models/base/mail/texts.server";
import { siteSettings } from "~/models/base/settings/settings.server";
import { digest } from "~/services/secrets.server";
import { endAllSessions } from "./sessions.server";

/**
 * Mails all admins about a new admin. Mails name addresses only, because a name can contain an advertisement. `giver` is
 * the admin who gave the role; null for the operator.
 */
export async function announceAdmin(tx: Queryable, user: UserRow, giver: Pick<UserRow, "email"> | null): Promise<void> {
  await mailAdmins(tx, user, giver?.email ?? "The operator of the site");
}

async function mailAdmins(tx: Queryable, { email: newAdmin }: UserRow, giver: string): Promise<void> {
  const admins = tx.selectFrom("users").select("email").where("role", "=", "admin").where("status", "=", "active");
  const { siteName } = await siteSettings(tx);
  const mail = newAdminMail({ siteName, newAdmin, giver, at: new Date() });
  for (const { email } of await admins.execute()) await queueMail(tx, { ...mail, recipient: email });
}

/**
 * Makes the account of ADMIN_EMAIL an admin after its address is confirmed, and only once: losing the role is final,
 * also after a restart.
 */
export async function applyAdminEmail(tx: Queryable, user: UserRow): Promise<UserRow> {
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
  await audit(tx, null, {
    action: `${user.role} made admin`,
    subjectKind: "user",
    subjectId: user.id,
    subjectName: nameOf(user),
    detail: `${user.email}, by ADMIN_EMAIL`,
  });
  await mailAdmins(tx, user, "The setting ADMIN_EMAIL");
  return { ...user, role: "admin", updatedAt };
}

/**
 * Makes the account of ADMIN_EMAIL an admin at a start of the server, because the variable may be set after the
 * address was confirmed.
 */
export async function promoteAdminEmail(): Promise<boolean> {
  const email = env.ADMIN_EMAIL;
  if (!email) return false;
  return db.transaction().execute(async (tx) => {
    const user = await tx.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirst();
    if (!user || (await applyAdminEmail(tx, user)).role === user.role) return false;
    await endAllSessions(tx, user.id);
    return true;
  });
}
