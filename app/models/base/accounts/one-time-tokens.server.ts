/** Tokens of links that work once: reset, sign-in, confirmation of an address, first set-up. */
import { db, type Queryable, readDb } from "~/db.server";
import { digest, newSecret } from "~/services/secrets.server";
import { ahead } from "~/stored-times";

type Purpose = "reset" | "signIn" | "verify" | "setup" | "secondStep";

/** The longest life of a token, in minutes. */
const LONGEST: Record<Purpose, number> = {
  reset: 7 * 24 * 60,
  signIn: 60,
  verify: 7 * 24 * 60,
  setup: 30 * 24 * 60,
  secondStep: 60,
};

interface NewToken {
  purpose: Purpose;
  userId: string | null;
  minutes: number;
}

/** A new token of 256 bits, which works for `minutes`; earlier ones for the same purpose and user stop working. */
export async function issueToken(tx: Queryable, wanted: NewToken): Promise<{ token: string; until: Date }> {
  const { purpose, userId } = wanted;
  await tx
    .deleteFrom("oneTimeTokens")
    .where("purpose", "=", purpose)
    .where("userId", userId === null ? "is" : "=", userId)
    .execute();
  return addToken(tx, wanted);
}

/** Works as `issueToken`, but earlier tokens stay valid. */
export async function addToken(
  tx: Queryable,
  { purpose, userId, minutes }: NewToken,
): Promise<{ token: string; until: Date }> {
  const token = newSecret();
  const until = new Date(Date.now() + minutes * 60_000);
  await tx
    .insertInto("oneTimeTokens")
    .values({ hash: digest(token), purpose, userId, expiresAt: until.toISOString(), usedAt: null })
    .execute();
  return { token, until };
}

/** The owner of a token that works now (`userId` null for the set-up token), or null. Does not use it up. */
export async function findToken(purpose: Purpose, token: string): Promise<{ userId: string | null } | null> {
  const { after, until } = ahead(LONGEST[purpose] * 60_000);
  const oneTimeToken = await readDb
    .selectFrom("oneTimeTokens")
    .select("userId")
    .where("hash", "=", digest(token))
    .where("purpose", "=", purpose)
    .where("usedAt", "is", null)
    .where("expiresAt", ">", after)
    .where("expiresAt", "<=", until)
    .executeTakeFirst();
  return oneTimeToken ?? null;
}

/** Redeems a token: of any number of simultaneous callers, one gets it. */
export async function redeemToken(
  tx: Queryable,
  purpose: Purpose,
  token: string,
): Promise<{ userId: string | null } | null> {
  const { after, until } = ahead(LONGEST[purpose] * 60_000);
  const used = await tx
    .updateTable("oneTimeTokens")
    .set({ usedAt: after })
    .where("hash", "=", digest(token))
    .where("purpose", "=", purpose)
    .where("usedAt", "is", null)
    .where("expiresAt", ">", after)
    .where("expiresAt", "<=", until)
    .returning("userId")
    .executeTakeFirst();
  return used ?? null;
}

/** Uses up a signed value that was never stored; returns false if it was used before. */
export async function spendOnce(purpose: "question" | "challenge", nonce: string, expires: number): Promise<boolean> {
  const used = await db
    .insertInto("oneTimeTokens")
    .values({
      hash: digest(nonce),
      purpose,
      userId: null,
      expiresAt: new Date(expires).toISOString(),
      usedAt: new Date().toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return used.numInsertedOrUpdatedRows === 1n;
}

/** Deletes expired tokens, used security questions included. Returns how many. */
export async function removeExpiredTokens(): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("oneTimeTokens")
    .where("expiresAt", "<=", new Date().toISOString())
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
