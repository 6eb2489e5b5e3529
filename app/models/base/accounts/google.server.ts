/** Finds or creates the account for a sign-in with Google. */
import { db, type Queryable, type UserRow } from "~/db.server";
import type { GooglePerson } from "~/services/google.server";
import { insertUser } from "./register.server";
import { removeStrangersAccess } from "./sign-in-link.server";
import { findUserByEmail } from "./users.server";
import { markVerified } from "./verify-email.server";

/** A reason to refuse a sign-in; google-problems.ts has the messages. */
export class GoogleRefusal extends Error {
  constructor(readonly problem: "unverified" | "taken" | "disabled") {
    super(problem);
  }
}

/**
 * Returns the account for a person of Google: the linked account, otherwise the one with the same address, which is
 * linked now, otherwise a new one.
 */
export async function findOrCreateGoogleUser(person: GooglePerson): Promise<UserRow> {
  return db.transaction().execute(async (tx) => {
    const user = (await findByGoogleId(tx, person.googleId)) ?? (await linkOrCreateByEmail(tx, person));
    if (user.status !== "active") throw new GoogleRefusal("disabled");
    return user;
  });
}

async function findByGoogleId(tx: Queryable, googleId: string): Promise<UserRow | undefined> {
  return tx.selectFrom("users").selectAll().where("googleId", "=", googleId).executeTakeFirst();
}

async function linkOrCreateByEmail(tx: Queryable, person: GooglePerson): Promise<UserRow> {
  if (!person.isVerified) throw new GoogleRefusal("unverified");
  const existingUser = await findUserByEmail(person.email, tx);
  if (existingUser) return linkAccount(tx, existingUser, person);
  const { googleId, email, firstName, lastName } = person;
  return markVerified(tx, await insertUser(tx, { googleId, email, firstName, lastName, role: "user" }));
}

async function linkAccount(tx: Queryable, user: UserRow, { googleId }: GooglePerson): Promise<UserRow> {
  if (user.googleId) throw new GoogleRefusal("taken");
  if (user.status !== "active") return user;
  if (!user.emailVerifiedAt) await removeStrangersAccess(tx, user);
  await tx.updateTable("users").set({ googleId }).where("id", "=", user.id).execute();
  return markVerified(tx, user);
}
