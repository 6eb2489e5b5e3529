/** Sessions. The id is in the cookie only; the database knows its SHA-256. */
import { db, type Queryable, readDb, type UserRow } from "~/db.server";
import { AppError } from "~/errors";
import { log } from "~/log.server";
import { network } from "~/models/base/rate-limits/rate-limits.server";
import { digest, newSecret } from "~/services/secrets.server";
import { ahead, within } from "~/stored-times";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
export const SESSION_LIFE = (30 * DAY) / 1_000;
const LIFE = SESSION_LIFE * 1_000;
const IDLE = 14 * DAY;
const VISITOR_LIFE = 60 * MINUTE;
const SEEN_EVERY = 5 * MINUTE;
/** Most sessions of one user; a further one ends the session that was unused for the longest time. */
const MOST = 100;

interface SessionData {
  user: UserRow;
  address: string;
  userAgent: string;
  [key: string]: unknown;
}

type Data = Partial<SessionData>;

/**
 * Stores the session with a sign-in in its transaction. If that fails, no link and no code is used up, and no account made.
 */
export type Entering = (tx: Queryable, user: UserRow) => Promise<unknown>;

export const enterNothing: Entering = async () => {};

/** Gives the id of a new session. Throws as `checkUnchanged`. */
export async function createSession(tx: Queryable, data: Data): Promise<string> {
  const id = newSecret();
  const { user } = data;
  if (user) await checkUnchanged(tx, user);
  await insertSession(tx, id, data);
  if (!user) return id;
  await endOldest(tx, user, digest(id));
  await tx.updateTable("users").set({ lastSignInAt: new Date().toISOString() }).where("id", "=", user.id).execute();
  return id;
}

/**
 * Checks that a proof of `user` is still valid before it opens anything: checking a password takes a while, and meanwhile
 * it may be replaced, or the account disabled. Throws "unauthenticated".
 */
export async function checkUnchanged(tx: Queryable, { id, passwordHash }: UserRow): Promise<void> {
  const present = tx.selectFrom("users").select("id").where("id", "=", id).where("status", "=", "active");
  const unchanged = present.where(({ eb }) =>
    passwordHash === null ? eb("passwordHash", "is", null) : eb("passwordHash", "=", passwordHash),
  );
  if (await unchanged.executeTakeFirst()) return;
  throw changedMeanwhile();
}

export function changedMeanwhile(): AppError {
  return new AppError("unauthenticated", "This account was changed meanwhile. Please sign in again.");
}

