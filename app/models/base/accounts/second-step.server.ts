/** Handles the second step of a sign-in: the user who passed the first one, and the code that completes it. */
import { z } from "zod";
import { db, type Queryable, readDb, type UserRow } from "~/db.server";
import { AppError } from "~/errors";
import { log } from "~/log.server";
import { parse } from "~/models/base/input/validation.server";
import { countTry, trustPlace } from "~/models/base/rate-limits/rate-limits.server";
import type { Admin } from "./admin.server";
import { mailAboutFactors } from "./factor-changes.server";
import { deleteFactors, hasSecondFactor } from "./factors.server";
import type { Caller } from "./input.server";
import { addToken, findToken, redeemToken } from "./one-time-tokens.server";
import { spendRecoveryCode } from "./recovery-codes.server";
import {
  changedMeanwhile,
  checkSession,
  checkUnchanged,
  type Entering,
  endAllSessions,
  enterNothing,
  type RecentUser,
} from "./sessions.server";
import { provePassword } from "./sign-in.server";
import { type CodeResult, digitsOf, spendTotp } from "./totp.server";
import { noteUser } from "./users.server";

export const STEP_MINUTES = 10;

/**
 * Returns a token for the browser that passed the first step; it opens only the second one. Throws the errors of
 * `checkUnchanged`.
 */
export async function beginSecondStep(user: UserRow, tx?: Queryable): Promise<string> {
  if (!tx) return db.transaction().execute((tx) => beginSecondStep(user, tx));
  await checkUnchanged(tx, user);
  const { token } = await addToken(tx, { purpose: "secondStep", userId: user.id, minutes: STEP_MINUTES });
  return token;
}

/** Returns the user who has yet to take the second step; null for an unknown or expired token. */
export async function userAtSecondStep(token: string): Promise<UserRow | null> {
  const tokenRow = await findToken("secondStep", token);
  if (!tokenRow?.userId) return null;
  const user = readDb.selectFrom("users").selectAll().where("id", "=", tokenRow.userId).where("status", "=", "active");
  return (await user.executeTakeFirst()) ?? null;
}

/** Completes the sign-in of the token. Throws as `proveCode`; unauthenticated when the first step is too long ago. */
export async function takeSecondStep(
  token: string,
  input: unknown,
  caller: Caller,
  enter = enterNothing,
): Promise<UserRow> {
  const user = await userAtSecondStep(token);
  if (!user) throw new AppError("unauthenticated", TOO_LATE);
  await proveCode(user, input, caller, async (tx) => {
    if (!(await redeemToken(tx, "secondStep", token))) throw new AppError("unauthenticated", TOO_LATE);
    await enter(tx, user);
  });
  return user;
}

const TOO_LATE = "This sign-in took too long. Please begin again.";
const ENTER_CODE = "Please enter a code";
const Step = z.object({ code: z.string(ENTER_CODE).trim().min(1, ENTER_CODE).max(100, "This is not a code.") });

const REFUSALS: Record<Exclude<CodeResult, "right">, string> = {
  wrong: "This code is not right.",
  used: "This code was used already. Please wait for the next one.",
  unreadable:
    "The codes of your app cannot be checked any more, because the site's secret was replaced. Please use a recovery code or a passkey.",
};

/**
 * Completes a sign-in with a code of the app or a recovery code, which is used up. Tries are counted apart from those of the
 * password: a place is known once both steps were taken there. Throws invalid, limited, secondFactor.
 */
export async function proveCode(user: UserRow, input: unknown, caller: Caller, enter = enterNothing): Promise<void> {
  const { code } = parse(Step, input);
  const account = `second step ${user.id}`;
  await countTry(account, caller.address, "code");
  const digits = digitsOf(code);
  const result = await db.transaction().execute(async (tx) => {
    const result = digits ? await spendTotp(tx, user, digits) : await spendCode(tx, user, code, caller);
    if (result === "right") await enter(tx, user);
    return result;
  });
  if (result !== "right") {
    log.warn({ user: user.id, address: caller.address, result }, "a second step was refused");
    throw new AppError("secondFactor", REFUSALS[result], { code: REFUSALS[result] });
  }
  await trustPlace(account, caller.address);
}

async function spendCode(tx: Queryable, user: UserRow, code: string, caller: Caller): Promise<CodeResult> {
  if (!(await spendRecoveryCode(tx, user, code))) return "wrong";
  await mailAboutFactors(tx, user, "A recovery code was used to sign in", caller);
  return "right";
}

/**
 * Asks somebody who is signed in for both proofs again, where there are two. Throws as `provePassword` and `proveCode`,
 * "invalid" without a code, "unauthenticated" where there are two by now.
 */
export async function proveAgain(user: UserRow, input: unknown, caller: Caller, enter: Entering): Promise<void> {
  const isTwo = await hasSecondFactor(user.id);
  if (isTwo) parse(Step, input);
  await provePassword(user, input, caller);
  if (isTwo) return proveCode(user, input, caller, enter);
  await db.transaction().execute(async (tx) => {
    if (await hasSecondFactor(user.id, tx)) throw changedMeanwhile();
    await enter(tx, user);
  });
}

/**
 * Removes all second factors of an account whose owner lost them, ends its sessions and mails the owner. The caller is an
 * admin, or null for an operator at the command line. Throws missing, forbidden for the admin's own, conflict without one.
 */
export async function removeSecondFactor(by: RecentUser<Admin> | null, userId: string, caller: Caller): Promise<void> {
  if (by?.id === userId) throw new AppError("forbidden", "You change your own sign-in on your account page.");
  await db.transaction().execute(async (tx) => {
    if (by) await checkSession(tx, by);
    const user = await tx.selectFrom("users").selectAll().where("id", "=", userId).executeTakeFirst();
    if (!user) throw new AppError("missing", "There is no such account.");
    if (!(await hasSecondFactor(userId, tx))) throw new AppError("conflict", "This account has no second factor.");
    await deleteFactors(tx, userId);
    await endAllSessions(tx, userId);
    const remover = by ? "An admin" : "The operator of the site";
    await mailAboutFactors(tx, user, `${remover} removed your second factor`, caller);
    await noteUser(tx, by, "second factor removed", user);
  });
}
