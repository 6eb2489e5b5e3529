import { closeDatabase, db, engine, pendingMigrations } from "~/db.server";
import { refusePending } from "~/models/whole/transfer/postgres.server";
import { upgradeDatabase } from "~/models/whole/transfer/upgrade.server";

/**
 * Runs `work` on an up-to-date database, creates a new one, and closes it. Throws an Error for a database of an older
 * version, on which the site of that version may be running.
 */
export async function withDatabase<T>(work: () => Promise<T>): Promise<T> {
  try {
    const { isNew } = await pendingMigrations(db);
    if (isNew) await upgradeDatabase();
    else await refusePending({ db, kind: engine.kind });
    return await work();
  } finally {
    await closeDatabase();
  }
}
