/** Removes finally deleted data also from the database's files: the search indexes, the log and the statistics. */
import { db, engine, type Queryable, readDb } from "~/db.server";
import { log } from "~/log.server";
import { newId } from "~/models/base/input/ids.server";
import { readCursor } from "~/models/base/jobs/cursor.server";
import { withLease } from "~/models/base/jobs/lease.server";
import { type Loop, startLoop } from "~/models/base/jobs/loop.server";

const NAME = "forgetting";
/** There since this version, which is the first to overwrite, or an earlier start of it. */
const SINCE = "forgetting since";
const LOOK_EVERY_MS = 5_000;

/** Called when a person, an account or a text is deleted for good: the traces are overwritten soon after the transaction. */
export async function forgetSoon(tx: Queryable): Promise<void> {
  const value = newId();
  await tx
    .insertInto("cursors")
    .values({ name: NAME, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}

/** Overwrites once, at a start, data that was deleted before this version. A new database has none. */
export async function forgetFormer({ isNew }: { isNew: boolean }): Promise<void> {
  if (await readCursor(SINCE)) return;
  await db.transaction().execute(async (tx) => {
    const first = await tx
      .insertInto("cursors")
      .values({ name: SINCE, value: JSON.stringify(new Date()) })
      .onConflict((conflict) => conflict.column("name").doNothing())
      .executeTakeFirstOrThrow();
    if (first.numInsertedOrUpdatedRows && !isNew) await forgetSoon(tx);
  });
}

/** Starts the overwriting, including that of an earlier process. */
export function startForgetting(): Loop {
  // Waits after the start: merging a large index takes a second of the processor at a time.
  const often = { everyMs: LOOK_EVERY_MS, firstAfterMs: LOOK_EVERY_MS };
  return startLoop({ name: NAME, ...often, everywhere: true }, async (stopping) => {
    if (await due()) await withLease(NAME, stopping, forget);
  });
}

async function forget(stopping: AbortSignal): Promise<void> {
  const value = await due();
  if (!value) return;
  const started = performance.now();
  if (!(await engine.overwriteDeleted(stopping))) return;
  await db.deleteFrom("cursors").where("name", "=", NAME).where("value", "=", value).execute();
  log.info({ ms: Math.round(performance.now() - started) }, "deleted texts were overwritten in the database's files");
}

async function due(): Promise<string | undefined> {
  const row = readDb.selectFrom("cursors").select("value").where("name", "=", NAME);
  return (await row.executeTakeFirst())?.value;
}
