/** Erases deleted data from the database's files, too: from the search indexes, the log and the statistics. */
import { db, engine, type Queryable, readDb } from "~/db.server";
import { log } from "~/log.server";
import { newId } from "~/models/base/input/ids.server";
import { readCursor } from "~/models/base/jobs/cursor.server";
import { withLease } from "~/models/base/jobs/lease.server";
import { type Loop, startLoop } from "~/models/base/jobs/loop.server";

const REQUEST_CURSOR = "forgetting";
/** Marks that a version that overwrites deleted texts has started before. */
const FIRST_START_CURSOR = "forgetting since";
const CHECK_EVERY_MS = 5_000;

/**
 * Requests that the files are overwritten soon after the transaction. Call it when a person, an account or a text is
 * deleted for good.
 */
export async function forgetSoon(tx: Queryable): Promise<void> {
  const value = newId();
  await tx
    .insertInto("cursors")
    .values({ name: REQUEST_CURSOR, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}

/** Requests at the first start that texts which earlier versions deleted are overwritten. A new database has nothing to overwrite. */
export async function forgetEarlierDeletions({ isNew }: { isNew: boolean }): Promise<void> {
  if (await readCursor(FIRST_START_CURSOR)) return;
  await db.transaction().execute(async (tx) => {
    const insertion = await tx
      .insertInto("cursors")
      .values({ name: FIRST_START_CURSOR, value: JSON.stringify(new Date()) })
      .onConflict((conflict) => conflict.column("name").doNothing())
      .executeTakeFirstOrThrow();
    if (insertion.numInsertedOrUpdatedRows && !isNew) await forgetSoon(tx);
  });
}

/** Starts the loop that overwrites, which also serves the requests of earlier processes. */
export function startForgetting(): Loop {
  // Waits after the start, because merging a large index takes a second of processor time at once.
  const times = { everyMs: CHECK_EVERY_MS, firstAfterMs: CHECK_EVERY_MS };
  return startLoop({ name: REQUEST_CURSOR, ...times, everywhere: true }, async (stopSignal) => {
    if (await readRequest()) await withLease(REQUEST_CURSOR, stopSignal, overwriteDeleted);
  });
}

async function overwriteDeleted(stopSignal: AbortSignal): Promise<void> {
  const value = await readRequest();
  if (!value) return;
  const startedAt = performance.now();
  if (!(await engine.overwriteDeleted(stopSignal))) return;
  await db.deleteFrom("cursors").where("name", "=", REQUEST_CURSOR).where("value", "=", value).execute();
  log.info({ ms: Math.round(performance.now() - startedAt) }, "deleted texts were overwritten in the database's files");
}

async function readRequest(): Promise<string | undefined> {
  const request = readDb.selectFrom("cursors").select("value").where("name", "=", REQUEST_CURSOR);
  return (await request.executeTakeFirst())?.value;
}
