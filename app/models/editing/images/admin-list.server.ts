import { z } from "zod";
import { db, type ImageRow, indexImage, type Queryable, readDb, searchWords, unindexImage } from "~/db.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { audit } from "~/models/base/audit/audit.server";
import { forgetSoon } from "~/models/base/forgetting/forgetting.server";
import { findPage, type PageQuery, readSlice, sortByRowIds } from "~/models/base/input/paging.server";
import { parse } from "~/models/base/input/validation.server";
import { onOneLine } from "~/models/base/text/content-text";
import { isMissing } from "~/models/base/uploads/missing.server";
import { deleteUnusedImages, filesOf } from "~/models/base/uploads/unused.server";
import { ALT_LENGTH, IMAGE_LABELS } from "~/models/records/images/rules";
import { conflictWithoutRevisions } from "~/models/records/shared/edit-conflict.server";
import { checkFiles, hasFile, removeFiles } from "~/services/storage.server";
import { type ImageUse, isUsed, removeUses, usesOf } from "./uses.server";

export const IMAGES_PAGE_SIZE = 24;

export interface StoredImage extends Omit<ImageRow, "rowId" | "files" | "contentHash"> {
  usedIn: ImageUse[];
  usedInMore: boolean;
  /** True if its file is missing, for example after a restore without uploads. */
  missing: boolean;
}

export interface ImageQuery extends PageQuery {
  search: string;
}

/** Returns a page of images, newest first. Past the end it is empty, or with `nearest` the last page. */
export function imagesPage(_editor: Editor, query: ImageQuery, options: { nearest?: boolean } = {}) {
  return findPage(query, options, async (offset) => {
    const { search, limit } = query;
    const { rowIds, total } = await (search
      ? searchWords(readDb, "imageSearch", { text: search, offset, limit })
      : newestRowIds(offset, limit));
    return { images: await findByRowIds(rowIds), total };
  });
}

async function newestRowIds(offset: number, limit: number) {
  const counts = readDb.selectFrom("images").select((eb) => eb.fn.countAll<number>().as("total"));
  const { total } = await counts.executeTakeFirstOrThrow();
  const rows = await readSlice({ total, offset, limit, order: "desc" }, (slice) =>
    readDb
      .selectFrom("images")
      .select("rowId")
      .orderBy("createdAt", slice.order)
      .orderBy("rowId", slice.order)
      .limit(slice.limit)
      .offset(slice.offset)
      .execute(),
  );
  return { rowIds: rows.map(({ rowId }) => rowId), total };
}

async function findByRowIds(rowIds: number[]): Promise<StoredImage[]> {
  if (rowIds.length === 0) return [];
  const rows = await readDb.selectFrom("images").selectAll().where("rowId", "in", rowIds).execute();
  return addUses(sortByRowIds(rows, rowIds));
}

async function addUses(rows: ImageRow[]): Promise<StoredImage[]> {
  return toViews(rows, await usesOf(rows.map(({ id }) => id)));
}

/** Builds the views from rows and uses that are read already; looks up only whether the files exist. */
async function toViews(rows: ImageRow[], uses: Awaited<ReturnType<typeof usesOf>>): Promise<StoredImage[]> {
  await checkFiles(rows.map(({ url }) => url.replace("/uploads/", "")));
  return rows.map(({ rowId: _rowId, files: _files, contentHash: _contentHash, ...row }, index) => ({
    ...row,
    usedIn: uses[index]?.places ?? [],
    usedInMore: uses[index]?.hasMore ?? false,
    missing: !hasFile(row.url.replace("/uploads/", "")),
  }));
}

export async function toStoredImage(row: ImageRow): Promise<StoredImage> {
  return (await addUses([row]))[0] as StoredImage;
}

/** Returns the view of an image that nothing uses yet. */
export async function toNewImage(row: ImageRow): Promise<StoredImage> {
  return (await toViews([row], []))[0] as StoredImage;
}

/** Throws "missing". */
export async function findImage(_editor: Editor, id: string): Promise<StoredImage> {
  return toStoredImage(await findRow(readDb, id));
}

async function findRow(tx: Queryable, id: string): Promise<ImageRow> {
  const row = await tx.selectFrom("images").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) throw new AppError("missing", "This image is not stored here, or was deleted.");
  return row;
}

/** Returns the newest images to choose from, without images whose file is missing. */
export async function latestImages(_editor: Editor): Promise<{ url: string; name: string }[]> {
  const newestImages = readDb
    .selectFrom("images")
    .select(["url", "name"])
    .orderBy("createdAt", "desc")
    .orderBy("rowId", "desc");
  const rows = await newestImages.limit(IMAGES_PAGE_SIZE).execute();
  return rows.filter(({ url }) => !isMissing(url));
}

export const Description = z.object({
  id: z.string(),
  alt: z
    .string("Please describe the image.")
    .overwrite(onOneLine)
    .trim()
    .max(ALT_LENGTH, `At most ${ALT_LENGTH} characters fit here.`),
  shownAlt: z
    .string()
    .optional()
    .describe("The alternative text that you read. If another one is stored, the answer is 409."),
});

