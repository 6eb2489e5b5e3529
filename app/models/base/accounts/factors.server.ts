/** Returns the second factors of an account, and whether the site demands one. */
import { type Queryable, readDb, type UserRow } from "~/db.server";
import { isEditor } from "./admin.server";
import { asRecent, checkSession, staleSignIn } from "./sessions.server";

/** The setting by which editors and admins need a second factor; "on" or nothing. */
export const SECOND_FACTOR_SETTING = "secondFactor";

export interface Factors {
  totp: { confirmedAt: string; lastUsedAt: string | null } | null;
  passkeys: { id: string; name: string; createdAt: string; lastUsedAt: string | null }[];
  codesLeft: number;
}

export async function factorsOf(userId: string): Promise<Factors> {
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

/** Tells whether signing in to the account takes a second step. Recovery codes alone are not a second step. */
export async function hasSecondFactor(userId: string, tx: Queryable = readDb): Promise<boolean> {
  const totp = tx.selectFrom("totpSecrets").select("userId").where("userId", "=", userId);
  if (await totp.where("confirmedAt", "is not", null).executeTakeFirst()) return true;
  const passkey = tx.selectFrom("passkeys").select("id").where("userId", "=", userId);
  return (await passkey.limit(1).executeTakeFirst()) !== undefined;
}

/** Tells whether the present password alone proves too little for a new password, or for the end of the account. */
export async function needsRecentSignIn(user: UserRow, tx: Queryable = readDb): Promise<boolean> {
  return user.passwordHash === null || hasSecondFactor(user.id, tx);
}

/**
 * Returns a check for the transaction that writes, if the sign-in may have to be recent: the session may end meanwhile, and
 * a second factor may be added. It throws "stale", and the errors of `checkSession`.
 * @param session A result of `sessionOf`.
 */
export async function recentWhereNeeded(user: UserRow, session: string | null) {
  const recent = (await needsRecentSignIn(user)) ? await asRecent(user, session) : null;
  return async (tx: Queryable): Promise<void> => {
    if (recent) await checkSession(tx, recent);
    else if (await needsRecentSignIn(user, tx)) throw staleSignIn();
  };
}

/** Tells whether the site requires a second factor that this editor or admin has not set up. */
export async function lacksDemandedFactor(user: UserRow): Promise<boolean> {
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
 * Until an address is confirmed anybody may have made its account: second factors from then would keep its owner out. Those of
 * editors and admins stay, whom somebody knows.
 */
export async function deleteStrangersFactors(tx: Queryable, user: UserRow): Promise<void> {
  if (!user.emailVerifiedAt && !isEditor(user)) await deleteFactors(tx, user.id);
}
