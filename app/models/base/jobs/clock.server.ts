/**
 * Reads the database's clock, because several nodes have to agree about the time. Compares it with stored times, and
 * deletes nothing while they differ, because a wrong clock would empty the trash and erase texts.
 */
import { db, engine, type Queryable, readDb } from "~/db.server";
import { log } from "~/log.server";
import type { Admin } from "~/models/base/accounts/admin.server";
import { audit } from "~/models/base/audit/audit.server";
import { CLOCKS_DIFFER_MS, HOUR_MS, toIso } from "~/stored-times";
import { readCursor } from "./cursor.server";
import { type Loop, startLoop } from "./loop.server";

const MAX_DIFFERENCE_MS = 5_000;
const CHECK_EVERY_MS = 5 * 60_000;

/**
 * Returns the seconds by which this machine's clock is ahead of the database's if there are more than 5, otherwise 0.
 */
export async function clockDifferenceSeconds(): Promise<number> {
  if (engine.kind === "sqlite") return 0;
  const startedAt = Date.now();
  const databaseNow = await engine.now();
  const aheadMs = (startedAt + Date.now()) / 2 - databaseNow;
  return Math.abs(aheadMs) > MAX_DIFFERENCE_MS ? Math.round(aheadMs / 1_000) : 0;
}

/** Checks the clock at the start and every five minutes. */
export function startClockWatch(): Loop {
  return startLoop({ name: "clock", everyMs: CHECK_EVERY_MS, everywhere: true }, async () => {
    const seconds = await clockDifferenceSeconds();
    if (seconds)
      log.warn({ seconds }, "this machine's clock differs from the database's: please synchronize both (NTP)");
    await isClockTrusted();
  });
}

const CURSOR = "clock";
const MONTH_MS = 31 * 24 * 60 * 60_000;
/** The running time after which a doubted clock is trusted. */
const TRUSTED_AFTER_MS = HOUR_MS;

interface ClockState {
  /** The last time at which the clock was checked and trusted, in milliseconds since 1970. */
  at: number;
  /** The newest stored time when the clock was last trusted. */
  newest: number;
  /** The time with which a doubted clock is compared, because rows written meanwhile prove nothing. */
  doubtedAgainst?: number;
}

export interface DoubtedClock {
  isAhead: boolean;
  /** ISO 8601. */
  now: string;
  /** The newest stored time. */
  newest: string;
}

/** Compares the clock with stored times; returns null if they agree. */
export async function doubtedClock(): Promise<DoubtedClock | null> {
  return (await compareClock()).doubt;
}

async function compareClock() {
  const [now, lastState, newestStored] = [await engine.now(), await readCursor<ClockState>(CURSOR), await newestRow()];
  // Ignores times that were trusted before, such as those of a clock that ran ahead.
  const newest =
    lastState?.doubtedAgainst ??
    Math.max(lastState?.at ?? 0, newestStored > (lastState?.newest ?? 0) ? newestStored : 0);
  const isBehind = now < newest - CLOCKS_DIFFER_MS;
  const isAhead = newest > 0 && now > newest + MONTH_MS;
  const doubt = isBehind || isAhead ? { isAhead, now: toIso(now), newest: toIso(newest) } : null;
  return { doubt, lastState, currentState: { at: now, newest: newestStored } satisfies ClockState };
}

/** The running time of the process at which its doubt began; null without doubt. */
let doubtedSince: number | null = null;

/**
 * Returns whether expired data may be deleted. It may not be deleted while the clock is before the newest row, or more than a month
 * after it. An hour of running time, or an admin who confirms the time, ends the doubt.
 */
export async function isClockTrusted(runningMs = performance.now()): Promise<boolean> {
  const { doubt, lastState, currentState } = await compareClock();
  if (!doubt) {
    doubtedSince = null;
    await writeState(db, currentState);
    return true;
  }
  if (doubtedSince === null) {
    doubtedSince = runningMs;
    log.warn(doubt, describeDoubt(doubt));
    await writeState(db, { at: 0, newest: 0, ...lastState, doubtedAgainst: Date.parse(doubt.newest) });
  }
  if (runningMs - doubtedSince < TRUSTED_AFTER_MS) return false;
  log.warn(doubt, "the clock looked wrong for an hour and is accepted now");
  doubtedSince = null;
  await writeState(db, currentState);
  return true;
}

function describeDoubt({ isAhead, now, newest }: DoubtedClock): string {
  const comparison = isAhead ? "more than a month after" : "before";
  return `the clock says ${now}, ${comparison} the newest time that is stored, ${newest}: nothing is deleted for an hour, or until an admin says on the dashboard that it is right`;
}

/** Records that an admin confirmed the time of the clock. */
export async function confirmClock(admin: Admin): Promise<void> {
  const { doubt, currentState } = await compareClock();
  if (!doubt) return;
  await db.transaction().execute(async (tx) => {
    await writeState(tx, currentState);
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

async function writeState(tx: Queryable, state: ClockState): Promise<void> {
  const value = JSON.stringify(state);
  await tx
    .insertInto("cursors")
    .values({ name: CURSOR, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}

/** Returns the time of the last row in tables that only grow; 0 for an empty site. */
async function newestRow(): Promise<number> {
  const newestRows = await Promise.all([
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
  return Math.max(0, ...newestRows.map((row) => Date.parse(row?.at ?? "") || 0));
}
