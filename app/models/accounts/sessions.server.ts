/**
 * Sessions: who is signed in where (decision D10). The id is in the reader's cookie only; the database knows its SHA-256.
 * A session ends 30 days after signing in, after 14 days without a request, or when its row is deleted.
 */
import { z } from "zod";
import { db, type Queryable, readDb, type UserRow } from "~/db.server";
import { log } from "~/log.server";
import { digest, newSecret } from "~/secrets.server";
import { parse } from "~/validation.server";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** How long one is signed in at most, in seconds. */
export const SESSION_LIFE = (30 * DAY) / 1_000;
const LIFE = SESSION_LIFE * 1_000;
const IDLE = 14 * DAY;
/** Of a session in which nobody is signed in yet: the way to Google and back. */
const VISITOR_LIFE = 60 * MINUTE;
const SEEN_EVERY = 5 * MINUTE;

/** What a session holds while a request runs. `user`, `address` and `userAgent` have columns; the rest is kept as JSON. */
export interface SessionData {
  /** Who is signed in, as the database says at this moment; never a disabled account. */
  user: UserRow;
  address: string;
  userAgent: string;
  [key: string]: unknown;
}

type Data = Partial<SessionData>;

/** The four functions that Remix's session storage asks for. Ids are secrets: they are in no log and no answer. */
export const sessionRows = {
  /** A new session; with a user in it, this is a sign-in. */
  async createData(data: Data): Promise<string> {
    const id = newSecret();
    await db.transaction().execute(async (tx) => {
      await insertSession(tx, id, data);
      const { user } = data;
      if (!user) return;
      await tx.updateTable("users").set({ lastSignInAt: new Date().toISOString() }).where("id", "=", user.id).execute();
    });
    return id;
  },

  /** The session with its user, in one query; null when it ended. */
  async readData(id: string): Promise<Data | null> {
    const now = Date.now();
    const row = await readDb
      .selectFrom("sessions")
      .leftJoin("users", (join) => join.onRef("users.id", "=", "sessions.userId").on("users.status", "=", "active"))
      .selectAll("users")
      .select(["sessions.data", "sessions.lastSeenAt"])
      .where("sessions.idHash", "=", digest(id))
      .where("sessions.expiresAt", ">", iso(now))
      .where("sessions.lastSeenAt", ">", iso(now - IDLE))
      .executeTakeFirst();
    if (!row) return null;
    const { data, lastSeenAt, ...user } = row;
    if (lastSeenAt < iso(now - SEEN_EVERY)) void noteSeen(id);
    return { ...JSON.parse(data), user: user.id === null ? undefined : (user as UserRow) };
  },

  /**
   * Keeps what was put into a session. Who is signed in never changes here: a sign-in makes a new session. Remix keeps
   * the id of a cookie whose session ended; that one starts again with nobody signed in.
   */
  async updateData(id: string, { user: _, ...data }: Data): Promise<void> {
    await insertSession(db, id, data);
  },

  async deleteData(id: string): Promise<void> {
    await db.deleteFrom("sessions").where("idHash", "=", digest(id)).execute();
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

/** Nobody waits for it: reading goes on while another process writes, and on a full disk. */
async function noteSeen(id: string): Promise<void> {
  const seen = db
    .updateTable("sessions")
    .set({ lastSeenAt: iso(Date.now()) })
    .where("idHash", "=", digest(id));
  await seen.execute().catch((error) => log.warn({ err: error }, "a session's last use was not noted"));
}

/** One session as its owner sees it. */
export interface SessionView {
  /** Names the session to `endSession`; nobody gets in with it. */
  id: string;
  /** Whether this is the session of the request itself. */
  current: boolean;
  userAgent: string;
  address: string;
  createdAt: string;
  lastSeenAt: string;
}

/**
 * Where a user is signed in, the last used first.
 *
 * @param current the name of the request's own session, from `sessionOf` in app/auth.server.ts.
 */
export async function sessionsOf(user: UserRow, current: string | null): Promise<SessionView[]> {
  const now = Date.now();
  const rows = await readDb
    .selectFrom("sessions")
    .select(["idHash as id", "userAgent", "address", "createdAt", "lastSeenAt"])
    .where("userId", "=", user.id)
    .where("expiresAt", ">", iso(now))
    .where("lastSeenAt", ">", iso(now - IDLE))
    .orderBy("lastSeenAt", "desc")
    .orderBy("idHash")
    .execute();
  return rows.map((row) => ({ ...row, current: row.id === current }));
}

/** Ends one session of a user, named by `input.id`. One that is gone already is no error. */
export async function endSession(user: UserRow, input: unknown): Promise<void> {
  const { id } = parse(z.object({ id: z.string("Please choose a session.") }), input);
  await db.deleteFrom("sessions").where("userId", "=", user.id).where("idHash", "=", id).execute();
}

/** "Sign out everywhere": ends all sessions of a user but the one named `current`. Returns how many ended. */
export async function endOtherSessions(user: UserRow, current: string | null): Promise<number> {
  const others = db.deleteFrom("sessions").where("userId", "=", user.id);
  const { numDeletedRows } = await (current ? others.where("idHash", "!=", current) : others).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Ends all sessions of a user, as a part of the change that makes them worthless. */
export async function endAllSessions(tx: Queryable, userId: string): Promise<void> {
  await tx.deleteFrom("sessions").where("userId", "=", userId).execute();
}

/** Deletes sessions that ended by themselves. Returns how many. */
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
