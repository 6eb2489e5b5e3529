/** Writes the library's rows together with the search index. */
import { createHash } from "node:crypto";
import type { Insertable, Selectable, Updateable } from "kysely";
import {
  indexWords,
  type LibraryContentsTable,
  type LibraryImagesTable,
  type Queryable,
  unindexWords,
} from "~/db.server";
import { forgetSoon } from "~/models/base/forgetting/forgetting.server";
import { timeAfter } from "~/stored-times";

export type ContentRow = Selectable<LibraryContentsTable>;
export type LibraryImageRow = Selectable<LibraryImagesTable>;
export type LibraryKind = "content" | "image";

export async function addContent(tx: Queryable, row: Insertable<LibraryContentsTable>): Promise<ContentRow> {
  const addedRow = await tx.insertInto("libraryContents").values(row).returningAll().executeTakeFirstOrThrow();
  await indexContent(tx, addedRow);
  return addedRow;
}

export async function changeContent(
  tx: Queryable,
  { rowId, updatedAt }: Pick<ContentRow, "rowId" | "updatedAt">,
  changes: Updateable<LibraryContentsTable>,
): Promise<ContentRow> {
  const changedRow = await tx
    .updateTable("libraryContents")
    .set({ updatedAt: timeAfter(updatedAt), ...changes })
    .where("rowId", "=", rowId)
    .returningAll()
    .executeTakeFirstOrThrow();
  await indexContent(tx, changedRow);
  return changedRow;
}

/** Deletes a text with its attachments; the images themselves stay. */
export async function removeContent(tx: Queryable, { rowId }: Pick<ContentRow, "rowId">): Promise<void> {
  await unindexWords(tx, "librarySearch", searchKey("content", rowId));
  await tx.deleteFrom("libraryContents").where("rowId", "=", rowId).execute();
  await forgetSoon(tx);
}

export async function attach(tx: Queryable, contentRowId: number, imageId: string): Promise<void> {
  const attachment = tx.insertInto("libraryContentImages").values({ contentRowId, imageId });
  await attachment.onConflict((conflict) => conflict.doNothing()).execute();
}

export async function detach(tx: Queryable, contentRowId: number, imageId: string): Promise<void> {
  await tx
    .deleteFrom("libraryContentImages")
    .where("contentRowId", "=", contentRowId)
    .where("imageId", "=", imageId)
    .execute();
}

/** Adds a stored image to the library, and its prompt to the search. A repetition changes only the prompt in the search. */
export async function saveToLibrary(
  tx: Queryable,
  row: Insertable<LibraryImagesTable>,
  prompt: string,
): Promise<{ savedRow: LibraryImageRow; isNew: boolean }> {
  const insert = tx.insertInto("libraryImages").values(row);
  const addedRow = await insert
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!addedRow) {
    const libraryImages = tx.selectFrom("libraryImages").selectAll().where("imageId", "=", row.imageId);
    const savedRow = await libraryImages.executeTakeFirstOrThrow();
    // Its prompt may have changed.
    await indexImage(tx, savedRow, prompt);
    return { savedRow, isNew: false };
  }
  await indexImage(tx, addedRow, prompt);
  return { savedRow: addedRow, isNew: true };
}

export async function changeImage(
  tx: Queryable,
  { rowId }: Pick<LibraryImageRow, "rowId">,
  changes: Updateable<LibraryImagesTable>,
): Promise<void> {
  const update = tx.updateTable("libraryImages").set(changes).where("rowId", "=", rowId).returningAll();
  await indexSavedImage(tx, await update.executeTakeFirstOrThrow());
}

/** Updates the search index for an image of the library. */
export async function indexSavedImage(tx: Queryable, row: LibraryImageRow): Promise<void> {
  const image = tx.selectFrom("images").select("prompt").where("id", "=", row.imageId);
  await indexImage(tx, row, (await image.executeTakeFirst())?.prompt ?? "");
}

async function indexImage(tx: Queryable, { rowId, expertName }: LibraryImageRow, prompt: string): Promise<void> {
  await indexWords(tx, "librarySearch", {
    rowId: searchKey("image", rowId),
    text: `${expertName} ${prompt}`,
    scope: searchScope("image", expertName),
  });
}

/** Removes an image from the library; the image itself stays stored. */
export async function unsaveImage(tx: Queryable, imageId: string): Promise<void> {
  const deletion = tx.deleteFrom("libraryImages").where("imageId", "=", imageId).returning("rowId");
  for (const { rowId } of await deletion.execute()) {
    await unindexWords(tx, "librarySearch", searchKey("image", rowId));
    await forgetSoon(tx);
  }
}

async function indexContent(tx: Queryable, { rowId, expertName, content }: ContentRow): Promise<void> {
  await indexWords(tx, "librarySearch", {
    rowId: searchKey("content", rowId),
    text: `${expertName} ${content}`,
    scope: searchScope("content", expertName),
  });
}

function searchKey(kind: LibraryKind, rowId: number): number {
  return rowId * 2 + (kind === "image" ? 1 : 0);
}

export function rowIdOfKey(key: number): number {
  return Math.floor(key / 2);
}

/** Returns the words by which the search index is narrowed: the kind, and a checksum of the expert's name if there is one. */
export function searchScope(kind: LibraryKind, expertName: string): string[] {
  if (!expertName) return [kind];
  return [kind, `x${createHash("sha256").update(expertName).digest("hex").slice(0, 20)}`];
}
