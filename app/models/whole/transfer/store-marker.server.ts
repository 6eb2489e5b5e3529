/** The file by which a store of files says whose it is. It knows no database, because copies stand between two. */
import { text } from "node:stream/consumers";
import type { Queryable } from "~/db.server";
import { store } from "~/services/storage.server";

export const STORE_CURSOR = "store";
export const MARKER = "uploads/site-id";

/** What a database knows of its store. */
export interface KnownStore {
  siteId: string;
  place: string;
}

/** The site whose files the store holds; null for a new one. Throws AppError "unavailable" when it is away. */
export async function markedSite(): Promise<string | null> {
  const marker = await store.get(MARKER);
  return marker && (await text(marker.stream)).trim();
}

/** Throws an Error, with a sentence for the operator, when the store is marked as that of another site. */
export function refuseOtherSite(marked: string | null, known: KnownStore | null | undefined): void {
  if (!marked || marked === known?.siteId) return;
  throw new Error(
    `${store.place} holds the files of another site (its ${MARKER} is ${marked}, not ${known?.siteId ?? "of this database"}): please correct DATABASE_URL, DATA_DIR or S3_BUCKET. If these are its files after all, remove ${MARKER} there. Nothing was changed.`,
  );
}

/** `refuseOtherSite` for a database that is copied. */
export async function refuseOtherStore(db: Queryable): Promise<void> {
  const row = await db.selectFrom("cursors").select("value").where("name", "=", STORE_CURSOR).executeTakeFirst();
  refuseOtherSite(await markedSite(), row && (JSON.parse(row.value) as KnownStore));
}
