/** Works with a whole PostgreSQL database, for copies, backups and restores. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { RELISTING_SECRET } from "~/env.server";
import { copyFromPostgres } from "../../../../db/copy/databases";
import type { Engine } from "../../../../db/engine";
import { pendingMigrations } from "../../../../db/migrate";
import { connectPostgres, LONG_TIMEOUTS } from "../../../../db/postgres/connect";
import { keepKey } from "./relisting-key.server";

/** Opens PostgreSQL for work on the whole database. Throws an Error with the reason if it cannot be used. */
export async function withPostgres<T>(url: string, work: (postgres: Engine) => Promise<T>): Promise<T> {
  const postgres = await connectPostgres(url, LONG_TIMEOUTS);
  try {
    await postgres.now().catch((error) => {
      const reason = error.message || error.code;
      throw new Error(`PostgreSQL at ${new URL(url).host} cannot be used: ${reason}. Nothing was changed.`);
    });
    return await work(postgres);
  } finally {
    await postgres.close();
  }
}

/** Throws an Error for a database that is empty or needs an upgrade, or that belongs to a newer version. */
export async function refusePending({ db, kind }: Pick<Engine, "db" | "kind">): Promise<void> {
  const { pending, isNew } = await pendingMigrations(db, kind);
  if (isNew) throw new Error("The database is empty: there is nothing to copy. Nothing was changed.");
  if (pending.length)
    throw new Error("The database is of an older version: please run npm run db:migrate first. Nothing was changed.");
}

/** Writes a SQLite file, and the key of the do-not-relist list, into the folder of a backup. */
export async function dumpPostgres(url: string, path: string, folder: string): Promise<void> {
  await withPostgres(url, async (postgres) => {
    await refusePending(postgres);
    await copyFromPostgres(postgres, path);
  });
  rmSync(join(folder, RELISTING_SECRET), { force: true });
  keepKey(folder);
}
