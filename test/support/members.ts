/** Adds people with accounts to this process's database, for tests of the models. For a running site see accounts.ts. */
import { db, type UserRow } from "../../app/db.server";
import { type RecentUser, sessionRows } from "../../app/models/base/accounts/sessions.server";
import { newId } from "../../app/models/base/input/ids.server";
import { digest } from "../../app/services/secrets.server";

/** Stores a person with an account. Each call adds another person. */
export async function addMember(changes: Partial<UserRow> = {}): Promise<UserRow> {
  const id = newId();
  const now = new Date().toISOString();
  const row: UserRow = {
    id,
    email: `${id}@mail.example`,
    emailVerifiedAt: null,
    firstName: "Rosa",
    lastName: "Reader",
    role: "user",
    status: "active",
    passwordHash: null,
    googleId: null,
    createdAt: now,
    updatedAt: now,
    lastSignInAt: null,
    waitingMail: "daily",
    waitingMailAt: null,
    ...changes,
  };
  await db.insertInto("users").values(row).execute();
  return row;
}

/** Returns the user with a new session, which it stores. */
export async function withSession<U extends UserRow>(user: U): Promise<RecentUser<U>> {
  return { ...user, session: digest(await sessionRows.createData({ user })) } as RecentUser<U>;
}

/** Returns the user as after a recent sign-in, without storing a session. */
export function withRecentSignIn<U extends UserRow>(user: U): RecentUser<U> {
  return { ...user, session: "of the tests" } as RecentUser<U>;
}
