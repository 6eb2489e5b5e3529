/** Lets a new site get its first admin, by a link in the server's log. For ADMIN_EMAIL see accounts/new-admins.server. */
import { z } from "zod";
import { db, type UserRow } from "~/db.server";
import { AppError } from "~/errors";
import { noteSignIn } from "~/models/base/audit/audit.server";
import { parse } from "~/models/base/input/validation.server";
import { asEditor } from "./admin.server";
import { type Caller, checkNewAccountPassword, parseNewAccount } from "./input.server";
import { findToken, issueToken, redeemToken } from "./one-time-tokens.server";
import { hashPassword } from "./password-hashing.server";
import { insertUser } from "./register.server";
import { enterNothing } from "./sessions.server";
import { hasAdmin } from "./users.server";
import { queueVerification } from "./verify-email.server";

const A_MONTH = 30 * 24 * 60;

export async function setupLink(origin: string): Promise<string | null> {
  return db.transaction().execute(async (tx) => {
    if (await hasAdmin(tx)) return null;
    const { token } = await issueToken(tx, { purpose: "setup", userId: null, minutes: A_MONTH });
    return `${origin}/setup?token=${token}`;
  });
}

/** Tells whether a set-up link works: it is the latest one, and there is no admin yet. */
export async function isSetupLink(token: string): Promise<boolean> {
  return !(await hasAdmin()) && (await findToken("setup", token)) !== null;
}

const USELESS =
  "This set-up link does not work any more. Restart the server to get a new one, if there is no admin yet.";

/** Makes the first admin's account with the token of the set-up link. Throws forbidden, invalid, conflict. */
export async function setUpAdmin(input: unknown, caller: Caller, enter = enterNothing): Promise<UserRow> {
  const { token } = parse(z.object({ token: z.string(USELESS) }), input);
  if (!(await isSetupLink(token))) throw new AppError("forbidden", USELESS);
  const fields = parseNewAccount(input);
  await checkNewAccountPassword(fields);
  const passwordHash = await hashPassword(fields.password);
  return db.transaction().execute(async (tx) => {
    if ((await hasAdmin(tx)) || !(await redeemToken(tx, "setup", token))) throw new AppError("forbidden", USELESS);
    const user = await insertUser(tx, { ...fields, passwordHash, role: "admin" });
    await noteSignIn(tx, asEditor(user, caller.address), "first account made");
    await queueVerification(tx, user, caller);
    await enter(tx, user);
    return user;
  });
}
