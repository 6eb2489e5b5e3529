import { readFile } from "node:fs/promises";
import { db, type ImageRow, indexImage, type Queryable, readDb } from "~/db.server";
import { env } from "~/env.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { audit } from "~/models/base/audit/audit.server";
import { newId } from "~/models/base/input/ids.server";
import { keepsStoredImage, storedAddress, storedImageUrl } from "~/models/base/uploads/address";
import { IMAGE_FIELDS, type ImageField } from "~/models/records/experts/fields";
import { MAX_GENERATED_BYTES } from "~/services/ai-providers";
import type { SentFile } from "~/services/storage.server";
import { placeFiles, removeFiles, withIncoming, writeIncoming } from "~/services/storage.server";
import { creditsOf, type NewCredit, proposeCredit, writeCredit } from "./credits.server";
import { type ProcessedImage, processImage, type Size } from "./process.server";
import { MAX_BYTES, TOO_LARGE } from "./rules";
import { UPLOAD_FIELDS } from "./upload-licences";
import { creditFor, UploadCredit } from "./upload-licences.server";

export interface ImageInfo {
  /** The name, cut to 200 characters. */
  name: string;
  origin: ImageRow["origin"];
  alt?: string;
  prompt?: string;
  provider?: string;
  model?: string;
  /** Crops the image to this size. */
  size?: Size;
  /** The credit, stored with the image in one transaction. */
  credit?: NewCredit;
}

/** Stores an image of at most `maxBytes` bytes once per content, outside any transaction. Throws AppError. */
export async function storeImage(
  editor: Editor | null,
  image: Uint8Array | SentFile,
  info: ImageInfo,
  maxBytes?: number,
): Promise<ImageRow> {
  return (await storeImageOnce(editor, image, info, maxBytes)).row;
}

/** Works like `storeImage`, and tells whether the image is new: then nothing uses it yet. */
export async function storeImageOnce(
  editor: Editor | null,
  image: Uint8Array | SentFile,
  info: ImageInfo,
  maxBytes = info.origin === "generated" ? MAX_GENERATED_BYTES : MAX_BYTES,
): Promise<StoredImage> {
  const readBytes = async () => (image instanceof Uint8Array ? image : readFile(image.path));
  const isGenerated = info.origin === "generated";
  if (image instanceof Uint8Array ? image.byteLength > maxBytes : image.tooLarge)
    throw new AppError("tooLarge", TOO_LARGE);
  const id = newId();
  const contentHash = await sha256(
    isGenerated ? Buffer.concat([Buffer.from(id), await readBytes()]) : await readBytes(),
  );
  const existingImage = await findByContent(readDb, contentHash);
  const { credit } = info;
  if (existingImage && credit)
    await db.transaction().execute((tx) => writeOrProposeCredit(tx, editor, existingImage.id, credit));
  if (existingImage) return { row: existingImage, isNew: false };

  const processedImage = await processImage(readBytes, id, info.size);
  return withIncoming(async (folder) => {
    const files: { name: string; from: string }[] = [];
    for (const { name, bytes } of processedImage.files) files.push({ name, from: await writeIncoming(folder, bytes) });
    await placeFiles(files);
    return insertImage(
      editor,
      toRow(id, processedImage, info, contentHash, editor),
      files.map(({ name }) => name),
      credit,
    );
  });
}

interface StoredImage {
  row: ImageRow;
  isNew: boolean;
}

async function insertImage(
  editor: Editor | null,
  values: Omit<ImageRow, "rowId">,
  files: string[],
  credit: NewCredit | undefined,
): Promise<StoredImage> {
  let isCommitted = false;
  try {
    return await db.transaction().execute(async (tx) => {
      const insertedRow = await insertRow(tx, values);
      const row = insertedRow ?? ((await findByContent(tx, values.contentHash)) as ImageRow);
      if (credit) await writeOrProposeCredit(tx, editor, row.id, credit);
      if (!insertedRow) return { row, isNew: false };
      await indexImage(tx, row);
      const subject = { subjectKind: "image", subjectId: row.id, subjectName: row.name } as const;
      if (editor) await audit(tx, editor, { action: "image stored", ...subject });
      isCommitted = true;
      return { row, isNew: true };
    });
  } finally {
    // Leaves the files if the commit did not answer, because it may have happened: housekeeping decides after an hour.
    if (!isCommitted) await removeFiles(files);
  }
}

/** Stores a credit. A credit from Wikimedia Commons is only replaced by another one from there. */
async function writeOrProposeCredit(
  tx: Queryable,
  editor: Editor | null,
  imageId: string,
  credit: NewCredit,
): Promise<void> {
  if (!editor) return proposeCredit(tx, imageId, credit);
  if (credit.file || !(await creditsOf([imageId], tx)).get(imageId)?.file) await writeCredit(tx, imageId, credit);
}

async function sha256(bytes: Uint8Array): Promise<string> {
  return Buffer.from(await crypto.subtle.digest("SHA-256", bytes as BufferSource)).toString("hex");
}

async function findByContent(tx: Queryable, contentHash: string): Promise<ImageRow | undefined> {
  return tx.selectFrom("images").selectAll().where("contentHash", "=", contentHash).executeTakeFirst();
}