/** Sets the alternative text; "" marks a decorative image. Throws "invalid", "missing"; EditConflict if another text than `shownAlt` is stored. */
export async function describeImage(editor: Editor, input: unknown): Promise<StoredImage> {
  const { id, alt, shownAlt } = parse(Description, input);
  const [row, uses] = await db.transaction().execute(async (tx) => {
    const storedImage = await findRow(tx, id);
    if (shownAlt !== undefined && shownAlt !== storedImage.alt && alt !== storedImage.alt) {
      const record = { ...subjectOf(storedImage), name: "this text", labels: IMAGE_LABELS };
      const versions = { mine: { alt }, current: { alt: storedImage.alt }, updatedAt: storedImage.alt, input };
      throw await conflictWithoutRevisions(tx, record, versions);
    }
    await tx.updateTable("images").set({ alt }).where("id", "=", id).execute();
    const changedImage = { ...storedImage, alt };
    await indexImage(tx, changedImage);
    await audit(tx, editor, { ...subjectOf(changedImage), action: "image described", detail: alt });
    return [changedImage, await usesOf([id], tx)] as const;
  });
  return (await toViews([row], uses))[0] as StoredImage;
}

const Deletion = z.object({
  id: z.string(),
  force: z
    .unknown()
    .transform((value) => value === true || value === "1")
    .optional(),
});

/** Deletes an image; if it is in use, only with `force`. Throws "missing", or "conflict" with the uses. */
export async function deleteImage(editor: Editor, input: unknown): Promise<void> {
  const { id, force } = parse(Deletion, input);
  await removeFiles(await db.transaction().execute((tx) => deleteImageWithin(tx, editor, id, { force })));
}

interface DeleteOptions {
  force?: boolean;
  /** Kinds of use that do not prevent deletion. */
  ignoredKinds?: ImageUse["kind"][];
}

/** Deletes an image inside a transaction, and returns the names of its files. Throws the errors of `deleteImage`. */
export async function deleteImageWithin(
  tx: Queryable,
  editor: Editor,
  id: string,
  { force = false, ignoredKinds = [] }: DeleteOptions = {},
): Promise<string[]> {
  const row = await findRow(tx, id);
  if (!force && (await isUsed(tx, id, ignoredKinds))) throw await problemOfUse(tx, row, ignoredKinds);
  const [uses] = await usesOf([id], tx);
  await removeUses(tx, editor, id);
  await tx.deleteFrom("images").where("rowId", "=", row.rowId).execute();
  await unindexImage(tx, row.rowId);
  await forgetSoon(tx);
  const detail = uses?.places.length ? `taken out of ${placesText(uses)}` : "";
  await audit(tx, editor, { ...subjectOf(row), action: "image deleted", detail });
  return filesOf(row);
}

async function problemOfUse(tx: Queryable, { id }: ImageRow, ignoredKinds: ImageUse["kind"][]): Promise<AppError> {
  const [uses] = await usesOf([id], tx);
  const message = `This image is in use: ${placesText(uses, ignoredKinds)}.`;
  return new AppError("conflict", message, { force: message });
}

function placesText(
  uses: { places: ImageUse[]; hasMore: boolean } | undefined,
  ignoredKinds: ImageUse["kind"][] = [],
): string {
  const shownUses = (uses?.places ?? []).filter(({ kind }) => !ignoredKinds.includes(kind));
  const names = shownUses.map(({ name, label }) => `${name} (${label})`);
  return [...names, ...(uses?.hasMore ? ["and more"] : [])].join(", ");
}

const WINDOW_ROWS = 5_000;

/** Returns a page of the unused images among the next 5,000, newest first; `next` continues the search. */
export async function unusedImages(_editor: Editor, { before }: { before?: number } = {}) {
  const maxRowId = readDb.selectFrom("images").select((eb) => eb.fn.max("rowId").as("rowId"));
  const newestRowId = Number((await maxRowId.executeTakeFirst())?.rowId ?? 0);
  const upperRowId = before ?? newestRowId + 1;
  const lowestRowId = Math.max(0, upperRowId - WINDOW_ROWS);
  const images = await readDb
    .selectFrom("images")
    .selectAll()
    .where("rowId", "<", upperRowId)
    .where("rowId", ">=", lowestRowId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("imageUses").select("field").whereRef("imageUses.imageId", "=", "images.id"))),
    )
    .orderBy("rowId", "desc")
    .limit(IMAGES_PAGE_SIZE + 1)
    .execute();
  const rows = images.slice(0, IMAGES_PAGE_SIZE);
  const lastRowId = rows.at(-1)?.rowId;
  const next = images.length > IMAGES_PAGE_SIZE && lastRowId ? lastRowId : lowestRowId > 1 ? lowestRowId : null;
  return { images: await addUses(rows), hasImages: newestRowId > 0, next };
}

const Removal = z.object({ id: z.array(z.string()).max(100).default([]) });

/** Deletes the chosen images that are still unused, and counts the others. Throws "invalid" without a choice. */
export async function removeUnused(editor: Editor, input: unknown): Promise<{ removed: number; kept: number }> {
  const { id: ids } = parse(Removal, input);
  if (ids.length === 0) throw new AppError("invalid", "Please select at least one image.");
  const { rows, kept } = await db.transaction().execute(async (tx) => {
    const rows = await deleteUnusedImages(tx, ids);
    for (const row of rows) await audit(tx, editor, { ...subjectOf(row), action: "image deleted", detail: "unused" });
    if (rows.length > 0) await forgetSoon(tx);
    const remainingRows = await tx.selectFrom("images").select("id").where("id", "in", ids).execute();
    return { rows, kept: remainingRows.length };
  });
  await removeFiles(rows.flatMap(filesOf));
  return { removed: rows.length, kept };
}

function subjectOf({ id, name }: ImageRow) {
  return { subjectKind: "image" as const, subjectId: id, subjectName: name };
}
