/** Deletes an account; each part says whether its rows are deleted or unlinked. */
import { z } from "zod";
import { db, type Queryable, type UserRow } from "~/db.server";
import { AppError } from "~/errors";
import { log } from "~/log.server";
import type { Admin } from "~/models/base/accounts/admin.server";
import { recentSignInCheck } from "~/models/base/accounts/factors.server";
import { type Caller, emailField } from "~/models/base/accounts/input.server";
import { findAccount } from "~/models/base/accounts/operator.server";
import { checkSession, checkUnchanged, type RecentUser } from "~/models/base/accounts/sessions.server";
import { provePassword } from "~/models/base/accounts/sign-in.server";
import { checkNotLastAdmin, findUser } from "~/models/base/accounts/users.server";
import { audit, nameOf } from "~/models/base/audit/audit.server";
import { forgetSoon } from "~/models/base/forgetting/forgetting.server";
import { parse } from "~/models/base/input/validation.server";
import { deleteRows, unlinkAll } from "~/models/base/parts/rows.server";
import { ACCOUNT_COLUMNS } from "~/models/whole/parts.server";

/**
 * Deletes the user's own account with everything that belongs only to it. Throws "invalid", "limited", "conflict"; "stale" if
 * the sign-in has to be recent and is not.
 * @param session The result of `sessionOf`.
 */
export async function deleteAccount(
  user: UserRow,
  input: unknown,
  caller: Caller,
  session: string | null,
): Promise<void> {
  const checkRecent = await recentSignInCheck(user, session);
  if (user.passwordHash) await provePassword(user, input, caller);
  else confirmAddress(user, input);
  await db.transaction().execute(async (tx) => {
    await checkUnchanged(tx, user);
    await checkRecent(tx);
    await removeUser(tx, user.id);
  });
}

function confirmAddress(user: UserRow, input: unknown): void {
  const message = "Please enter your email address to confirm";
  const { email } = parse(z.object({ email: emailField(message) }), input);
  if (email !== user.email) throw new AppError("invalid", message, { email: message });
}

/**
 * Deletes another account, as `deleteAccount` deletes the user's own. `admin` is null for the operator. Throws "invalid",
 * "missing", "conflict".
 */
export async function deleteUser(admin: RecentUser<Admin> | null, input: unknown): Promise<void> {
  const { id } = parse(z.object({ id: z.string() }), input);
  await db.transaction().execute(async (tx) => {
    if (admin) await checkSession(tx, admin);
    const user = await findUser(tx, id);
    await removeUser(tx, id);
    // Leaves out the email address, which is deleted with the account.
    await audit(tx, admin, {
      action: "user deleted",
      subjectKind: "user",
      subjectId: id,
      subjectName: nameOf({ ...user, email: "" }),
    });
  });
  log.info({ by: admin?.id ?? null, user: id }, "an account was deleted");
}

/**
 * Deletes the account with an email address. Its submissions stay, without the name. Throws "missing"; "conflict" for
 * the last admin.
 */
export async function deleteAccountByEmail(email: string): Promise<void> {
  await deleteUser(null, { id: (await findAccount(email)).id });
}

/**
 * Deletes a user and the rows that belong only to them, such as sessions, links, drafts and mails. Throws "missing";
 * "conflict" for the last admin.
 */
export async function removeUser(tx: Queryable, id: string): Promise<void> {
  const { email, emailVerifiedAt, ...user } = await findUser(tx, id);
  await checkNotLastAdmin(tx, { ...user, email, emailVerifiedAt });
  const account = { id, email, isProven: emailVerifiedAt !== null };
  for (const { name, table, column, answers } of ACCOUNT_COLUMNS) {
    if (typeof answers.deletion === "function") await answers.deletion(tx, account);
    else if (answers.deletion === "deleted") await deleteRows(tx, name, table, column, [id]);
    else if (answers.deletion === "unlinked") await unlinkAll(tx, name, column, id);
  }
  await tx.deleteFrom("users").where("id", "=", id).execute();
  await forgetSoon(tx);
}
