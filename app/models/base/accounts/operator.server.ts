/** Runs the operator's commands about accounts; the audit log names no user for them. */
import { z } from "zod";
import { db, readDb, type UserRow } from "~/db.server";
import { AppError } from "~/errors";
import { parse } from "~/models/base/input/validation.server";
import { issueToken } from "./one-time-tokens.server";
import type { Role } from "./roles";
import { removeSecondFactor } from "./second-step.server";
import { endAllSessions, listSessions } from "./sessions.server";
import { LINK_MINUTES } from "./sign-in-link.server";
import { auditUser, changeUser, findUserByEmail, roleField } from "./users.server";

export type Account = Pick<UserRow, "email" | "firstName" | "lastName" | "role" | "status" | "lastSignInAt">;

/** Returns all accounts, or those of one role, ordered by address. */
export async function listAccounts(role?: Role): Promise<Account[]> {
  const columns = ["email", "firstName", "lastName", "role", "status", "lastSignInAt"] as const;
  const users = readDb.selectFrom("users").select(columns).orderBy("email");
  return (role ? users.where("role", "=", role) : users).execute();
}

/** Gives a role, and enables a disabled account that becomes an admin. Throws "invalid", "missing", "conflict". */
export async function giveRole(email: string, role: unknown): Promise<{ changed: boolean; enabled: boolean }> {
  const user = await findAccount(email);
  const newRole = parse(z.object({ role: roleField }), { role }).role;
  const enabled = newRole === "admin" && user.status !== "active";
  const changed = newRole !== user.role;
  const change = { ...(changed && { role: newRole }), ...(enabled && { status: "active" as const }) };
  if (changed || enabled) await changeUser(null, user.id, change);
  return { changed, enabled };
}

/** Removes a lost second factor. Throws "missing"; "conflict" if there is none. */
export async function removeFactorByEmail(email: string, origin: string): Promise<void> {
  await removeSecondFactor(null, (await findAccount(email)).id, { address: "", origin });
}

/**
 * Returns a link for choosing a new password, which works once. Throws "missing"; "conflict" for a disabled account.
 */
export async function createPasswordLink(email: string, origin: string): Promise<{ link: string; until: Date }> {
  const user = await findAccount(email);
  if (user.status !== "active") throw new AppError("conflict", `The account of ${email} is disabled.`);
  return db.transaction().execute(async (tx) => {
    const { token, until } = await issueToken(tx, { purpose: "reset", userId: user.id, minutes: LINK_MINUTES });
    await auditUser(tx, null, "reset link made", user);
    return { link: `${origin}/reset-password?token=${token}`, until };
  });
}

/**
 * Disables an account, which ends its sessions and keys, or enables it again. Throws "missing"; "conflict" for the
 * last admin.
 */
export async function setStatusByEmail(email: string, status: UserRow["status"]): Promise<{ changed: boolean }> {
  const user = await findAccount(email);
  if (user.status !== status) await changeUser(null, user.id, { status });
  return { changed: user.status !== status };
}

/** Signs somebody out everywhere; returns the number of sessions. Throws "missing". */
export async function endSessionsByEmail(email: string): Promise<number> {
  const user = await findAccount(email);
  const sessions = await listSessions(user, null);
  await db.transaction().execute(async (tx) => {
    await endAllSessions(tx, user.id);
    await auditUser(tx, null, "sessions ended", user);
  });
  return sessions.length;
}

/** Returns the account with an email address. Throws "missing". */
export async function findAccount(email: string): Promise<UserRow> {
  const user = await findUserByEmail(email.trim().toLowerCase());
  if (user) return user;
  throw new AppError("missing", `There is no account with the address ${email}.`);
}
