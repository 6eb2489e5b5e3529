/** Reads the file by which a file store names its site. Uses no database, because copies work between two. */
import { text } from "node:stream/consumers";
import type { Queryable } from "~/db.server";
import { store } from "~/services/storage.server";

export const STORE_CURSOR = "store";
export const MARKER = "uploads/site-id";

/** The database's record of its store. */
export interface KnownStore {
  siteId: string;
  place: string;
}

/**
 * Returns the site whose files the store contains; null for a new store. Throws AppError "unavailable" if it is
 * unavailable.
 */
export async function markedSite(): Promise<string | null> {
  const marker = await store.get(MARKER);
  return marker && (await text(marker.stream)).trim();
}

/** Throws an Error with a sentence for the operator if the store belongs to another site. */
export function refuseOtherSite(markedId: string | null, expected: KnownStore | null | undefined): void {
  if (!markedId || markedId === expected?.siteId) return;
  throw new Error(
    `${store.place} holds the files of another site (its ${MARKER} is ${markedId}, not ${expected?.siteId ?? "of this database"}): please correct DATABASE_URL, DATA_DIR or S3_BUCKET. If these are its files after all, remove ${MARKER} there. Nothing was changed.`,
  );
}

/** Throws like `refuseOtherSite`, for a database that is copied. */
export async function refuseOtherStore(db: Queryable): Promise<void> {
  refuseOtherSite(await markedSite(), await readKnownStore(db));
}

/** Returns a database's record of its store; null if it has none. */
export async function readKnownStore(db: Queryable): Promise<KnownStore | null> {
  const row = await db.selectFrom("cursors").select("value").where("name", "=", STORE_CURSOR).executeTakeFirst();
  return row ? (JSON.parse(row.value) as KnownStore) : null;
}

export async function writeKnownStore(db: Queryable, store: KnownStore): Promise<void> {
  const value = JSON.stringify(store);
  await db
    .insertInto("cursors")
    .values({ name: STORE_CURSOR, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}
