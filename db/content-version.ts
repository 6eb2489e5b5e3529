import { randomInt } from "node:crypto";
import type { Kysely } from "kysely";
import type { Database } from "./schema";

/** Of 2^53 whole numbers that JavaScript tells apart; what is left is for counting. */
const STARTS = 2 ** 47;

/**
 * Moves the content version to a range where no other database, and no earlier life of this one, has counted. Pages and
 * lists are cached under the version, here and by readers. A restored backup would otherwise count through the same numbers
 * again, and readers would be told that a changed list is unchanged.
 */
export async function renewContentVersion(db: Kysely<Database> | Kysely<unknown>): Promise<void> {
  await (db as unknown as Kysely<Pick<Database, "contentVersion">>)
    .updateTable("contentVersion")
    .set({ version: randomInt(STARTS) })
    .execute();
}
