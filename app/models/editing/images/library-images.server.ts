/** Saves, shows, downloads and deletes images of the library. */
import { buffer } from "node:stream/consumers";
import { z } from "zod";
import { db, type ImageRow, indexImage, type Queryable, readDb } from "~/db.server";
import { env } from "~/env.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { audit } from "~/models/base/audit/audit.server";
import { parse } from "~/models/base/input/validation.server";
import { onOneLine } from "~/models/base/text/content-text";
import { imageIdIn, storedAddress } from "~/models/base/uploads/address";
import { AboutExpert, expertOf, Selection } from "~/models/editing/library/input.server";
import { excerptOf, PROMPT_EXCERPT } from "~/models/editing/library/labels";
import { imageView, type LibraryImage } from "~/models/editing/library/views.server";
import { saveToLibrary } from "~/models/editing/library/write.server";
import { imageFromDataUrl } from "~/models/records/images/images.server";
import { toPng } from "~/models/records/images/process.server";
import { ALT_LENGTH } from "~/models/records/images/rules";
import { openFile, removeFiles } from "~/services/storage.server";
import { deleteImageWithin } from "./admin-list.server";
import { type ImageUse, usesOf } from "./uses.server";

const NOT_STORED_HERE = "Only images that are stored here can be saved. Upload it first, or send it as a data URL.";

export const SavedImage = z.object({
  imageUrl: z.string("Please choose an image.").trim().min(1, "Please choose an image."),
  imagePrompt: z.string().max(10_000, "At most 10,000 characters fit here.").nullish(),
  model: z.string().max(200).nullish(),
  provider: z.string().max(100).nullish(),
  size: z
    .string()
    .regex(/^(\d{1,5}x\d{1,5})?$/, "This is not a size such as 1280x720.")
    .nullish(),
  alt: z.string().overwrite(onOneLine).trim().max(ALT_LENGTH, `At most ${ALT_LENGTH} characters fit here.`).nullish(),
  ...AboutExpert,
});

/** Saves an image to the library. Throws "invalid", and the errors of `imageFromDataUrl`. */
export async function saveImage(editor: Editor, input: unknown, { origin }: { origin: string }): Promise<LibraryImage> {
  const savedImage = parse(SavedImage, input);
  const id = await findOrStoreImage(editor, savedImage.imageUrl, origin);
  return db.transaction().execute(async (tx) => {
    const image = await storeDescription(tx, await findImageRow(tx, id), savedImage);
    const now = new Date().toISOString();
    const expertFields = await expertOf(tx, savedImage);
    const row = { imageId: id, ...expertFields, size: savedImage.size ?? "", createdAt: now, createdBy: editor.id };
    const { savedRow, isNew } = await saveToLibrary(tx, row, image.prompt);
    if (isNew) await auditImage(tx, editor, "library image saved", image);
    return imageView(image, { ...savedRow, savedAt: savedRow.createdAt });
  });
}

async function findOrStoreImage(editor: Editor, imageUrl: string, origin: string): Promise<string> {
  if (/^data:/i.test(imageUrl))
    return (await imageFromDataUrl(editor, imageUrl, { name: "Library image", origin: "record" })).id;
  const id = imageIdIn(storedAddress(imageUrl, env.SITE_URL ? [origin, env.SITE_URL] : [origin]));
  if (!id) throw new AppError("invalid", NOT_STORED_HERE, { imageUrl: NOT_STORED_HERE });
  return id;
}

async function findImageRow(tx: Queryable, id: string): Promise<ImageRow> {
  const row = await tx.selectFrom("images").selectAll().where("id", "=", id).executeTakeFirst();
  if (row) return row;
  const message = "This image is not stored here, or was deleted.";
  throw new AppError("invalid", message, { imageUrl: message });
}

async function storeDescription(
  tx: Queryable,
  image: ImageRow,
  details: z.output<typeof SavedImage>,
): Promise<ImageRow> {
  const { prompt, provider, model } = image;
  const isGenerated = image.origin === "generated";
  const description = {
    prompt: (isGenerated && prompt) || details.imagePrompt || prompt,
    provider: (isGenerated && provider) || details.provider || provider,
    model: (isGenerated && model) || details.model || model,
    alt: details.alt || image.alt,
  };
  if ((Object.keys(description) as (keyof typeof description)[]).every((field) => description[field] === image[field]))
    return image;
  const update = tx.updateTable("images").set(description).where("id", "=", image.id).returningAll();
  const row = await update.executeTakeFirstOrThrow();
  await indexImage(tx, row);
  return row;
}

/** Returns an image of the library and the other places that use it. Throws "missing". */
export async function findLibraryImage(
  _editor: Editor,
  id: string,
): Promise<LibraryImage & { usedIn: ImageUse[]; usedInMore: boolean }> {
  const row = await readDb
    .selectFrom("libraryImages")
    .innerJoin("images", "images.id", "libraryImages.imageId")
    .selectAll("images")
    .select(["libraryImages.size", "libraryImages.expertName", "libraryImages.createdAt as savedAt"])
    .where("libraryImages.imageId", "=", id)
    .executeTakeFirst();
  if (!row) throw new AppError("missing", "This image is not in the library, or was deleted.");
  const [uses] = await usesOf([id]);
  const usedIn = (uses?.places ?? []).filter(({ kind }) => kind !== "library");
  return { ...imageView(row, row), usedIn, usedInMore: uses?.hasMore ?? false };
}

/** Deletes images of the library with their files, and returns their number. Throws "invalid" without a choice, "missing". */
export async function deleteLibraryImages(editor: Editor, input: unknown): Promise<number> {
  const { ids, force } = parse(Selection, input);
  const { files, count } = await db.transaction().execute(async (tx) => {
    const rows = await tx.selectFrom("libraryImages").select("imageId").where("imageId", "in", ids).execute();
    if (rows.length === 0) throw new AppError("missing", "This image is not in the library, or was deleted.");
    const files: string[] = [];
    for (const { imageId } of rows)
      files.push(...(await deleteImageWithin(tx, editor, imageId, { force, ignoredKinds: ["library"] })));
    return { files, count: rows.length };
  });
  await removeFiles(files);
  return count;
}

/** Returns a stored image as PNG. Throws "missing", also if its file is gone. */
export async function imageAsPng(_editor: Editor, id: string): Promise<Uint8Array> {
  const row = await readDb.selectFrom("images").select("url").where("id", "=", id).executeTakeFirst();
  const file = row && (await openFile(row.url.replace("/uploads/", "")));
  if (!file) throw new AppError("missing", "This image is not stored here, or was deleted.");
  const bytes = await buffer(file.stream);
  return toPng(async () => bytes);
}

function auditImage(tx: Queryable, editor: Editor, action: string, { id, name, prompt }: ImageRow): Promise<void> {
  const subjectName = excerptOf(prompt, PROMPT_EXCERPT) || name;
  return audit(tx, editor, { action, subjectKind: "library", subjectId: id, subjectName });
}
