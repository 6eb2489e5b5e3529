/**
 * Leases keep recurring work to one of several nodes. They last as long as the database's clock says; a node that dies
 * loses its leases after 15 seconds. On SQLite one process does such work, and needs none.
 */
import { db, engine } from "~/db.server";
import { log } from "~/log.server";
import { newId } from "~/models/records/ids.server";

export const LEASE_MS = 15_000;
const RENEW_EVERY_MS = 5_000;
/** A node that is this wrong about the time would delete, publish and remind too early. */
const MOST_WRONG_MS = 60_000;

type Work = (signal: AbortSignal) => Promise<unknown>;

interface Lease {
  holder: string;
  until: number; // In milliseconds of the database's clock
}

const thisProcess = newId();

/** Runs `work` unless another node does; its signal aborts when the lease is lost. */
export async function withLease(name: string, stopping: AbortSignal, work: Work): Promise<void> {
  if (engine.kind === "sqlite") await work(stopping);
  else await workUnderLease(name, stopping, work);
}

/** As `withLease`, on either engine. Returns whether the work ran. */
export async function workUnderLease(
  name: string,
  stopping: AbortSignal,
  work: Work,
  { holder = thisProcess, renewEveryMs = RENEW_EVERY_MS } = {},
): Promise<boolean> {
  const lost = new AbortController();
  if (!(await takeLease(name, holder))) return false;
  let heldSince = performance.now();
  let isAsking = false;
  const renew = async () => {
    const asked = performance.now();
    // Also while the database is away: then nobody knows who holds the lease.
    if (asked - heldSince > LEASE_MS) lost.abort(new Error(`the lease "${name}" ran out`));
    if (isAsking || lost.signal.aborted) return;
    isAsking = true;
    const isHeld = await takeLease(name, holder).catch(() => null);
    isAsking = false;
    if (isHeld) heldSince = asked;
    else if (isHeld === false) lost.abort(new Error(`another node took the lease "${name}"`));
  };
  const timer = setInterval(() => void renew(), renewEveryMs);
  try {
    // What waits for the event of a signal that is aborted already would wait for ever.
    if (!stopping.aborted) await work(AbortSignal.any([stopping, lost.signal]));
  } finally {
    clearInterval(timer);
    if (!lost.signal.aborted) await releaseLease(name, holder);
  }
  return true;
}

/** Takes or renews a lease, unless another one has it. */
export async function takeLease(name: string, holder: string): Promise<boolean> {
  const now = await engine.now();
  if (Math.abs(Date.now() - now) > MOST_WRONG_MS) {
    log.error({ lease: name }, "this machine's clock is wrong by more than a minute: it does no recurring work");
    return false;
  }
  const value = JSON.stringify({ holder, until: now + LEASE_MS } satisfies Lease);
  const row = await db.selectFrom("cursors").select("value").where("name", "=", keyOf(name)).executeTakeFirst();
  if (!row) {
    const added = db.insertInto("cursors").values({ name: keyOf(name), value });
    const { numInsertedOrUpdatedRows } = await added
      .onConflict((conflict) => conflict.column("name").doNothing())
      .executeTakeFirstOrThrow();
    return Number(numInsertedOrUpdatedRows) > 0;
  }
  const present = JSON.parse(row.value) as Lease;
  if (present.holder !== holder && present.until > now) return false;
  const taken = db.updateTable("cursors").set({ value }).where("name", "=", keyOf(name));
  const { numUpdatedRows } = await taken.where("value", "=", row.value).executeTakeFirstOrThrow();
  return Number(numUpdatedRows) > 0;
}

async function releaseLease(name: string, holder: string): Promise<void> {
  const row = await db.selectFrom("cursors").select("value").where("name", "=", keyOf(name)).executeTakeFirst();
  if (!row || (JSON.parse(row.value) as Lease).holder !== holder) return;
  await db.deleteFrom("cursors").where("name", "=", keyOf(name)).where("value", "=", row.value).execute();
}

function keyOf(name: string): string {
  return `lease ${name}`;
}
