/** Ties a file store that several nodes share to its site, so that no other site uses it. */
import { setTimeout as pause } from "node:timers/promises";
import { db, engine } from "~/db.server";
import { env, refuseToStart } from "~/env.server";
import { AppError } from "~/errors";
import { log } from "~/log.server";
import { newId } from "~/models/base/input/ids.server";
import { readCursor } from "~/models/base/jobs/cursor.server";
import {
  type KnownStore,
  MARKER,
  markedSite,
  readKnownStore,
  refuseOtherSite,
  STORE_CURSOR,
  writeKnownStore,
} from "~/models/whole/transfer/store-marker.server";
import { sendUploads } from "~/models/whole/transfer/stored-files.server";
import { filesAreLocal, store, withIncoming, writeIncoming } from "~/services/storage.server";

const RETRY_AFTER_MS = 30_000;

/** Nodes may reach a shared disk by different paths, so a disk has one common name. */
const place = filesAreLocal ? "disk" : store.place;

/**
 * Marks a new store as this site's at the start, and otherwise compares the marker. Compares an unavailable bucket
 * later, while the site answers. Throws an Error with a sentence for the operator if the store belongs to another
 * site.
 */
export async function checkStore(): Promise<void> {
  // Compares nothing, because the SQLite file and the uploads are in the same folder.
  if (engine.kind === "sqlite" && filesAreLocal) return leaveBucket();
  try {
    await compareMarker();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.warn("the file store does not answer; whether it belongs to this site is checked later");
    setTimeout(() => void checkStore().catch(({ message }: Error) => refuseToStart(message)), RETRY_AFTER_MS).unref();
  }
}

/** Records that a site with a bucket is back on its disk, so that the bucket gets the newer files if the site returns to it. */
async function leaveBucket(): Promise<void> {
  const storeInDatabase = await readCursor<KnownStore>(STORE_CURSOR);
  if (!storeInDatabase || storeInDatabase.place === place) return;
  await storeSite({ siteId: storeInDatabase.siteId, place });
  log.warn(
    { bucket: storeInDatabase.place },
    "files are read from the disk, no longer from the bucket: if pictures are missing, set S3_… again, make a backup, remove S3_…, and restore the backup",
  );
}

const MAX_TRIES = 10;
const RETRY_PAUSE_MS = 300;

async function compareMarker(tries = MAX_TRIES): Promise<void> {
  const siteId = await markedSite();
  const storeInDatabase = await readCursor<KnownStore>(STORE_CURSOR);
  // Waits, because another node that starts at the same moment may be about to write the marker.
  if (!siteId && storeInDatabase?.place === place && tries > 1) {
    await pause(RETRY_PAUSE_MS);
    return compareMarker(tries - 1);
  }
  refuseOtherSite(siteId, storeInDatabase);
  if (!siteId && storeInDatabase?.place === place)
    throw new Error(
      `${store.place} is not where this site keeps its files: it has no ${MARKER}. Please share the right folder or bucket; if this one is to take its place, put a file of that name with the text ${storeInDatabase.siteId} there.`,
    );
  if (siteId && storeInDatabase?.place === place) return;
  if (!filesAreLocal) await sendFilesOfDisk();
  if (siteId) await storeSite({ siteId, place });
  else await writeMarker(storeInDatabase?.siteId ?? newId());
}

/** Copies the files that a site kept on its disk until now, because it reads only the bucket from now on. */
async function sendFilesOfDisk(): Promise<void> {
  const { moved } = await sendUploads(env.DATA_DIR);
  if (moved) log.info({ files: moved, place }, "the files of the disk were copied to the bucket");
}

async function writeMarker(proposedId: string): Promise<void> {
  const { siteId } = await storeSite({ siteId: proposedId, place });
  await withIncoming(async (folder) => {
    await store.put([{ key: MARKER, path: await writeIncoming(folder, Buffer.from(`${siteId}\n`)) }]);
  });
}

/** Stores the site of the store, and returns the stored value, which the first of several simultaneous nodes sets. */
async function storeSite(store: KnownStore): Promise<KnownStore> {
  return db.transaction().execute(async (tx) => {
    const siteId = (await readKnownStore(tx))?.siteId ?? store.siteId;
    await writeKnownStore(tx, { ...store, siteId });
    return { ...store, siteId };
  });
}
