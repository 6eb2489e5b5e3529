/** Issues and redeems tokens of links that work once: for reset, sign-in, confirmation of an address, and set-up. */
import { db, type Queryable, readDb } from "~/db.server";
import { digest, newSecret } from "~/services/secrets.server";
import { ahead } from "~/stored-times";

type Purpose = "reset" | "signIn" | "verify" | "setup" | "secondStep";

/** Limits the lifetime of a token, in minutes. */
const MAX_MINUTES: Record<Purpose, number> = {
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

/**
 * Issues a token of 256 bits that is valid for some minutes. Earlier tokens of the user for this purpose become
 * invalid.
 */
export async function issueToken(tx: Queryable, request: NewToken): Promise<{ token: string; until: Date }> {
  const { purpose, userId } = request;
  await tx
    .deleteFrom("oneTimeTokens")
    .where("purpose", "=", purpose)
    .where("userId", userId === null ? "is" : "=", userId)
    .execute();
  return addToken(tx, request);
}

/** Issues a token like `issueToken`, but earlier ones stay valid. */
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

/** Returns the owner of a valid token, or null. `userId` is null for a set-up token. The token stays valid. */
export async function findToken(purpose: Purpose, token: string): Promise<{ userId: string | null } | null> {
  const { after, until } = ahead(MAX_MINUTES[purpose] * 60_000);
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

/** Redeems a token. Of several simultaneous callers only one gets the owner; the others get null. */
export async function redeemToken(
  tx: Queryable,
  purpose: Purpose,
  token: string,
): Promise<{ userId: string | null } | null> {
  const { after, until } = ahead(MAX_MINUTES[purpose] * 60_000);
  const redeemedToken = await tx
    .updateTable("oneTimeTokens")
    .set({ usedAt: after })
    .where("hash", "=", digest(token))
    .where("purpose", "=", purpose)
    .where("usedAt", "is", null)
    .where("expiresAt", ">", after)
    .where("expiresAt", "<=", until)
    .returning("userId")
    .executeTakeFirst();
  return redeemedToken ?? null;
}

/** Makes the unused links of a user for these purposes invalid. */
export async function revokeTokens(tx: Queryable, userId: string, purposes: Purpose[]): Promise<void> {
  await tx.deleteFrom("oneTimeTokens").where("userId", "=", userId).where("purpose", "in", purposes).execute();
}

/** Records that a signed value was used, which has no row until then. Returns false if it was used before. */
export async function consumeOnce(purpose: "question" | "challenge", nonce: string, expires: number): Promise<boolean> {
  const insertion = await db
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
  return insertion.numInsertedOrUpdatedRows === 1n;
}

/** Deletes expired tokens, including used security questions. Returns their number. */
export async function removeExpiredTokens(): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("oneTimeTokens")
    .where("expiresAt", "<=", new Date().toISOString())
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
