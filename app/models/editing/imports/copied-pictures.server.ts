import { db, readDb } from "~/db.server";
import type { Editor } from "~/models/base/accounts/admin.server";

/**
 * Accepts copies of pictures since a time as part of an import, so that it can still be undone. Leaves out people whom somebody
 * changed before their picture was copied.
 */
export async function acceptCopies(editor: Editor, id: string, since: string): Promise<void> {
  const rows = await readDb
    .selectFrom("importRows")
    .innerJoin("experts", "experts.rowId", "importRows.subjectRowId")
    .innerJoin("expertRevisions", "expertRevisions.expertRowId", "experts.rowId")
    .select(["importRows.position", "experts.updatedAt"])
    .where("importRows.importId", "=", id)
    .where("importRows.state", "=", "written")
    .whereRef("experts.updatedAt", ">", "importRows.writtenAt")
    .where("experts.updatedAt", ">", since)
    .where("expertRevisions.action", "=", "edited")
    .where("expertRevisions.userId", "=", editor.id)
    .whereRef("expertRevisions.at", "=", "experts.updatedAt")
    .where("expertRevisions.after", "like", '{"%mage%":"/uploads/%')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("expertRevisions as edit")
            .select("edit.rowId")
            .whereRef("edit.expertRowId", "=", "experts.rowId")
            .whereRef("edit.at", ">", "importRows.writtenAt")
            .whereRef("edit.at", "<", "experts.updatedAt")
            // The first revision of a new person is stored after the person is written.
            .where((e) => e.or([e("edit.action", "!=", "imported"), e("edit.before", "!=", "{}")])),
        ),
      ),
    )
    .execute();
  for (const { position, updatedAt } of rows)
    await db
      .updateTable("importRows")
      .set({ writtenAt: updatedAt })
      .where("importId", "=", id)
      .where("position", "=", position)
      .execute();
}
