/** Stores how far a recurring round has come, so that it continues there after a restart. */
import { db, readDb } from "~/db.server";
import { requireLease } from "./lease.server";

export async function readCursor<Cursor>(name: string): Promise<Cursor | null> {
  const row = await readDb.selectFrom("cursors").select("value").where("name", "=", name).executeTakeFirst();
  return row ? JSON.parse(row.value) : null;
}

/** Stores a cursor; throws if the round has lost its lease. */
export async function writeCursor(name: string, cursor: object): Promise<void> {
  const value = JSON.stringify(cursor);
  await db.transaction().execute(async (tx) => {
    await requireLease(tx);
    await tx
      .insertInto("cursors")
      .values({ name, value })
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
      .execute();
  });
}
