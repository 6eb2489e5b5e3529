import type { Queryable } from "~/db.server";
import { personIn } from "~/models/records/experts/record.server";
import { askedNotToBeListed } from "~/models/records/relisting/relisting.server";
import { removeAtWish } from "./removal.server";

const ROWS = 500;

/**
 * Removes people on the do-not-relist list after a restore. Returns how many, and the files that go once it is committed.
 *
 * @param wasListed whether an expert was here before the restore: then an admin had given a reason.
 */
export async function removeWhoLeft(
  tx: Queryable,
  wasListed: (id: string) => Promise<boolean>,
): Promise<{ removed: number; files: string[] }> {
  const files: string[] = [];
  const anyWish = await tx.selectFrom("doNotRelist").select("hash").limit(1).executeTakeFirst();
  for (let last = 0, removed = 0; ; ) {
    const page = tx.selectFrom("experts").selectAll().where("rowId", ">", last).orderBy("rowId").limit(ROWS);
    const rows = anyWish ? await page.execute() : [];
    for (const row of rows) {
      if (!(await askedNotToBeListed(personIn(row), tx)) || (await wasListed(row.id))) continue;
      // The removal of somebody else takes copies in the trash along.
      const isHere = await tx.selectFrom("experts").select("rowId").where("rowId", "=", row.rowId).executeTakeFirst();
      if (!isHere) continue;
      files.push(...(await removeAtWish(tx, null, row.rowId, "of a restored backup")).files);
      removed++;
    }
    if (rows.length < ROWS) return { removed, files };
    last = rows.at(-1)?.rowId as number;
  }
}
