import type { Queryable } from "~/db.server";

/** Adds the visits of a merged profile to those of the profile that remains. */
export async function moveVisits(tx: Queryable, from: string, to: string): Promise<void> {
  const rows = tx
    .selectFrom("visits")
    .select((e) => ["day", "kind", e.val(to).as("subject"), "host", "n"])
    .where("kind", "=", "profile")
    .where("subject", "=", from);
  await tx
    .insertInto("visits")
    .columns(["day", "kind", "subject", "host", "n"])
    .expression(rows)
    .onConflict((conflict) =>
      conflict
        .columns(["day", "kind", "subject", "host"])
        .doUpdateSet((e) => ({ n: e(e.ref("visits.n"), "+", e.ref("excluded.n")) })),
    )
    .execute();
  await tx.deleteFrom("visits").where("kind", "=", "profile").where("subject", "=", from).execute();
}
