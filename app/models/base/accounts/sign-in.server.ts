/** Signing in with e-mail and password. */
import { z } from "zod";
import { db, type UserRow } from "~/db.server";
import { AppError } from "~/errors";
import { log } from "~/log.server";
import { parse } from "~/models/base/input/validation.server";
import { countTry, trustPlace } from "~/models/base/rate-limits/rate-limits.server";
import type { Caller } from "./input.server";
import { hashPassword, isOutdated, isPassword } from "./password-hashing.server";
import { checkQuestion, questionIn } from "./security-question.server";
import { findUserByEmail } from "./users.server";

const ENTER_BOTH = "Please enter your email and password";

export const Credentials = z.object({
  email: z.string(ENTER_BOTH).trim().toLowerCase().min(1, ENTER_BOTH).max(1_000, "This e-mail address is too long."),
  password: z.string(ENTER_BOTH).min(1, ENTER_BOTH),
});

/**
 * The user with this e-mail and password; unknown addresses take as long. Throws invalid, limited, unauthenticated,
 * forbidden.
 */
export async function signIn(input: unknown, caller: Caller): Promise<UserRow> {
  const { email, password } = parse(Credentials, input);
  // Checked before counting, so that a program that cannot answer locks out no account.
  await checkQuestion(...questionIn(input));
  await countTry(email, caller.address);
  const user = await findUserByEmail(email);
  const isRight = await isPassword(user?.passwordHash ?? null, password);
  if (!user || !isRight) {
    log.warn({ user: user?.id ?? null, address: caller.address }, "a sign-in was refused");
    throw new AppError("unauthenticated", "Invalid email or password");
  }
  if (user.status !== "active") throw new AppError("forbidden", "This account is disabled.");
  await trustPlace(email, caller.address);
  return (await isOutdated(user.passwordHash as string)) ? renewHash(user, password) : user;
}

async function renewHash(user: UserRow, password: string): Promise<UserRow> {
  const passwordHash = await hashPassword(password);
  const renewed = await db
    .updateTable("users")
    .set({ passwordHash })
    .where("id", "=", user.id)
    .where("passwordHash", "=", user.passwordHash) // a new password that was set meanwhile stays
    .returningAll()
    .executeTakeFirst();
  if (renewed) return renewed;
  // Another sign-in of the same moment may have renewed it.
  const present = await findUserByEmail(user.email);
  return present && (await isPassword(present.passwordHash, password)) ? present : user;
}

/** Asks somebody who is signed in for their password again. Throws invalid with a message at `field`, or limited. */
export async function provePassword(user: UserRow, input: unknown, caller: Caller, field = "password"): Promise<void> {
  const missing = "Please enter your present password";
  const typed = parse(z.object({ [field]: z.string(missing).min(1, missing) }), input)[field] as string;
  await countTry(user.email, caller.address);
  if (!(await isPassword(user.passwordHash, typed))) {
    const wrong = "This is not your present password";
    throw new AppError("invalid", wrong, { [field]: wrong });
  }
  await trustPlace(user.email, caller.address);
}
