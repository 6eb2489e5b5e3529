/** Account commands of the operator; the audit log names no user for them. */
import { z } from "zod";
import { db, readDb, type UserRow } from "~/db.server";
import { AppError } from "~/errors";
import { parse } from "~/models/base/input/validation.server";
import { issueToken } from "./one-time-tokens.server";
import type { Role } from "./roles";
import { removeSecondFactor } from "./second-step.server";
import { endAllSessions, sessionsOf } from "./sessions.server";
import { LINK_MINUTES } from "./sign-in-link.server";
import { changeUser, findUserByEmail, noteUser, roleField } from "./users.server";

export type Account = Pick<UserRow, "email" | "firstName" | "lastName" | "role" | "status" | "lastSignInAt">;

/** Returns all accounts by address, or those of one role. */
export async function accounts(role?: Role): Promise<Account[]> {
  const columns = ["email", "firstName", "lastName", "role", "status", "lastSignInAt"] as const;
  const users = readDb.selectFrom("users").select(columns).orderBy("email");
  return (role ? users.where("role", "=", role) : users).execute();
}

/** Gives a role, and enables a disabled account that becomes an admin. Throws invalid, missing, conflict. */
export async function giveRole(email: string, role: unknown): Promise<{ changed: boolean; enabled: boolean }> {
  const user = await accountOf(email);
  const wanted = parse(z.object({ role: roleField }), { role }).role;
  const enabled = wanted === "admin" && user.status !== "active";
  const changed = wanted !== user.role;
  const change = { ...(changed && { role: wanted }), ...(enabled && { status: "active" as const }) };
  if (changed || enabled) await changeUser(null, user.id, change);
  return { changed, enabled };
}

/** Removes a lost second factor. Throws "missing", and "conflict" without one. */
export async function removeFactorOf(email: string, origin: string): Promise<void> {
  await removeSecondFactor(null, (await accountOf(email)).id, { address: "", origin });
}

/** A link to choose a new password, which works once. Throws missing, or conflict for a disabled account. */
export async function passwordLink(email: string, origin: string): Promise<{ link: string; until: Date }> {
  const user = await accountOf(email);
  if (user.status !== "active") throw new AppError("conflict", `The account of ${email} is disabled.`);
  return db.transaction().execute(async (tx) => {
    const { token, until } = await issueToken(tx, { purpose: "reset", userId: user.id, minutes: LINK_MINUTES });
    await noteUser(tx, null, "reset link made", user);
    return { link: `${origin}/reset-password?token=${token}`, until };
  });
}

/** Disables an account, which ends its sessions and keys, or enables it again. Throws missing, conflict for the last admin. */
export async function setStatusOf(email: string, status: UserRow["status"]): Promise<{ changed: boolean }> {
  const user = await accountOf(email);
  if (user.status !== status) await changeUser(null, user.id, { status });
  return { changed: user.status !== status };
}

/** Signs somebody out everywhere, and gives the number of sessions. Throws missing. */
export async function endSessionsOf(email: string): Promise<number> {
  const user = await accountOf(email);
  const sessions = await sessionsOf(user, null);
  await db.transaction().execute(async (tx) => {
    await endAllSessions(tx, user.id);
    await noteUser(tx, null, "sessions ended", user);
  });
  return sessions.length;
}

/** Throws "missing". */
export async function accountOf(email: string): Promise<UserRow> {
  const user = await findUserByEmail(email.trim().toLowerCase());
  if (user) return user;
  throw new AppError("missing", `There is no account with the address ${email}.`);
}
