import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { onOneLine } from "~/models/base/text/content-text";
import { storeImageOnce } from "~/models/records/images/images.server";
import { ALT_LENGTH } from "~/models/records/images/rules";
import type { SentFile } from "~/services/storage.server";
import { type StoredImage, toNewImage, toStoredImage } from "./admin-list.server";

/** Stores an uploaded image. Throws "invalid" without a file or for a long `alt`. */
export async function uploadImage(editor: Editor, file: SentFile | undefined, sentAlt = ""): Promise<StoredImage> {
  if (!file) throw new AppError("invalid", "Please choose an image.", { file: "Please choose an image." });
  const alt = onOneLine(sentAlt).trim();
  if (alt.length > ALT_LENGTH) {
    const message = `At most ${ALT_LENGTH} characters fit here.`;
    throw new AppError("invalid", message, { alt: message });
  }
  const { row, isNew } = await storeImageOnce(editor, file, { name: file.name, origin: "upload", alt });
  return isNew ? toNewImage(row) : toStoredImage(row);
}

export interface UploadResult {
  name: string;
  /** The stored image, or null if the file was refused. */
  image: StoredImage | null;
  message: string;
}

/** Stores the valid files, and returns a result for each file. Throws "invalid" without files. */
export async function uploadImages(editor: Editor, files: SentFile[]): Promise<UploadResult[]> {
  if (files.length === 0) throw new AppError("invalid", "Please choose at least one image.");
  const results: UploadResult[] = [];
  for (const file of files) {
    try {
      results.push({ name: file.name, image: await uploadImage(editor, file), message: "" });
    } catch (error) {
      if (!(error instanceof AppError) || error.problem === "unavailable" || error.problem === "full") throw error;
      results.push({ name: file.name, image: null, message: error.message });
    }
  }
  return results;
}
