import { randomInt } from "node:crypto";
import type { Kysely } from "kysely";
import type { Database } from "./schema";

/** Of 2^53 whole numbers that JavaScript tells apart; what is left is for counting. */
const STARTS = 2 ** 47;

/**
 * Lets the content version count from a place where no other database counts, nor an earlier life of this one. Pages and lists are
 * cached under it, here and by readers: a backup that is restored would otherwise count through the same numbers again, and a
 * reader would be told that a changed list is still the one of then.
 */
export async function renewContentVersion(db: Kysely<Database> | Kysely<unknown>): Promise<void> {
  await (db as unknown as Kysely<Pick<Database, "contentVersion">>)
    .updateTable("contentVersion")
    .set({ version: randomInt(STARTS) })
    .execute();
}
