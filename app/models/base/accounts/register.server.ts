/** Creates and renames accounts. */
import { db, type Queryable, type UserRow } from "~/db.server";
import { AppError } from "~/errors";
import { newId } from "~/models/base/input/ids.server";
import { countWithinLimit, limit, network } from "~/models/base/rate-limits/rate-limits.server";
import { type Caller, checkNewAccountPassword, FILL_ALL, Names, parseFilled, parseNewAccount } from "./input.server";
import { hashPassword } from "./password-hashing.server";
import { checkQuestion, questionIn } from "./security-question.server";
import { openNoSession } from "./sessions.server";
import { findUserByEmail } from "./users.server";
import { queueVerification } from "./verify-email.server";

/** Creates an account, and queues the mail that confirms its address. Throws "invalid", "limited", "conflict". */
export async function register(input: unknown, caller: Caller, openSession = openNoSession): Promise<UserRow> {
  const fields = parseNewAccount(input);
  await checkQuestion(...questionIn(input));
  await checkNewAccountPassword(fields);
  await limit("signUp", network(caller.address));
  // Whoever registers an address that has an account uses up none of its mails.
  const mayMail = !(await findUserByEmail(fields.email)) && (await countWithinLimit("newAccountMail", fields.email));
  const passwordHash = await hashPassword(fields.password);
  return db.transaction().execute(async (tx) => {
    const user = await insertUser(tx, { ...fields, passwordHash, role: "user" });
    if (mayMail) await queueVerification(tx, user, caller);
    await openSession(tx, user);
    return user;
  });
}

type NewUser = Pick<UserRow, "email" | "firstName" | "lastName" | "role"> &
  Partial<Pick<UserRow, "passwordHash" | "googleId" | "emailVerifiedAt">>;

export async function insertUser(tx: Queryable, person: NewUser): Promise<UserRow> {
  const now = new Date().toISOString();
  const { email, firstName, lastName, role, passwordHash = null, googleId = null, emailVerifiedAt = null } = person;
  const user: UserRow = {
    id: newId(),
    email,
    emailVerifiedAt,
    firstName,
    lastName,
    role,
    status: "active",
    passwordHash,
    googleId,
    createdAt: now,
    updatedAt: now,
    lastSignInAt: null,
    waitingMail: "daily",
    waitingMailAt: null,
  };
  const insertion = await tx
    .insertInto("users")
    .values(user)
    .onConflict((conflict) => conflict.column("email").doNothing())
    .executeTakeFirstOrThrow();
  if (insertion.numInsertedOrUpdatedRows) return user;
  const message = "An account with this email already exists";
  throw new AppError("conflict", message, { email: message });
}

/** Changes the name of an account. Throws "invalid". */
export async function changeName(user: UserRow, input: unknown): Promise<UserRow> {
  const { firstName, lastName } = parseFilled(Names, input, FILL_ALL);
  const changes = { firstName, lastName, updatedAt: new Date().toISOString() };
  await db.updateTable("users").set(changes).where("id", "=", user.id).execute();
  return { ...user, ...changes };
}
