/** Ties a store of files that several nodes share to its site, so that no other one uses it. */
import { setTimeout as pause } from "node:timers/promises";
import { db, engine } from "~/db.server";
import { refuseToStart } from "~/env.server";
import { AppError } from "~/errors";
import { log } from "~/log.server";
import { newId } from "~/models/base/input/ids.server";
import { readCursor } from "~/models/base/jobs/cursor.server";
import {
  type KnownStore,
  MARKER,
  markedSite,
  refuseOtherSite,
  STORE_CURSOR,
} from "~/models/whole/transfer/store-marker.server";
import { filesAreLocal, store, withIncoming, writeIncoming } from "~/services/storage.server";

const AGAIN_AFTER_MS = 30_000;

/** Each node has a path of its own to a disk that they share. */
const place = filesAreLocal ? "disk" : store.place;

/**
 * At the start: marks a new store as this site's, and otherwise compares. A bucket that is away is compared later; the
 * site answers meanwhile. Throws an Error, with a sentence for the operator, when the store is not this site's.
 */
export async function checkStore(): Promise<void> {
  // Skips the check, because the file of SQLite and the uploads lie in one folder.
  if (engine.kind === "sqlite" && filesAreLocal) return;
  try {
    await compare();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.warn("the file store does not answer; whether it belongs to this site is checked later");
    setTimeout(() => void checkStore().catch(({ message }: Error) => refuseToStart(message)), AGAIN_AFTER_MS).unref();
  }
}

const TRIES = 10;
const BETWEEN_TRIES_MS = 300;

async function compare(tries = TRIES): Promise<void> {
  const siteId = await markedSite();
  const storeInDatabase = await readCursor<KnownStore>(STORE_CURSOR);
  // A node that starts at the same moment may be about to write it.
  if (!siteId && storeInDatabase?.place === place && tries > 1) {
    await pause(BETWEEN_TRIES_MS);
    return compare(tries - 1);
  }
  refuseOtherSite(siteId, storeInDatabase);
  if (!siteId && storeInDatabase?.place === place)
    throw new Error(
      `${store.place} is not where this site keeps its files: it has no ${MARKER}. Please share the right folder or bucket; if this one is to take its place, put a file of that name with the text ${storeInDatabase.siteId} there.`,
    );
  if (!siteId) await mark(storeInDatabase?.siteId ?? newId());
  else if (storeInDatabase?.place !== place) await remember({ siteId, place });
}

async function mark(wanted: string): Promise<void> {
  const { siteId } = await remember({ siteId: wanted, place });
  await withIncoming(async (folder) => {
    await store.put([{ key: MARKER, path: await writeIncoming(folder, Buffer.from(`${siteId}\n`)) }]);
  });
}

/**
 * Stores the site of the store and returns the stored value: of several nodes that start together, the first one names it.
 */
async function remember(store: KnownStore): Promise<KnownStore> {
  return db.transaction().execute(async (tx) => {
    const row = await tx.selectFrom("cursors").select("value").where("name", "=", STORE_CURSOR).executeTakeFirst();
    const siteId = row ? (JSON.parse(row.value) as KnownStore).siteId : store.siteId;
    const value = JSON.stringify({ ...store, siteId });
    await tx
      .insertInto("cursors")
      .values({ name: STORE_CURSOR, value })
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
      .execute();
    return { ...store, siteId };
  });
}
