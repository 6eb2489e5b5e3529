/** Reads the second factors of an account, and whether the site requires one. */
import { type Queryable, readDb, type UserRow } from "~/db.server";
import { isEditor } from "./admin.server";
import { asRecent, checkSession, staleSignIn } from "./sessions.server";

/** Names the setting by which editors and admins need a second factor; its value is "on" or nothing. */
export const SECOND_FACTOR_SETTING = "secondFactor";

export interface Factors {
  totp: { confirmedAt: string; lastUsedAt: string | null } | null;
  passkeys: { id: string; name: string; createdAt: string; lastUsedAt: string | null }[];
  codesLeft: number;
}

export async function readFactors(userId: string): Promise<Factors> {
  const [totp, passkeys, codes] = await Promise.all([
    readDb
      .selectFrom("totpSecrets")
      .select(["confirmedAt", "lastUsedAt"])
      .where("userId", "=", userId)
      .where("confirmedAt", "is not", null)
      .$narrowType<{ confirmedAt: string }>()
      .executeTakeFirst(),
    readDb
      .selectFrom("passkeys")
      .select(["id", "name", "createdAt", "lastUsedAt"])
      .where("userId", "=", userId)
      .orderBy("createdAt")
      .orderBy("id")
      .execute(),
    readDb
      .selectFrom("recoveryCodes")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("userId", "=", userId)
      .where("usedAt", "is", null)
      .executeTakeFirstOrThrow(),
  ]);
  return { totp: totp ?? null, passkeys, codesLeft: Number(codes.count) };
}

/** Returns whether a sign-in to the account needs a second step. Recovery codes alone are not a second factor. */
export async function hasSecondFactor(userId: string, tx: Queryable = readDb): Promise<boolean> {
  const totp = tx.selectFrom("totpSecrets").select("userId").where("userId", "=", userId);
  if (await totp.where("confirmedAt", "is not", null).executeTakeFirst()) return true;
  const passkey = tx.selectFrom("passkeys").select("id").where("userId", "=", userId);
  return (await passkey.limit(1).executeTakeFirst()) !== undefined;
}

/** Returns whether the password alone is not enough proof to change it or to delete the account. */
export async function needsRecentSignIn(user: UserRow, tx: Queryable = readDb): Promise<boolean> {
  return user.passwordHash === null || hasSecondFactor(user.id, tx);
}

/**
 * Returns a check for the transaction that writes: it throws "stale" and the errors of `checkSession` if the account needs a
 * recent sign-in. It repeats the test, because meanwhile the session may end or a second factor may be added.
 * @param session The result of `sessionOf`.
 */
export async function recentSignInCheck(user: UserRow, session: string | null) {
  const recentUser = (await needsRecentSignIn(user)) ? await asRecent(user, session) : null;
  return async (tx: Queryable): Promise<void> => {
    if (recentUser) await checkSession(tx, recentUser);
    else if (await needsRecentSignIn(user, tx)) throw staleSignIn();
  };
}

/** Returns whether the site requires a second factor that this editor or admin has not set up. */
export async function lacksRequiredFactor(user: UserRow): Promise<boolean> {
  if (!isEditor(user)) return false;
  const setting = readDb.selectFrom("settings").select("value").where("key", "=", SECOND_FACTOR_SETTING);
  return (await setting.executeTakeFirst())?.value === "on" && !(await hasSecondFactor(user.id));
}

export async function deleteFactors(tx: Queryable, userId: string): Promise<void> {
  for (const table of ["totpSecrets", "passkeys", "recoveryCodes"] as const) {
    await tx.deleteFrom(table).where("userId", "=", userId).execute();
  }
}

/**
 * Deletes second factors of an unconfirmed account, because a stranger may have set them up to lock the owner out.
 * Keeps those of editors and admins, whom an admin appointed.
 */
export async function deleteStrangersFactors(tx: Queryable, user: UserRow): Promise<void> {
  if (!user.emailVerifiedAt && !isEditor(user)) await deleteFactors(tx, user.id);
}
