/** Who becomes an admin: the others learn of it, and ADMIN_EMAIL makes one once. */
import { db, type Queryable, type UserRow } from "~/db.server";
import { env } from "~/env.server";
import { queueMail } from "~/models/mail/queue.server";
import { newAdminMail, oneLine } from "~/models/mail/texts.server";
import { siteSettings } from "~/models/site/settings.server";
import { digest } from "~/services/secrets.server";
import { endAllSessions } from "./sessions.server";

type Named = Pick<UserRow, "firstName" | "lastName" | "email">;

/** Queues a mail about `user` to all admins. @param by null for the operator at the command line. */
export async function announceAdmin(tx: Queryable, user: UserRow, by: Named | string | null): Promise<void> {
  const admins = tx.selectFrom("users").select("email").where("role", "=", "admin").where("status", "=", "active");
  const { siteName } = await siteSettings(tx);
  const maker = typeof by === "string" ? by : by ? nameAndAddress(by) : "The operator of the site";
  const mail = newAdminMail({ siteName, who: nameAndAddress(user), by: maker, at: new Date() });
  for (const { email } of await admins.execute()) await queueMail(tx, { ...mail, recipient: email });
}

function nameAndAddress({ firstName, lastName, email }: Named): string {
  const name = oneLine(`${firstName} ${lastName}`, 100);
  return name ? `${name} (${email})` : email;
}

/**
 * Makes the account of ADMIN_EMAIL an admin, once its address is confirmed, and once only: whoever lost the role does
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
  await announceAdmin(tx, user, "The setting ADMIN_EMAIL");
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
