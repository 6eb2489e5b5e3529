/** Handles the second step of a sign-in: remembers who passed the first step, and checks the code. */
import { z } from "zod";
import { db, type Queryable, readDb, type UserRow } from "~/db.server";
import { AppError } from "~/errors";
import { log } from "~/log.server";
import { parse } from "~/models/base/input/validation.server";
import { countAttempt, trustNetwork } from "~/models/base/rate-limits/rate-limits.server";
import type { Admin } from "./admin.server";
import { mailAboutFactors } from "./factor-changes.server";
import { deleteFactors, hasSecondFactor } from "./factors.server";
import type { Caller } from "./input.server";
import { addToken, findToken, redeemToken } from "./one-time-tokens.server";
import { consumeRecoveryCode } from "./recovery-codes.server";
import {
  changedMeanwhile,
  checkSession,
  checkUnchanged,
  endAllSessions,
  type OpenSession,
  openNoSession,
  type RecentUser,
} from "./sessions.server";
import { provePassword } from "./sign-in.server";
import { type CodeResult, consumeTotpCode, digitsOf } from "./totp.server";
import { auditUser } from "./users.server";

export const STEP_MINUTES = 10;

/**
 * Returns a token for the browser that passed the first step; it only allows the second step. Throws the errors of
 * `checkUnchanged`.
 */
export async function beginSecondStep(user: UserRow, tx?: Queryable): Promise<string> {
  if (!tx) return db.transaction().execute((tx) => beginSecondStep(user, tx));
  await checkUnchanged(tx, user);
  const { token } = await addToken(tx, { purpose: "secondStep", userId: user.id, minutes: STEP_MINUTES });
  return token;
}

/** Returns the user who has passed the first step only; null for an unknown or expired token. */
export async function userAtSecondStep(token: string): Promise<UserRow | null> {
  const tokenRow = await findToken("secondStep", token);
  if (!tokenRow?.userId) return null;
  const user = readDb.selectFrom("users").selectAll().where("id", "=", tokenRow.userId).where("status", "=", "active");
  return (await user.executeTakeFirst()) ?? null;
}

/**
 * Completes the sign-in of the token. Throws like `proveCode`; "unauthenticated" if the first step was too long ago.
 */
export async function completeSecondStep(
  token: string,
  input: unknown,
  caller: Caller,
  openSession = openNoSession,
): Promise<UserRow> {
  const user = await userAtSecondStep(token);
  if (!user) throw new AppError("unauthenticated", TIMED_OUT);
  await proveCode(user, input, caller, async (tx) => {
    if (!(await redeemToken(tx, "secondStep", token))) throw new AppError("unauthenticated", TIMED_OUT);
    await openSession(tx, user);
  });
  return user;
}

const TIMED_OUT = "This sign-in took too long. Please begin again.";
const ENTER_CODE = "Please enter a code";
const Step = z.object({ code: z.string(ENTER_CODE).trim().min(1, ENTER_CODE).max(100, "This is not a code.") });

const REFUSALS: Record<Exclude<CodeResult, "right">, string> = {
  wrong: "This code is wrong.",
  used: "This code has already been used. Please wait for the next one.",
  unreadable:
    "The site can no longer check the codes of your app, because its secret was replaced. Please use a recovery code or a passkey.",
};

/**
 * Completes a sign-in with a code of the app or a recovery code, and uses it up. Counts attempts separately from
 * those of the password. Throws "invalid", "limited", "secondFactor".
 */
export async function proveCode(
  user: UserRow,
  input: unknown,
  caller: Caller,
  openSession = openNoSession,
): Promise<void> {
  const { code } = parse(Step, input);
  const account = `second step ${user.id}`;
  await countAttempt(account, caller.address, "code");
  const digits = digitsOf(code);
  const result = await db.transaction().execute(async (tx) => {
    const result = digits
      ? await consumeTotpCode(tx, user, digits)
      : await consumeRecoveryCodeAndMail(tx, user, code, caller);
    if (result === "right") await openSession(tx, user);
    return result;
  });
  if (result !== "right") {
    log.warn({ user: user.id, address: caller.address, result }, "a second step was refused");
    throw new AppError("secondFactor", REFUSALS[result], { code: REFUSALS[result] });
  }
  await trustNetwork(account, caller.address);
}

async function consumeRecoveryCodeAndMail(
  tx: Queryable,
  user: UserRow,
  code: string,
  caller: Caller,
): Promise<CodeResult> {
  if (!(await consumeRecoveryCode(tx, user, code))) return "wrong";
  await mailAboutFactors(tx, user, "A recovery code was used to sign in", caller);
  return "right";
}

/**
 * Asks a signed-in user for the password again, and for a code if the account has a second factor. Throws like
 * `provePassword` and `proveCode`; "unauthenticated" if a second factor was added meanwhile.
 */
export async function proveAgain(
  user: UserRow,
  input: unknown,
  caller: Caller,
  openSession: OpenSession,
): Promise<void> {
  const needsCode = await hasSecondFactor(user.id);
  if (needsCode) parse(Step, input);
  await provePassword(user, input, caller);
  if (needsCode) return proveCode(user, input, caller, openSession);
  await db.transaction().execute(async (tx) => {
    if (await hasSecondFactor(user.id, tx)) throw changedMeanwhile();
    await openSession(tx, user);
  });
}

/**
 * Removes all second factors of an account whose owner lost them, ends its sessions and mails the owner. `admin` is
 * null for the operator. Throws "missing", "forbidden" for the admin's own account, "conflict" without a second
 * factor.
 */
export async function removeSecondFactor(
  admin: RecentUser<Admin> | null,
  userId: string,
  caller: Caller,
): Promise<void> {
  if (admin?.id === userId) throw new AppError("forbidden", "You change your own sign-in on your account page.");
  await db.transaction().execute(async (tx) => {
    if (admin) await checkSession(tx, admin);
    const user = await tx.selectFrom("users").selectAll().where("id", "=", userId).executeTakeFirst();
    if (!user) throw new AppError("missing", "There is no such account.");
    if (!(await hasSecondFactor(userId, tx))) throw new AppError("conflict", "This account has no second factor.");
    await deleteFactors(tx, userId);
    await endAllSessions(tx, userId);
    const remover = admin ? "An admin" : "The operator of the site";
    await mailAboutFactors(tx, user, `${remover} removed your second factor`, caller);
    await auditUser(tx, admin, "second factor removed", user);
  });
}
