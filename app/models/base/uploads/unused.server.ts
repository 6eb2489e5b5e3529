import { type ImageRow, type Queryable, unindexImage } from "~/db.server";

/** Deletes those of the images that nothing uses, and returns their rows. Their files are deleted after the transaction. */
export async function deleteUnusedImages(tx: Queryable, ids: string[]): Promise<ImageRow[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .deleteFrom("images")
    .where("id", "in", ids)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("imageUses").select("field").whereRef("imageUses.imageId", "=", "images.id"))),
    )
    .returningAll()
    .execute();
  for (const row of rows) await unindexImage(tx, row.rowId);
  return rows;
}

/** Returns the names of an image's files. */
export function filesOf({ files }: Pick<ImageRow, "files">): string[] {
  return (JSON.parse(files) as { name: string }[]).map(({ name }) => name);
}