/** Inserts the row; returns undefined if another request stored the same image. */
async function insertRow(tx: Queryable, row: Omit<ImageRow, "rowId">): Promise<ImageRow | undefined> {
  return tx
    .insertInto("images")
    .values(row)
    .onConflict((conflict) => conflict.column("contentHash").doNothing())
    .returningAll()
    .executeTakeFirst();
}

function toRow(
  id: string,
  { width, height, files }: ProcessedImage,
  { name, alt = "", size: _size, credit: _credit, ...info }: ImageInfo,
  contentHash: string,
  editor: Editor | null,
): Omit<ImageRow, "rowId"> {
  return {
    prompt: "",
    provider: "",
    model: "",
    ...info,
    id,
    url: storedImageUrl(id, { width, height }),
    name:
      name
        .replace(/\p{Cc}/gu, "")
        .slice(0, 200)
        .replace(/\p{Cs}/gu, "") || "Image",
    alt,
    width,
    height,
    bytes: files.reduce((sum, file) => sum + file.bytes.byteLength, 0),
    files: JSON.stringify(files.map(({ name, width, height, type }) => ({ name, width, height, type }))),
    contentHash,
    createdAt: new Date().toISOString(),
    createdBy: editor?.id ?? null,
  };
}

/** Stores the image of a data URL, whose type is detected from the bytes. Throws the errors of `storeImage`. */
export async function imageFromDataUrl(editor: Editor | null, text: string, info: ImageInfo): Promise<ImageRow> {
  const [prefix] = /^data:[^,]{0,200};base64,/i.exec(text) ?? [];
  if (!prefix) throw new AppError("invalid", "This image could not be read. Please choose it again.");
  if ((text.length - prefix.length) * 0.75 > MAX_BYTES + 2) throw new AppError("tooLarge", TOO_LARGE);
  return storeImage(editor, Buffer.from(text.slice(prefix.length), "base64"), info);
}

/** Stores data URLs and turns this site's addresses into paths, outside any transaction. */
export async function withStoredImages<T extends Partial<Record<ImageField, unknown>>>(
  editor: Editor,
  record: T,
  { storedRecord, origin }: { storedRecord?: Partial<Record<ImageField, string>>; origin: string },
): Promise<T> {
  const recordWithPaths: T = { ...record };
  for (const field of IMAGE_FIELDS) {
    const value = record[field];
    if (typeof value !== "string") continue;
    (recordWithPaths as Record<string, unknown>)[field] = await withFieldError(field, async () => {
      if (keepsStoredImage(value)) return storedRecord?.[field] ?? "";
      if (!/^\s*data:/i.test(value)) return storedAddress(value, siteOrigins(origin));
      return (await imageFromDataUrl(editor, value.trim(), { name: nameFor(record, field), origin: "record" })).url;
    });
  }
  return recordWithPaths;
}

/**
 * Stores a form's files and sets their addresses in `values`, outside any transaction. A portrait needs its author and
 * licence, unless an editor sends it. Throws the errors of `storeImage`, and "invalid" for author and licence.
 */
export async function imagesFromForm(
  editor: Editor | null,
  values: Record<string, string | string[]>,
  files: SentFile[],
  { origin }: { origin: string },
): Promise<void> {
  for (const field of IMAGE_FIELDS) {
    const file = files.find((file) => file.field === `${field}File`);
    if (file) {
      const credit = field === "imageUrl" ? creditIn(values, { isRequired: editor === null }) : undefined;
      const row = await withFieldError(field, () =>
        storeImage(editor, file, { name: file.name, origin: "upload", credit }),
      );
      values[field] = row.url;
    } else if (values[`${field}Stored`]) values[field] = values[`${field}Stored`] as string;
    else if (values[`${field}Remove`]) values[field] = "";
    else if (typeof values[field] === "string")
      values[field] = storedAddress(values[field] as string, siteOrigins(origin));
    delete values[`${field}Remove`];
    delete values[`${field}Stored`];
  }
}

/** Reads the credit of a portrait from a form. Throws "invalid". */
function creditIn(values: Record<string, unknown>, { isRequired }: { isRequired: boolean }): NewCredit | undefined {
  const licence = values[UPLOAD_FIELDS.licence];
  if (!licence && !isRequired) return undefined;
  const fields = { licence, author: values[UPLOAD_FIELDS.author], permission: values[UPLOAD_FIELDS.permission] };
  const { data, error } = UploadCredit.safeParse(fields);
  if (data) return creditFor(data);
  const [problem] = error.issues;
  const field = UPLOAD_FIELDS[(problem?.path[0] ?? "licence") as keyof typeof UPLOAD_FIELDS];
  const message = problem?.message ?? "";
  throw new AppError("invalid", message, { [field]: message });
}

async function withFieldError<T>(field: ImageField, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.problem === "unavailable" || error.problem === "full") throw error;
    throw new AppError(error.problem, error.message, { [field]: error.message });
  }
}

function siteOrigins(origin: string): string[] {
  return env.SITE_URL ? [origin, env.SITE_URL] : [origin];
}

const LABELS: Record<ImageField, string> = {
  imageUrl: "photo",
  longevityInterviewImageUrl: "interview",
  productImageUrl: "product",
};

function nameFor(record: object, field: ImageField): string {
  const { name } = record as { name?: unknown };
  return typeof name === "string" && name.trim() ? `${name.trim()}, ${LABELS[field]}` : LABELS[field];
}
