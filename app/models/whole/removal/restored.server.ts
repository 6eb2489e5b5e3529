import type { Queryable } from "~/db.server";
import { personIn } from "~/models/records/experts/record.server";
import { askedNotToBeListed } from "~/models/records/relisting/relisting.server";
import { removePerson } from "./removal.server";

const BATCH_SIZE = 500;

/**
 * Removes people on the do-not-relist list after a restore. Keeps those who were listed before, because an admin had
 * given a reason. Returns their number, and the files to delete after the commit.
 */
export async function removeRelisted(
  tx: Queryable,
  wasListed: (id: string) => Promise<boolean>,
): Promise<{ removed: number; files: string[] }> {
  const files: string[] = [];
  const firstWish = await tx.selectFrom("doNotRelist").select("hash").limit(1).executeTakeFirst();
  for (let lastRowId = 0, removed = 0; ; ) {
    const page = tx.selectFrom("experts").selectAll().where("rowId", ">", lastRowId).orderBy("rowId").limit(BATCH_SIZE);
    const rows = firstWish ? await page.execute() : [];
    for (const row of rows) {
      if (!(await askedNotToBeListed(personIn(row), tx)) || (await wasListed(row.id))) continue;
      // Skips copies in the trash that the removal of another profile has already deleted.
      const presentRow = await tx
        .selectFrom("experts")
        .select("rowId")
        .where("rowId", "=", row.rowId)
        .executeTakeFirst();
      if (!presentRow) continue;
      files.push(...(await removePerson(tx, null, row.rowId, "of a restored backup")).files);
      removed++;
    }
    if (rows.length < BATCH_SIZE) return { removed, files };
    lastRowId = rows.at(-1)?.rowId as number;
  }
}
