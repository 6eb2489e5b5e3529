/** Finds and changes accounts. */
import { z } from "zod";
import { db, type Queryable, readDb, type UserRow } from "~/db.server";
import { AppError } from "~/errors";
import { log } from "~/log.server";
import { audit, nameOf } from "~/models/base/audit/audit.server";
import { type Admin, isEditor } from "./admin.server";
import { revokeAllKeys } from "./api-keys.server";
import { announceAdmin } from "./new-admins.server";
import { revokeTokens } from "./one-time-tokens.server";
import { ROLES } from "./roles";
import { checkSession, endAllSessions, type RecentUser } from "./sessions.server";

/** Returns an account as its owner sees it. */
export function accountView({ id, email, firstName, lastName, role }: UserRow) {
  return { id, email, firstName, lastName, role, isAuthenticated: true };
}

export async function findUserByEmail(email: string, tx: Queryable = readDb): Promise<UserRow | undefined> {
  return tx.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirst();
}

export async function hasAdmin(tx: Queryable = readDb): Promise<boolean> {
  const admin = tx.selectFrom("users").select("id").where("role", "=", "admin").where("status", "=", "active");
  return (await admin.limit(1).executeTakeFirst()) !== undefined;
}

export const roleField = z.enum(ROLES, "Please choose a role.");

/**
 * Changes the role, the status, or both, which ends the sessions. `admin` is null for the operator. Throws "missing"; "conflict" for
 * the last admin.
 */
export async function changeUser(
  admin: RecentUser<Admin> | null,
  id: string,
  change: Partial<Pick<UserRow, "role" | "status">>,
): Promise<UserRow> {
  const changedUser = await db.transaction().execute(async (tx) => {
    if (admin) await checkSession(tx, admin);
    const formerUser = await findUser(tx, id);
    const newUser = { ...formerUser, ...change, updatedAt: new Date().toISOString() };
    const actions = actionsBetween(formerUser, newUser);
    if (actions.length === 0) return formerUser;
    if (newUser.role !== "admin" || newUser.status !== "active") await checkNotLastAdmin(tx, formerUser);
    const { role, status, updatedAt } = newUser;
    await tx.updateTable("users").set({ role, status, updatedAt }).where("id", "=", id).execute();
    await endAllSessions(tx, id);
    if (!isEditor(newUser) || newUser.status !== "active") await revokeAllKeys(tx, id);
    if (newUser.status !== "active") await revokeTokens(tx, id, ["reset"]);
    for (const action of actions) await auditUser(tx, admin, action, formerUser);
    if (newUser.role === "admin" && newUser.status === "active") await announceAdmin(tx, newUser, admin);
    return newUser;
  });
  log.info({ by: admin?.id ?? null, user: id, ...change }, "an account was changed");
  return changedUser;
}

function actionsBetween(formerUser: UserRow, { role, status }: UserRow): string[] {
  return [
    ...(role === formerUser.role ? [] : [`${formerUser.role} made ${role}`]),
    ...(status === formerUser.status ? [] : [status === "active" ? "user enabled" : "user disabled"]),
  ];
}

export function auditUser(tx: Queryable, admin: Admin | null, action: string, user: UserRow): Promise<void> {
  const subject = { subjectKind: "user", subjectId: user.id, subjectName: nameOf(user) } as const;
  return audit(tx, admin, { action, ...subject, detail: user.email });
}

/** Throws "conflict" if the user is the last admin. */
export async function checkNotLastAdmin(tx: Queryable, user: UserRow): Promise<void> {
  if (user.role !== "admin" || user.status !== "active") return;
  const otherAdmins = tx.selectFrom("users").select("id").where("role", "=", "admin").where("status", "=", "active");
  if (await otherAdmins.where("id", "!=", user.id).limit(1).executeTakeFirst()) return;
  throw new AppError("conflict", "This is the only admin. Please make someone else an admin first.");
}

/** Returns the account with an id. Throws "missing". */
export async function findUser(tx: Queryable, id: string): Promise<UserRow> {
  const user = await tx.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst();
  if (!user) throw new AppError("missing", "There is no such account.");
  return user;
}
