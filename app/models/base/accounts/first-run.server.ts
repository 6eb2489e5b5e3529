/** Lets the operator create the first admin of a new site through a link in the server's log. */
import { z } from "zod";
import { db, type UserRow } from "~/db.server";
import { AppError } from "~/errors";
import { auditSignIn } from "~/models/base/audit/audit.server";
import { parse } from "~/models/base/input/validation.server";
import { asEditor } from "./admin.server";
import { type Caller, checkNewAccountPassword, parseNewAccount } from "./input.server";
import { findToken, issueToken, redeemToken } from "./one-time-tokens.server";
import { hashPassword } from "./password-hashing.server";
import { insertUser } from "./register.server";
import { openNoSession } from "./sessions.server";
import { hasAdmin } from "./users.server";
import { queueVerification } from "./verify-email.server";

const MONTH_MINUTES = 30 * 24 * 60;

export async function createSetupLink(origin: string): Promise<string | null> {
  return db.transaction().execute(async (tx) => {
    if (await hasAdmin(tx)) return null;
    const { token } = await issueToken(tx, { purpose: "setup", userId: null, minutes: MONTH_MINUTES });
    return `${origin}/setup?token=${token}`;
  });
}

/** Returns whether a set-up link is the latest one, and there is no admin yet. */
export async function isSetupLink(token: string): Promise<boolean> {
  return !(await hasAdmin()) && (await findToken("setup", token)) !== null;
}

const INVALID_LINK =
  "This set-up link is no longer valid. If there is no admin yet, restart the server to get a new one.";

/** Creates the first admin's account with the token of the set-up link. Throws "forbidden", "invalid", "conflict". */
export async function setUpAdmin(input: unknown, caller: Caller, openSession = openNoSession): Promise<UserRow> {
  const { token } = parse(z.object({ token: z.string(INVALID_LINK) }), input);
  if (!(await isSetupLink(token))) throw new AppError("forbidden", INVALID_LINK);
  const fields = parseNewAccount(input);
  await checkNewAccountPassword(fields);
  const passwordHash = await hashPassword(fields.password);
  return db.transaction().execute(async (tx) => {
    if ((await hasAdmin(tx)) || !(await redeemToken(tx, "setup", token))) throw new AppError("forbidden", INVALID_LINK);
    const user = await insertUser(tx, { ...fields, passwordHash, role: "admin" });
    await auditSignIn(tx, asEditor(user, caller.address), "first account made");
    await queueVerification(tx, user, caller);
    await openSession(tx, user);
    return user;
  });
}
