/** People with accounts in this process's own database, for tests of the models; see accounts.ts for those of a site. */
import { db, type UserRow } from "../../app/db.server";
import { type RecentUser, sessionRows } from "../../app/models/base/accounts/sessions.server";
import { newId } from "../../app/models/base/input/ids.server";
import { digest } from "../../app/services/secrets.server";

/** Stores somebody who has an account; each call is somebody else. */
export async function member(changes: Partial<UserRow> = {}): Promise<UserRow> {
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

/** Somebody who signs in just now: the session is stored. */
export async function signedIn<U extends UserRow>(user: U): Promise<RecentUser<U>> {
  return { ...user, session: digest(await sessionRows.createData({ user })) } as RecentUser<U>;
}

/** Somebody as if they had signed in just now, without a session. */
export function recently<U extends UserRow>(user: U): RecentUser<U> {
  return { ...user, session: "of the tests" } as RecentUser<U>;
}
