/**
 * Leases give recurring work to one of several nodes. They last by the database's clock; a node that dies loses its leases
 * after 15 seconds. On SQLite one process does such work without leases.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { db, engine, type Queryable } from "~/db.server";
import { log } from "~/log.server";
import { newId } from "~/models/base/input/ids.server";
import { isAhead } from "~/stored-times";

export const LEASE_MS = 15_000;
const RENEW_EVERY_MS = 5_000;
/** A node that is this wrong about the time would delete, publish and remind too early. */
const MAX_WRONG_MS = 60_000;

type Work = (signal: AbortSignal) => Promise<unknown>;

interface Lease {
  holder: string;
  until: number; // Milliseconds of the database's clock
}

interface Stored extends Lease {
  value: string;
}

const thisProcess = newId();

/** The lease that the running code has, or had before its process was paused. */
const current = new AsyncLocalStorage<{ name: string; holder: string }>();

/** Runs `work` unless another node does; its signal aborts when the lease is lost. */
export async function withLease(name: string, stopping: AbortSignal, work: Work): Promise<void> {
  if (engine.kind === "sqlite") await work(stopping);
  else await workUnderLease(name, stopping, work);
}

/** Works as `withLease`, on either engine. Returns whether the work ran. */
export async function workUnderLease(
  name: string,
  stopping: AbortSignal,
  work: Work,
  { holder = thisProcess, renewEveryMs = RENEW_EVERY_MS } = {},
): Promise<boolean> {
  const lost = new AbortController();
  let heldSince = performance.now();
  if (!(await takeLease(name, holder))) return false;
  let isAsking = false;
  const renew = async () => {
    const startedAt = performance.now();
    // Also ends while the database is away, because the holder is unknown then.
    if (startedAt - heldSince > LEASE_MS) lost.abort(new Error(`the lease "${name}" ran out`));
    if (isAsking || lost.signal.aborted) return;
    isAsking = true;
    const isHeld = await renewLease(name, holder).catch(() => null);
    isAsking = false;
    if (isHeld) heldSince = startedAt;
    else if (isHeld === false) lost.abort(new Error(`another node took the lease "${name}"`));
  };
  const timer = setInterval(() => void renew(), renewEveryMs);
  try {
    // Passes an aborted signal on: waiting for its event would never end.
    const signal = AbortSignal.any([stopping, lost.signal]);
    if (!stopping.aborted) await current.run({ name, holder }, () => work(signal));
  } finally {
    clearInterval(timer);
    if (!lost.signal.aborted) await releaseLease(name, holder);
  }
  return true;
}

/** Throws in work whose lease another node took meanwhile, because its results may be old. */
export async function requireLease(tx: Queryable): Promise<void> {
  const lease = current.getStore();
  if (lease && (await storedLease(tx, lease.name))?.holder !== lease.holder)
    throw new Error(`another node took the lease "${lease.name}"`);
}

/** Takes or renews a lease, unless another holder has it. */
export async function takeLease(name: string, holder: string): Promise<boolean> {
  const now = await engine.now();
  if (isClockWrong(name, now)) return false;
  const present = await storedLease(db, name);
  if (present)
    return present.holder !== holder && isAhead(present.until, LEASE_MS, now)
      ? false
      : prolong(name, present, { holder, now });
  const added = db.insertInto("cursors").values({ name: keyOf(name), value: leaseText(holder, now) });
  const { numInsertedOrUpdatedRows } = await added
    .onConflict((conflict) => conflict.column("name").doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows) > 0;
}

/** Renews a lease. Returns false if another holder had it meanwhile, even if it is free again. */
async function renewLease(name: string, holder: string): Promise<boolean> {
  const now = await engine.now();
  const present = await storedLease(db, name);
  return present?.holder === holder && !isClockWrong(name, now) && prolong(name, present, { holder, now });
}

function isClockWrong(name: string, now: number): boolean {
  const isWrong = Math.abs(Date.now() - now) > MAX_WRONG_MS;
  if (isWrong)
    log.error({ lease: name }, "this machine's clock is wrong by more than a minute: it does no recurring work");
  return isWrong;
}

async function prolong(name: string, { value }: Stored, { holder, now }: { holder: string; now: number }) {
  const update = db
    .updateTable("cursors")
    .set({ value: leaseText(holder, now) })
    .where("name", "=", keyOf(name));
  return Number((await update.where("value", "=", value).executeTakeFirstOrThrow()).numUpdatedRows) > 0;
}

async function storedLease(tx: Queryable, name: string): Promise<Stored | null> {
  const row = await tx.selectFrom("cursors").select("value").where("name", "=", keyOf(name)).executeTakeFirst();
  return row ? { ...(JSON.parse(row.value) as Lease), value: row.value } : null;
}

async function releaseLease(name: string, holder: string): Promise<void> {
  const present = await storedLease(db, name);
  if (present?.holder !== holder) return;
  await db.deleteFrom("cursors").where("name", "=", keyOf(name)).where("value", "=", present.value).execute();
}

function leaseText(holder: string, now: number): string {
  return JSON.stringify({ holder, until: now + LEASE_MS } satisfies Lease);
}

function keyOf(name: string): string {
  return `lease ${name}`;
}
