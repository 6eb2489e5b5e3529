import { closeDatabase } from "~/db.server";
import { upgradeDatabase } from "~/models/whole/transfer/upgrade.server";

/** Runs migrations and then `work`, and closes the database. */
export async function withDatabase<T>(work: () => Promise<T>): Promise<T> {
  try {
    await upgradeDatabase();
    return await work();
  } finally {
    await closeDatabase();
  }
}
