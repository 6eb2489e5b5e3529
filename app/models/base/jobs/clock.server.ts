/**
 * The clock. Several nodes have to agree about the time: the database's decides. And one that was set wrongly would empty the trash
 * and delete texts for good: it is compared with the times that are stored, and nothing is deleted while it is doubted.
 */
import { db, engine, type Queryable, readDb } from "~/db.server";
import { log } from "~/log.server";
import type { Admin } from "~/models/base/accounts/admin.server";
import { audit } from "~/models/base/audit/audit.server";
import { CLOCKS_DIFFER_MS } from "~/stored-times";
import { readCursor } from "./cursor.server";
import { type Loop, startLoop } from "./loop.server";

const MOST_MS = 5_000;
const LOOK_EVERY_MS = 5 * 60_000;

/** The seconds by which this machine's clock is ahead of the database's, when they are more than 5; else 0. */
export async function wrongSeconds(): Promise<number> {
  if (engine.kind === "sqlite") return 0;
  const before = Date.now();
  const theirs = await engine.now();
  const aheadMs = (before + Date.now()) / 2 - theirs;
  return Math.abs(aheadMs) > MOST_MS ? Math.round(aheadMs / 1_000) : 0;
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
/** Of running, after which a clock that was doubted is believed. */
const HOUR_MS = 60 * 60_000;

interface Seen {
  /** When the clock was last looked at and believed, in milliseconds since 1970. */
  at: number;
  /** The newest stored time that was believed with it. */
  newest: number;
  /** While the clock is doubted, the time it is compared with: what is written meanwhile says nothing. */
  doubtedAgainst?: number;
}

export interface DoubtedClock {
  isAhead: boolean;
  /** ISO 8601. */
  now: string;
  /** The newest time that the site knows of. */
  newest: string;
}

/** The clock against what is stored; null where they fit. */
export async function doubtedClock(): Promise<DoubtedClock | null> {
  return (await look()).doubt;
}

async function look() {
  const [now, seen, stored] = [await engine.now(), await readCursor<Seen>(NAME), await newestRow()];
  // What was believed once, as of a clock that ran ahead, does not count against the present again.
  const newest = seen?.doubtedAgainst ?? Math.max(seen?.at ?? 0, stored > (seen?.newest ?? 0) ? stored : 0);
  const isBehind = now < newest - CLOCKS_DIFFER_MS;
  const isAhead = newest > 0 && now > newest + MONTH_MS;
  const doubt = isBehind || isAhead ? { isAhead, now: iso(now), newest: iso(newest) } : null;
  return { doubt, before: seen, seen: { at: now, newest: stored } satisfies Seen };
}

/** When this process began to doubt, on a clock that nobody sets; null while it does not. */
let doubtedSince: number | null = null;

/**
 * Whether what has expired may be deleted: not by a clock that is before the newest row, or more than a month after it, until the
 * site ran for an hour so, or an admin says that it is right.
 */
export async function isClockBelieved(running = performance.now()): Promise<boolean> {
  const { doubt, before, seen } = await look();
  if (!doubt) {
    doubtedSince = null;
    await write(db, seen);
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
  await write(db, seen);
  return true;
}

function aboutClock({ isAhead, now, newest }: DoubtedClock): string {
  const how = isAhead ? "more than a month after" : "before";
  return `the clock says ${now}, ${how} the newest time that is stored, ${newest}: nothing is deleted for an hour, or until an admin says on the dashboard that it is right`;
}

/** An admin says that the clock is right. */
export async function confirmClock(admin: Admin): Promise<void> {
  const { doubt, seen } = await look();
  if (!doubt) return;
  await db.transaction().execute(async (tx) => {
    await write(tx, seen);
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

async function write(tx: Queryable, seen: Seen): Promise<void> {
  const value = JSON.stringify(seen);
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
