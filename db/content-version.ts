import { randomInt } from "node:crypto";
import type { Kysely } from "kysely";
import type { Database } from "./schema";

/** The number of possible starts, far below the 2^53 safe integers, which leaves room for counting. */
const STARTS = 2 ** 47;

/**
 * Moves the content version to a random range. A restored backup would otherwise count through the same numbers again, and
 * caches, here and in browsers, would take a changed list for unchanged.
 */
export async function renewContentVersion(db: Kysely<Database> | Kysely<unknown>): Promise<void> {
  await (db as unknown as Kysely<Pick<Database, "contentVersion">>)
    .updateTable("contentVersion")
    .set({ version: randomInt(STARTS) })
    .execute();
}
