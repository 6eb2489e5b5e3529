import { db, readDb } from "~/db.server";
import { personIn } from "~/models/experts/edit.server";
import { removeFiles } from "~/services/storage.server";
import { askedNotToBeListed } from "./relisting.server";
import { removeAtWish } from "./removal.server";

const ROWS = 500;

/**
 * Removes people on the do-not-relist list after a restore. Returns how many.
 *
 * @param wasListed whether an expert was here before the restore: then an admin had given a reason.
 */
export async function removeWhoLeft(wasListed: (id: string) => Promise<boolean>): Promise<number> {
  let removed = 0;
  for (let last = 0; ; ) {
    const rows = await readDb
      .selectFrom("experts")
      .selectAll()
      .where("rowId", ">", last)
      .orderBy("rowId")
      .limit(ROWS)
      .execute();
    for (const row of rows) {
      if (!(await askedNotToBeListed(personIn(row))) || (await wasListed(row.id))) continue;
      const { files } = await db
        .transaction()
        .execute((tx) => removeAtWish(tx, null, row.rowId, "of a restored backup"));
      await removeFiles(files);
      removed++;
    }
    if (rows.length < ROWS) return removed;
    last = rows.at(-1)?.rowId as number;
  }
}
