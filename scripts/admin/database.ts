import { closeDatabase } from "~/db.server";
import { upgradeDatabase } from "~/models/whole/transfer/upgrade.server";

/** Does `work` on the database, brought up to date, and closes it. */
export async function withDatabase<T>(work: () => Promise<T>): Promise<T> {
  try {
    await upgradeDatabase();
    return await work();
  } finally {
    await closeDatabase();
  }
}
