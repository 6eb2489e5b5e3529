/** Finds and changes accounts. */
import { z } from "zod";
import { db, type Queryable, readDb, type UserRow } from "~/db.server";
import { AppError } from "~/errors";
import { log } from "~/log.server";
import { audit, nameOf } from "~/models/base/audit/audit.server";
import { parse } from "~/models/base/input/validation.server";
import { type Admin, isEditor } from "./admin.server";
import { revokeAllKeys } from "./api-keys.server";
import { announceAdmin } from "./new-admins.server";
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

const RoleChange = z.object({ id: z.string(), role: roleField });
const StatusChange = z.object({ id: z.string(), status: z.enum(["active", "disabled"], "Please choose a status.") });

/** Changes the role of an account. Throws "invalid", "missing"; "conflict" for the last admin. */
export async function changeRole(admin: RecentUser<Admin>, input: unknown): Promise<UserRow> {
  const { id, role } = parse(RoleChange, input);
  return changeUser(admin, id, { role });
}

/** Disables an account, or enables it again. Throws "invalid", "missing"; "conflict" for the last admin. */
export async function changeStatus(admin: RecentUser<Admin>, input: unknown): Promise<UserRow> {
  const { id, status } = parse(StatusChange, input);
  return changeUser(admin, id, { status });
}

/**
 * Changes role or status, which ends the sessions. `admin` is null for the operator. Throws "missing"; "conflict" for
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
    if (newUser.role === formerUser.role && newUser.status === formerUser.status) return formerUser;
    if (newUser.role !== "admin" || newUser.status !== "active") await checkNotLastAdmin(tx, formerUser);
    const { role, status, updatedAt } = newUser;
    await tx.updateTable("users").set({ role, status, updatedAt }).where("id", "=", id).execute();
    await endAllSessions(tx, id);
    if (!isEditor(newUser) || newUser.status !== "active") await revokeAllKeys(tx, id);
    await auditUser(tx, admin, actionOf(formerUser, change), formerUser);
    if (newUser.role === "admin" && newUser.status === "active") await announceAdmin(tx, newUser, admin);
    return newUser;
  });
  log.info({ by: admin?.id ?? null, user: id, ...change }, "an account was changed");
  return changedUser;
}

function actionOf(formerUser: UserRow, { role, status }: Partial<Pick<UserRow, "role" | "status">>): string {
  if (role) return `${formerUser.role} made ${role}`;
  return status === "active" ? "user enabled" : "user disabled";
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