export const sessionRows = {
  createData: (data: Data): Promise<string> => db.transaction().execute((tx) => createSession(tx, data)),

  /** Returns the session with its user, in one query; null after its end. */
  async readData(id: string): Promise<Data | null> {
    const now = Date.now();
    const [life, idle] = [ahead(LIFE, now), within(IDLE, now)];
    const row = await readDb
      .selectFrom("sessions")
      .leftJoin("users", (join) => join.onRef("users.id", "=", "sessions.userId").on("users.status", "=", "active"))
      .selectAll("users")
      .select(["sessions.data", "sessions.lastSeenAt"])
      .where("sessions.idHash", "=", digest(id))
      .where("sessions.expiresAt", ">", life.after)
      .where("sessions.expiresAt", "<=", life.until)
      .where("sessions.lastSeenAt", ">", idle.after)
      .where("sessions.lastSeenAt", "<=", idle.until)
      .executeTakeFirst();
    if (!row) return null;
    const { data, lastSeenAt, ...user } = row;
    if (lastSeenAt < iso(now - SEEN_EVERY)) void noteSeen(id);
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
  const { user, address = "", userAgent = "", ...rest } = content;
  const now = Date.now();
  const data = JSON.stringify(rest);
  await tx
    .insertInto("sessions")
    .values({
      idHash: digest(id),
      userId: user?.id ?? null,
      data,
      address,
      userAgent: userAgent.slice(0, 300),
      createdAt: iso(now),
      lastSeenAt: iso(now),
      expiresAt: iso(now + (user ? LIFE : VISITOR_LIFE)),
    })
    .onConflict((conflict) => conflict.column("idHash").doUpdateSet({ data }))
    .execute();
}

async function endOldest(tx: Queryable, user: UserRow, current: string): Promise<void> {
  const otherSessions = tx
    .selectFrom("sessions")
    .select("idHash")
    .where("userId", "=", user.id)
    .where("idHash", "!=", current);
  const newest = otherSessions.orderBy("lastSeenAt", "desc").limit(MOST - 1);
  const ended = tx.deleteFrom("sessions").where("userId", "=", user.id).where("idHash", "!=", current);
  await ended.where("idHash", "not in", newest).execute();
}

async function noteSeen(id: string): Promise<void> {
  const update = db
    .updateTable("sessions")
    .set({ lastSeenAt: iso(Date.now()) })
    .where("idHash", "=", digest(id));
  await update.execute().catch((error) => log.warn({ err: error }, "the last use of a session could not be stored"));
}

declare const recentBrand: unique symbol;

/** A user who signed in, or entered the password again, within ten minutes. Only `recentUser` makes one. */
export type RecentUser<U extends UserRow = UserRow> = U & { readonly [recentBrand]: true; readonly session: string };

const RECENT = 10 * MINUTE;

/** The user of a session that began within ten minutes; null when it is older. */
export async function recentUser<U extends UserRow>(user: U, session: string | null): Promise<RecentUser<U> | null> {
  if (session === null) return null;
  const { after, until } = within(RECENT);
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

/** Works as `recentUser`. Throws "stale" for an older session. */
export async function asRecent<U extends UserRow>(user: U, session: string | null): Promise<RecentUser<U>> {
  const recent = await recentUser(user, session);
  if (recent) return recent;
  throw staleSignIn();
}

/** Checks, for changes that outlast a session, that it has not ended while the transaction waited. Throws "signedOut". */
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

export async function sessionsOf(user: UserRow, current: string | null): Promise<SessionView[]> {
  const [life, idle] = [ahead(LIFE), within(IDLE)];
  const rows = await readDb
    .selectFrom("sessions")
    .select(["idHash as id", "userAgent", "address", "createdAt", "lastSeenAt"])
    .where("userId", "=", user.id)
    .where("expiresAt", ">", life.after)
    .where("expiresAt", "<=", life.until)
    .where("lastSeenAt", ">", idle.after)
    .where("lastSeenAt", "<=", idle.until)
    .orderBy("lastSeenAt", "desc")
    .orderBy("idHash")
    .execute();
  return rows.map(({ address, ...row }) => ({ ...row, place: placeOf(address), current: row.id === current }));
}

function placeOf(address: string): string {
  const shared = network(address);
  if (address === "::1" || shared.startsWith("127.")) return "This machine";
  // The URL standard writes IPv6 addresses as RFC 5952 does.
  if (shared.includes(":")) return new URL(`http://[${shared}::]`).hostname.slice(1, -1).replace(/::$/, ":…");
  return /^\d+\.\d+\.\d+\.\d+$/.test(shared) ? shared.replace(/\.\d+$/, ".x") : "Unknown network";
}

/** Ends a session of the user's own; nothing happens for an id of anybody else's. */
export async function endSession(user: UserRow, id: string): Promise<void> {
  await db.deleteFrom("sessions").where("userId", "=", user.id).where("idHash", "=", id).execute();
}

/** Ends all sessions of a user but the one named `current`, for "Sign out everywhere". */
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

/** Ends all sessions of a user, and first steps that wait for the second. */
export async function endAllSessions(tx: Queryable, userId: string): Promise<void> {
  await tx.deleteFrom("sessions").where("userId", "=", userId).execute();
  await tx.deleteFrom("oneTimeTokens").where("userId", "=", userId).where("purpose", "=", "secondStep").execute();
}

export async function removeEndedSessions(): Promise<number> {
  const now = Date.now();
  const { numDeletedRows } = await db
    .deleteFrom("sessions")
    .where((or) => or("expiresAt", "<=", iso(now)).or("lastSeenAt", "<=", iso(now - IDLE)))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
