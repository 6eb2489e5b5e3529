import { z } from "zod";
import { db, type Queryable, readDb, type UserRow } from "~/db.server";
import { AppError } from "~/errors";
import { log } from "~/log.server";
import { parse } from "~/models/base/input/validation.server";
import { queueMail } from "~/models/base/mail/queue.server";
import { passwordChangedMail, passwordResetMail } from "~/models/base/mail/texts.server";
import { resetAttempts } from "~/models/base/rate-limits/rate-limits.server";
import { siteSettings } from "~/models/base/settings/settings.server";
import { revokeAllKeys } from "./api-keys.server";
import { deleteStrangersFactors, recentSignInCheck } from "./factors.server";
import { type Caller, checkNewPassword, newPasswordFields, parseFilled } from "./input.server";
import { findToken, issueToken, redeemToken, revokeTokens } from "./one-time-tokens.server";
import { hashPassword } from "./password-hashing.server";
import { checkUnchanged, endAllSessions, openNoSession } from "./sessions.server";
import { provePassword } from "./sign-in.server";
import { LINK_MINUTES, linkRequestedMessage, mailLink } from "./sign-in-link.server";
import { markVerified } from "./verify-email.server";

export const RESET_REQUESTED = linkRequestedMessage("a password reset link");

export async function requestReset(input: unknown, caller: Caller): Promise<void> {
  await mailLink(input, caller, "reset", (tx, user) => queueReset(tx, user, caller));
}

export async function queueReset(tx: Queryable, user: UserRow, { origin }: Caller): Promise<void> {
  const { token, until } = await issueToken(tx, { purpose: "reset", userId: user.id, minutes: LINK_MINUTES });
  const { siteName } = await siteSettings(tx);
  const mail = passwordResetMail({ siteName, link: `${origin}/reset-password?token=${token}`, until });
  await queueMail(tx, { ...mail, recipient: user.email });
}

const RESET_MESSAGES = {
  missing: "Password must be at least 8 characters long.",
  short: "Password must be at least 8 characters long.",
  different: "Please make sure both passwords are identical.",
};
const TOKEN_MISSING = "Password reset link is missing or invalid.";
const INVALID_LINK = "Failed to reset password. The link may be expired or invalid.";

export const Reset = z.object({
  token: z.string(TOKEN_MISSING).min(1, TOKEN_MISSING),
  ...newPasswordFields(RESET_MESSAGES),
});

/**
 * Sets a new password with the token of a link, and returns whether it is the account's first password. Second factors stay, and API keys
 * end. Throws "invalid".
 */
export async function resetPassword(input: unknown, caller: Caller): Promise<{ isFirst: boolean }> {
  const fields = parseFilled(Reset, input, TOKEN_MISSING);
  const owner = await findOwner(fields.token);
  await checkNewPassword(fields, owner, RESET_MESSAGES.different);
  const passwordHash = await hashPassword(fields.password);
  await db.transaction().execute(async (tx) => {
    if (!(await redeemToken(tx, "reset", fields.token))) throw invalidLink();
    // Revokes the keys, because somebody who knew the old password may have created one.
    await setPassword(tx, owner, passwordHash, caller, true);
    await deleteStrangersFactors(tx, owner);
    await markVerified(tx, owner);
  });
  log.info({ user: owner.id, address: caller.address }, "a password was reset");
  await resetAttempts(owner.email, caller.address);
  return { isFirst: owner.passwordHash === null };
}

async function findOwner(token: string): Promise<UserRow> {
  const user = await findResetOwner(token);
  if (!user) throw invalidLink();
  return user;
}

/** Tells whether a link can be used, and whether its account, such as an invited one, has no password yet. */
export async function resetLinkState(token: string): Promise<{ isUsable: boolean; isFirst: boolean }> {
  const owner = await findResetOwner(token);
  return { isUsable: owner !== undefined, isFirst: owner?.passwordHash === null };
}

async function findResetOwner(token: string): Promise<UserRow | undefined> {
  const tokenRow = await findToken("reset", token);
  if (!tokenRow?.userId) return undefined;
  const owner = readDb.selectFrom("users").selectAll().where("id", "=", tokenRow.userId).where("status", "=", "active");
  return owner.executeTakeFirst();
}

function invalidLink(): AppError {
  return new AppError("invalid", INVALID_LINK, { token: INVALID_LINK });
}

const CHANGE_MESSAGES = { ...RESET_MESSAGES, missing: "Please enter a new password" };
const Change = z.object({ ...newPasswordFields(CHANGE_MESSAGES), endKeys: z.unknown().optional() });

/**
 * Changes the password of a signed-in user, or adds one to an account that only used Google; `endKeys` also revokes the
 * account's API keys. Throws "invalid", "limited"; "stale" if the sign-in has to be recent and is not.
 * @param session The result of `sessionOf`.
 */
export async function changePassword(
  user: UserRow,
  input: unknown,
  caller: Caller,
  session: string | null,
  openSession = openNoSession,
): Promise<UserRow> {
  const checkRecentSignIn = await recentSignInCheck(user, session);
  const fields = parse(Change, input);
  await checkNewPassword(fields, user, CHANGE_MESSAGES.different);
  if (user.passwordHash) await provePassword(user, input, caller, "currentPassword");
  const passwordHash = await hashPassword(fields.password);
  const changedUser = { ...user, passwordHash };
  await db.transaction().execute(async (tx) => {
    await checkUnchanged(tx, user);
    await checkRecentSignIn(tx);
    await setPassword(tx, user, passwordHash, caller, fields.endKeys === "on");
    await openSession(tx, changedUser);
  });
  log.info({ user: user.id, address: caller.address }, "a password was changed");
  return changedUser;
}

async function setPassword(
  tx: Queryable,
  user: UserRow,
  passwordHash: string,
  { origin }: Caller,
  endsKeys: boolean,
): Promise<void> {
  const now = new Date();
  await tx.updateTable("users").set({ passwordHash, updatedAt: now.toISOString() }).where("id", "=", user.id).execute();
  await endAllSessions(tx, user.id);
  // Somebody else may have read a mail with an earlier link.
  await revokeTokens(tx, user.id, ["reset"]);
  const endedKeys = endsKeys ? await revokeAllKeys(tx, user.id) : 0;
  const { siteName } = await siteSettings(tx);
  const mail = passwordChangedMail({ siteName, at: now, link: `${origin}/forgot-password`, endedKeys });
  await queueMail(tx, { ...mail, recipient: user.email });
}
