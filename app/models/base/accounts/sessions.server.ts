/** Stores sessions. Only the cookie holds the id; the database has its SHA-256. */
import { db, type Queryable, readDb, type UserRow } from "~/db.server";
import { AppError } from "~/errors";
import { log } from "~/log.server";
import { network } from "~/models/base/rate-limits/rate-limits.server";
import { digest, newSecret } from "~/services/secrets.server";
import { ahead, DAY_MS, MINUTE_MS, toIso, within } from "~/stored-times";
import { revokeTokens } from "./one-time-tokens.server";

export const SESSION_SECONDS = (30 * DAY_MS) / 1_000;
const LIFETIME_MS = SESSION_SECONDS * 1_000;
const MAX_IDLE_MS = 14 * DAY_MS;
const VISITOR_LIFETIME_MS = 60 * MINUTE_MS;
const SEEN_INTERVAL_MS = 5 * MINUTE_MS;
/** Limits the sessions of one user; a further one ends the session that was unused for the longest time. */
const MAX_SESSIONS = 100;

interface SessionData {
  user: UserRow;
  address: string;
  userAgent: string;
  [key: string]: unknown;
}

type Data = Partial<SessionData>;

/**
 * Stores the session in the transaction of the sign-in, so that a failure uses up no link or code and creates no
 * account.
 */
export type OpenSession = (tx: Queryable, user: UserRow) => Promise<unknown>;

export const openNoSession: OpenSession = async () => {};

/** Returns the id of a new session. Throws like `checkUnchanged`. */
export async function createSession(tx: Queryable, data: Data): Promise<string> {
  const id = newSecret();
  const { user } = data;
  if (user) await checkUnchanged(tx, user);
  await insertSession(tx, id, data);
  if (!user) return id;
  await endOldestSessions(tx, user, digest(id));
  await tx.updateTable("users").set({ lastSignInAt: new Date().toISOString() }).where("id", "=", user.id).execute();
  return id;
}

/**
 * Checks that the proof of `user` is still valid: while a password is checked, it may be replaced or the account
 * disabled. Throws "unauthenticated".
 */
export async function checkUnchanged(tx: Queryable, { id, passwordHash }: UserRow): Promise<void> {
  const account = tx.selectFrom("users").select("id").where("id", "=", id).where("status", "=", "active");
  const unchangedAccount = account.where(({ eb }) =>
    passwordHash === null ? eb("passwordHash", "is", null) : eb("passwordHash", "=", passwordHash),
  );
  if (await unchangedAccount.executeTakeFirst()) return;
  throw changedMeanwhile();
}

export function changedMeanwhile(): AppError {
  return new AppError("unauthenticated", "This account was changed meanwhile. Please sign in again.");
}

export const sessionRows = {
  createData: (data: Data): Promise<string> => db.transaction().execute((tx) => createSession(tx, data)),

  /** Returns the session with its user, in one query; null if it has ended. */
  async readData(id: string): Promise<Data | null> {
    const now = Date.now();
    const [lifetime, idle] = [ahead(LIFETIME_MS, now), within(MAX_IDLE_MS, now)];
    const row = await readDb
      .selectFrom("sessions")
      .leftJoin("users", (join) => join.onRef("users.id", "=", "sessions.userId").on("users.status", "=", "active"))
      .selectAll("users")
      .select(["sessions.data", "sessions.lastSeenAt"])
      .where("sessions.idHash", "=", digest(id))
      .where("sessions.expiresAt", ">", lifetime.after)
      .where("sessions.expiresAt", "<=", lifetime.until)
      .where("sessions.lastSeenAt", ">", idle.after)
      .executeTakeFirst();
    if (!row) return null;
    const { data, lastSeenAt, ...user } = row;
    // A node whose clock is ahead must not sign people out: the session still ends at `expiresAt`.
    if (lastSeenAt < toIso(now - SEEN_INTERVAL_MS) || lastSeenAt > idle.until) void updateLastSeen(id);
    return { ...JSON.parse(data), user: user.id === null ? undefined : (user as UserRow) };
  },

  async updateData(id: string, { user: _, ...data }: Data): Promise<void> {
    await insertSession(db, id, data);
  },

  async deleteData(id: string, tx: Queryable = db): Promise<void> {
    await tx.deleteFrom("sessions").where("idHash", "=", digest(id)).execute();
  },
};

async function insertSession(tx: Queryable, id: string, content: Data): Promise<void> {
  const { user, address = "", userAgent = "", ...storedData } = content;
  const now = Date.now();
  const data = JSON.stringify(storedData);
  await tx
    .insertInto("sessions")
    .values({
      idHash: digest(id),
      userId: user?.id ?? null,
      data,
      address,
      userAgent: userAgent.slice(0, 300),
      createdAt: toIso(now),
      lastSeenAt: toIso(now),
      expiresAt: toIso(now + (user ? LIFETIME_MS : VISITOR_LIFETIME_MS)),
    })
    .onConflict((conflict) => conflict.column("idHash").doUpdateSet({ data }))
    .execute();
}

