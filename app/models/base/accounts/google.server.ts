/** Finds the account that a sign-in with Google opens. */
import { db, type Queryable, type UserRow } from "~/db.server";
import type { GooglePerson } from "~/services/google.server";
import { insertUser } from "./register.server";
import { forgetStrangers } from "./sign-in-link.server";
import { findUserByEmail } from "./users.server";
import { markVerified } from "./verify-email.server";

/** A reason for refusing an account of Google; google-problems.ts has the messages. */
export class GoogleRefusal extends Error {
  constructor(readonly problem: "unverified" | "taken" | "disabled") {
    super(problem);
  }
}

/**
 * Returns the account of a person whom Google vouches for: one that is linked already, otherwise the one with the same
 * address, which is now linked, otherwise a new one.
 */
export async function userOfGoogle(person: GooglePerson): Promise<UserRow> {
  return db.transaction().execute(async (tx) => {
    const user = (await findByGoogleId(tx, person.googleId)) ?? (await userByAddress(tx, person));
    if (user.status !== "active") throw new GoogleRefusal("disabled");
    return user;
  });
}

async function findByGoogleId(tx: Queryable, googleId: string): Promise<UserRow | undefined> {
  return tx.selectFrom("users").selectAll().where("googleId", "=", googleId).executeTakeFirst();
}

async function userByAddress(tx: Queryable, person: GooglePerson): Promise<UserRow> {
  if (!person.isVerified) throw new GoogleRefusal("unverified");
  const existingUser = await findUserByEmail(person.email, tx);
  if (existingUser) return link(tx, existingUser, person);
  const { googleId, email, firstName, lastName } = person;
  return markVerified(tx, await insertUser(tx, { googleId, email, firstName, lastName, role: "user" }));
}

async function link(tx: Queryable, user: UserRow, { googleId }: GooglePerson): Promise<UserRow> {
  if (user.googleId) throw new GoogleRefusal("taken");
  if (user.status !== "active") return user;
  if (!user.emailVerifiedAt) await forgetStrangers(tx, user);
  await tx.updateTable("users").set({ googleId }).where("id", "=", user.id).execute();
  return markVerified(tx, user);
}
