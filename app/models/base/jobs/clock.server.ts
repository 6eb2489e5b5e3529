/**
 * The clock. Several nodes have to agree about the time, so the database's clock decides. A wrong clock would empty the
 * trash and delete texts for good, so it is compared with stored times, and nothing is deleted while it is in doubt.
 */
import { db, engine, type Queryable, readDb } from "~/db.server";
import { log } from "~/log.server";
import type { Admin } from "~/models/base/accounts/admin.server";
import { audit } from "~/models/base/audit/audit.server";
import { CLOCKS_DIFFER_MS } from "~/stored-times";
import { readCursor } from "./cursor.server";
import { type Loop, startLoop } from "./loop.server";

const MAX_MS = 5_000;
const LOOK_EVERY_MS = 5 * 60_000;

/** The seconds by which this machine's clock is ahead of the database's, when they are more than 5; else 0. */
export async function wrongSeconds(): Promise<number> {
  if (engine.kind === "sqlite") return 0;
  const before = Date.now();
  const databaseNow = await engine.now();
  const aheadMs = (before + Date.now()) / 2 - databaseNow;
  return Math.abs(aheadMs) > MAX_MS ? Math.round(aheadMs / 1_000) : 0;
}

/** Looks at the start and every five minutes. */
export function startClockWatch(): Loop {
  return startLoop({ name: "clock", everyMs: LOOK_EVERY_MS, everywhere: true }, async () => {
    const seconds = await wrongSeconds();
    if (seconds)
      log.warn({ seconds }, "this machine's clock differs from the database's: please synchronize both (NTP)");
    await isClockBelieved();
  });
}

const NAME = "clock";
const MONTH_MS = 31 * 24 * 60 * 60_000;
/** The running time after which a doubted clock is believed. */
const HOUR_MS = 60 * 60_000;

interface Seen {
  /** The last time at which the clock was checked and believed, in milliseconds since 1970. */
  at: number;
  /** The newest stored time that was believed with it. */
  newest: number;
  /** The time with which a doubted clock is compared: rows written meanwhile prove nothing. */
  doubtedAgainst?: number;
}

export interface DoubtedClock {
  isAhead: boolean;
  /** ISO 8601. */
  now: string;
  /** The newest time that the site knows of. */
  newest: string;
}

/** Compares the clock with stored times; returns null if they agree. */
export async function doubtedClock(): Promise<DoubtedClock | null> {
  return (await look()).doubt;
}

async function look() {
  const [now, lastSeen, stored] = [await engine.now(), await readCursor<Seen>(NAME), await newestRow()];
  // Ignores times that were believed once, as of a clock that ran ahead.
  const newest = lastSeen?.doubtedAgainst ?? Math.max(lastSeen?.at ?? 0, stored > (lastSeen?.newest ?? 0) ? stored : 0);
  const isBehind = now < newest - CLOCKS_DIFFER_MS;
  const isAhead = newest > 0 && now > newest + MONTH_MS;
  const doubt = isBehind || isAhead ? { isAhead, now: iso(now), newest: iso(newest) } : null;
  return { doubt, before: lastSeen, seen: { at: now, newest: stored } satisfies Seen };
}

/** The beginning of this process's doubt, on a clock that nobody sets; null without doubt. */
let doubtedSince: number | null = null;

/**
 * Tells whether expired data may be deleted. It may not if the clock is before the newest row, or more than a month after
 * it, until the site ran for an hour so, or an admin confirms the time.
 */
export async function isClockBelieved(running = performance.now()): Promise<boolean> {
  const { doubt, before, seen: lastSeen } = await look();
  if (!doubt) {
    doubtedSince = null;
    await write(db, lastSeen);
    return true;
  }
  if (doubtedSince === null) {
    doubtedSince = running;
    log.warn(doubt, aboutClock(doubt));
    await write(db, { at: 0, newest: 0, ...before, doubtedAgainst: Date.parse(doubt.newest) });
  }
  if (running - doubtedSince < HOUR_MS) return false;
  log.warn(doubt, "the clock looked wrong for an hour and is accepted now");
  doubtedSince = null;
  await write(db, lastSeen);
  return true;
}

function aboutClock({ isAhead, now, newest }: DoubtedClock): string {
  const how = isAhead ? "more than a month after" : "before";
  return `the clock says ${now}, ${how} the newest time that is stored, ${newest}: nothing is deleted for an hour, or until an admin says on the dashboard that it is right`;
}

/** An admin says that the clock is right. */
export async function confirmClock(admin: Admin): Promise<void> {
  const { doubt, seen: lastSeen } = await look();
  if (!doubt) return;
  await db.transaction().execute(async (tx) => {
    await write(tx, lastSeen);
    const detail = `${doubt.now}; the newest stored time was ${doubt.newest}`;
    await audit(tx, admin, {
      action: "clock confirmed",
      subjectKind: "directory",
      subjectId: "",
      subjectName: "Clock",
      detail,
    });
  });
}

async function write(tx: Queryable, state: Seen): Promise<void> {
  const value = JSON.stringify(state);
  await tx
    .insertInto("cursors")
    .values({ name: NAME, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}

/** Returns the time of the last row in tables that only grow; 0 in an empty site. */
async function newestRow(): Promise<number> {
  const last = await Promise.all([
    readDb.selectFrom("auditLog").select("at").orderBy("rowId", "desc").limit(1).executeTakeFirst(),
    readDb.selectFrom("submissions").select("submittedAt as at").orderBy("rowId", "desc").limit(1).executeTakeFirst(),
    readDb.selectFrom("experts").select("createdAt as at").orderBy("rowId", "desc").limit(1).executeTakeFirst(),
    readDb.selectFrom("articles").select("createdAt as at").orderBy("rowId", "desc").limit(1).executeTakeFirst(),
    readDb
      .selectFrom("mails")
      .select((e) => e.fn.max("createdAt").as("at"))
      .executeTakeFirst(),
    readDb
      .selectFrom("users")
      .select((e) => e.fn.max("createdAt").as("at"))
      .executeTakeFirst(),
    readDb
      .selectFrom("sessions")
      .select((e) => e.fn.max("lastSeenAt").as("at"))
      .executeTakeFirst(),
  ]);
  return Math.max(0, ...last.map((row) => Date.parse(row?.at ?? "") || 0));
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
