/** Signs in with email and password. */
import { z } from "zod";
import { db, type UserRow } from "~/db.server";
import { AppError } from "~/errors";
import { log } from "~/log.server";
import { parse } from "~/models/base/input/validation.server";
import { countAttempt, trustNetwork } from "~/models/base/rate-limits/rate-limits.server";
import type { Caller } from "./input.server";
import { hashPassword, isOutdated, isPassword } from "./password-hashing.server";
import { checkQuestion, questionIn } from "./security-question.server";
import { findUserByEmail } from "./users.server";

const CREDENTIALS_MISSING = "Please enter your email and password";

export const Credentials = z.object({
  email: z
    .string(CREDENTIALS_MISSING)
    .trim()
    .toLowerCase()
    .min(1, CREDENTIALS_MISSING)
    .max(1_000, "This email address is too long."),
  password: z.string(CREDENTIALS_MISSING).min(1, CREDENTIALS_MISSING),
});

/**
 * Returns the user with this email and password; takes as long for unknown addresses. Throws "invalid", "limited",
 * "unauthenticated", "forbidden".
 */
export async function signIn(input: unknown, caller: Caller): Promise<UserRow> {
  const { email, password } = parse(Credentials, input);
  // Checks the question before counting, so that a program which cannot answer locks nobody out.
  await checkQuestion(...questionIn(input));
  await countAttempt(email, caller.address);
  const user = await findUserByEmail(email);
  const isCorrect = await isPassword(user?.passwordHash ?? null, password);
  if (!user || !isCorrect) {
    log.warn({ user: user?.id ?? null, address: caller.address }, "a sign-in was refused");
    throw new AppError("unauthenticated", "Invalid email or password");
  }
  if (user.status !== "active") throw new AppError("forbidden", "This account is disabled.");
  await trustNetwork(email, caller.address);
  return (await isOutdated(user.passwordHash as string)) ? renewHash(user, password) : user;
}

async function renewHash(user: UserRow, password: string): Promise<UserRow> {
  const passwordHash = await hashPassword(password);
  const renewedUser = await db
    .updateTable("users")
    .set({ passwordHash })
    .where("id", "=", user.id)
    .where("passwordHash", "=", user.passwordHash) // Keeps a password that was changed meanwhile
    .returningAll()
    .executeTakeFirst();
  if (renewedUser) return renewedUser;
  // Another sign-in at the same moment may have renewed the hash.
  const currentUser = await findUserByEmail(user.email);
  return currentUser && (await isPassword(currentUser.passwordHash, password)) ? currentUser : user;
}

/** Asks a signed-in user for the password again. Throws "invalid" with a message at `field`, or "limited". */
export async function provePassword(user: UserRow, input: unknown, caller: Caller, field = "password"): Promise<void> {
  const missingMessage = "Please enter your present password";
  const typedText = parse(z.object({ [field]: z.string(missingMessage).min(1, missingMessage) }), input)[
    field
  ] as string;
  await countAttempt(user.email, caller.address);
  if (!(await isPassword(user.passwordHash, typedText))) {
    const wrongMessage = "This is not your present password";
    throw new AppError("invalid", wrongMessage, { [field]: wrongMessage });
  }
  await trustNetwork(user.email, caller.address);
}