async function endOldestSessions(tx: Queryable, user: UserRow, currentHash: string): Promise<void> {
  const otherSessions = tx
    .selectFrom("sessions")
    .select("idHash")
    .where("userId", "=", user.id)
    .where("idHash", "!=", currentHash);
  const newestSessions = otherSessions.orderBy("lastSeenAt", "desc").limit(MAX_SESSIONS - 1);
  const deletion = tx.deleteFrom("sessions").where("userId", "=", user.id).where("idHash", "!=", currentHash);
  await deletion.where("idHash", "not in", newestSessions).execute();
}

async function updateLastSeen(id: string): Promise<void> {
  const update = db
    .updateTable("sessions")
    .set({ lastSeenAt: toIso(Date.now()) })
    .where("idHash", "=", digest(id));
  await update.execute().catch((error) => log.warn({ err: error }, "the last use of a session could not be stored"));
}

declare const recentBrand: unique symbol;

/** A user who signed in, or entered the password again, in the last ten minutes. Only `recentUser` creates one. */
export type RecentUser<U extends UserRow = UserRow> = U & { readonly [recentBrand]: true; readonly session: string };

const RECENT_MS = 10 * MINUTE_MS;

/** Returns the user of a session that began in the last ten minutes; null if it is older. */
export async function recentUser<U extends UserRow>(user: U, session: string | null): Promise<RecentUser<U> | null> {
  if (session === null) return null;
  const { after, until } = within(RECENT_MS);
  const row = await readDb
    .selectFrom("sessions")
    .select("idHash")
    .where("idHash", "=", session)
    .where("userId", "=", user.id)
    .where("createdAt", ">", after)
    .where("createdAt", "<=", until)
    .executeTakeFirst();
  return row ? ({ ...user, session } as RecentUser<U>) : null;
}

/** Returns the user like `recentUser`; throws "stale" for an older session. */
export async function asRecent<U extends UserRow>(user: U, session: string | null): Promise<RecentUser<U>> {
  const checkedUser = await recentUser(user, session);
  if (checkedUser) return checkedUser;
  throw staleSignIn();
}

/**
 * Checks that the session has not ended while the transaction waited, for changes that outlast a session. Throws
 * "signedOut".
 */
export async function checkSession(tx: Queryable, { id, session }: RecentUser): Promise<void> {
  const sessions = tx.selectFrom("sessions").select("idHash").where("idHash", "=", session).where("userId", "=", id);
  if (await sessions.executeTakeFirst()) return;
  throw new AppError("signedOut", "Your session has ended. Please sign in again.");
}

export function staleSignIn(): AppError {
  return new AppError("stale", "Your sign-in is more than ten minutes old. Please confirm that it is you first.");
}

export interface SessionView {
  id: string;
  current: boolean;
  userAgent: string;
  place: string; // The part of the network address that its network shares: "203.0.113.x", "2001:db8:0:1:…", "This machine"
  createdAt: string;
  lastSeenAt: string;
}

export async function listSessions(user: UserRow, current: string | null): Promise<SessionView[]> {
  const [lifetime, idle] = [ahead(LIFETIME_MS), within(MAX_IDLE_MS)];
  const rows = await readDb
    .selectFrom("sessions")
    .select(["idHash as id", "userAgent", "address", "createdAt", "lastSeenAt"])
    .where("userId", "=", user.id)
    .where("expiresAt", ">", lifetime.after)
    .where("expiresAt", "<=", lifetime.until)
    .where("lastSeenAt", ">", idle.after)
    .orderBy("lastSeenAt", "desc")
    .orderBy("idHash")
    .execute();
  return rows.map(({ address, ...row }) => ({ ...row, place: networkPlace(address), current: row.id === current }));
}

function networkPlace(address: string): string {
  const networkPart = network(address);
  if (address === "::1" || networkPart.startsWith("127.")) return "This machine";
  // The URL standard shortens IPv6 addresses like RFC 5952.
  if (networkPart.includes(":")) return new URL(`http://[${networkPart}::]`).hostname.slice(1, -1).replace(/::$/, ":…");
  return /^\d+\.\d+\.\d+\.\d+$/.test(networkPart) ? networkPart.replace(/\.\d+$/, ".x") : "Unknown network";
}

/** Ends one of the user's own sessions; does nothing for the id of somebody else's session. */
export async function endSession(user: UserRow, id: string): Promise<void> {
  await db.deleteFrom("sessions").where("userId", "=", user.id).where("idHash", "=", id).execute();
}

/** Ends all sessions of a user except `current`, for "Sign out everywhere"; returns their number. */
export async function endOtherSessions(
  user: Pick<UserRow, "id">,
  current: string | null,
  tx: Queryable = db,
): Promise<number> {
  const sessions = tx.deleteFrom("sessions").where("userId", "=", user.id);
  const { numDeletedRows } = await (current
    ? sessions.where("idHash", "!=", current)
    : sessions
  ).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Ends all sessions of a user, and sign-ins that wait for their second step or for the click on a mailed link. */
export async function endAllSessions(tx: Queryable, userId: string): Promise<void> {
  await tx.deleteFrom("sessions").where("userId", "=", userId).execute();
  await revokeTokens(tx, userId, ["secondStep", "signIn"]);
}

export async function removeEndedSessions(): Promise<number> {
  const now = Date.now();
  const { numDeletedRows } = await db
    .deleteFrom("sessions")
    .where((or) => or("expiresAt", "<=", toIso(now)).or("lastSeenAt", "<=", toIso(now - MAX_IDLE_MS)))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
