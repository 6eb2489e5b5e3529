/**
 * Gives recurring work to one of several nodes by leases, timed by the database's clock. A node that dies loses its
 * leases after 15 seconds. With SQLite, the only process works without leases.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { db, engine, type Queryable } from "~/db.server";
import { log } from "~/log.server";
import { newId } from "~/models/base/input/ids.server";
import { isAhead } from "~/stored-times";

export const LEASE_MS = 15_000;
const RENEW_EVERY_MS = 5_000;
/** A node whose clock differs more would delete, publish and remind too early. */
const MAX_CLOCK_DIFFERENCE_MS = 60_000;

type Work = (signal: AbortSignal) => Promise<unknown>;

interface Lease {
  holder: string;
  until: number; // Milliseconds of the database's clock
}

interface StoredLease extends Lease {
  value: string;
}

const PROCESS_ID = newId();

/** The lease under which the running code began; its process may have been paused since. */
const currentLease = new AsyncLocalStorage<{ name: string; holder: string }>();

/** Runs `work` unless another node does. Its signal aborts when the lease is lost. */
export async function withLease(name: string, stopSignal: AbortSignal, work: Work): Promise<void> {
  if (engine.kind === "sqlite") await work(stopSignal);
  else await workUnderLease(name, stopSignal, work);
}

/** Runs `work` like `withLease`, but with a lease on either engine. Returns whether it ran. */
export async function workUnderLease(
  name: string,
  stopSignal: AbortSignal,
  work: Work,
  { holder = PROCESS_ID, renewEveryMs = RENEW_EVERY_MS } = {},
): Promise<boolean> {
  const leaseLost = new AbortController();
  let heldSince = performance.now();
  if (!(await takeLease(name, holder))) return false;
  let isRenewing = false;
  const renew = async () => {
    const startedAt = performance.now();
    // Also stops the work while the database is unavailable, because the holder is unknown then.
    if (startedAt - heldSince > LEASE_MS) leaseLost.abort(new Error(`the lease "${name}" ran out`));
    if (isRenewing || leaseLost.signal.aborted) return;
    isRenewing = true;
    const isHeld = await renewLease(name, holder).catch(() => null);
    isRenewing = false;
    if (isHeld) heldSince = startedAt;
    else if (isHeld === false) leaseLost.abort(new Error(`another node took the lease "${name}"`));
  };
  const timer = setInterval(() => void renew(), renewEveryMs);
  try {
    // Checks the signal first, because an aborted signal sends no further event.
    const signal = AbortSignal.any([stopSignal, leaseLost.signal]);
    if (!stopSignal.aborted) await currentLease.run({ name, holder }, () => work(signal));
  } finally {
    clearInterval(timer);
    if (!leaseLost.signal.aborted) await releaseLease(name, holder);
  }
  return true;
}

/** Throws if another node took the lease of the running code meanwhile, because its results may be outdated. */
export async function requireLease(tx: Queryable): Promise<void> {
  const lease = currentLease.getStore();
  if (lease && (await readLease(tx, lease.name))?.holder !== lease.holder)
    throw new Error(`another node took the lease "${lease.name}"`);
}

/** Takes or renews a lease, unless another holder has it. */
export async function takeLease(name: string, holder: string): Promise<boolean> {
  const now = await engine.now();
  if (isClockWrong(name, now)) return false;
  const lease = await readLease(db, name);
  if (lease)
    return lease.holder !== holder && isAhead(lease.until, LEASE_MS, now)
      ? false
      : extendLease(name, lease, { holder, now });
  const insertion = db.insertInto("cursors").values({ name: cursorName(name), value: leaseText(holder, now) });
  const { numInsertedOrUpdatedRows } = await insertion
    .onConflict((conflict) => conflict.column("name").doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows) > 0;
}

/** Renews a lease. Returns false if another holder had it meanwhile, even if it is free again. */
async function renewLease(name: string, holder: string): Promise<boolean> {
  const now = await engine.now();
  const lease = await readLease(db, name);
  return lease?.holder === holder && !isClockWrong(name, now) && extendLease(name, lease, { holder, now });
}

function isClockWrong(name: string, now: number): boolean {
  const isWrong = Math.abs(Date.now() - now) > MAX_CLOCK_DIFFERENCE_MS;
  if (isWrong)
    log.error({ lease: name }, "this machine's clock is wrong by more than a minute: it does no recurring work");
  return isWrong;
}

async function extendLease(name: string, { value }: StoredLease, { holder, now }: { holder: string; now: number }) {
  const update = db
    .updateTable("cursors")
    .set({ value: leaseText(holder, now) })
    .where("name", "=", cursorName(name));
  return Number((await update.where("value", "=", value).executeTakeFirstOrThrow()).numUpdatedRows) > 0;
}

async function readLease(tx: Queryable, name: string): Promise<StoredLease | null> {
  const row = await tx.selectFrom("cursors").select("value").where("name", "=", cursorName(name)).executeTakeFirst();
  return row ? { ...(JSON.parse(row.value) as Lease), value: row.value } : null;
}

async function releaseLease(name: string, holder: string): Promise<void> {
  const lease = await readLease(db, name);
  if (lease?.holder !== holder) return;
  await db.deleteFrom("cursors").where("name", "=", cursorName(name)).where("value", "=", lease.value).execute();
}

function leaseText(holder: string, now: number): string {
  return JSON.stringify({ holder, until: now + LEASE_MS } satisfies Lease);
}

function cursorName(name: string): string {
  return `lease ${name}`;
}
