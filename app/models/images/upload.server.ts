/** Pictures that an admin uploads, one by one or many with a form (decision D69). */
import { AppError } from "~/errors";
import type { Admin } from "~/models/accounts/admin.server";
import type { SentFile } from "~/services/storage.server";
import { type StoredImage, toStoredImage } from "./admin-list.server";
import { storeImage } from "./images.server";
import { ALT_LENGTH } from "./rules";

/**
 * Stores the picture that came with a form.
 *
 * @throws AppError "invalid" without one or with too long an `alt`, and what `storeImage` throws.
 */
export async function uploadImage(admin: Admin, file: SentFile | undefined, alt = ""): Promise<StoredImage> {
  if (!file) throw new AppError("invalid", "Please choose a picture.", { file: "Please choose a picture." });
  if (alt.length > ALT_LENGTH) {
    const message = `At most ${ALT_LENGTH} characters fit here.`;
    throw new AppError("invalid", message, { alt: message });
  }
  return toStoredImage(await storeImage(admin, file, { name: file.name, origin: "upload", alt: alt.trim() }));
}

/** What became of one of several files. */
export interface UploadResult {
  name: string;
  /** null when it was refused. */
  image: StoredImage | null;
  /** Why it was refused; "" when it was stored. */
  message: string;
}

/**
 * Stores what can be stored of several files, and says of each what became of it.
 *
 * @throws AppError "invalid" without any file, "unavailable" when the disk takes nothing more.
 */
export async function uploadImages(admin: Admin, files: SentFile[]): Promise<UploadResult[]> {
  if (files.length === 0) throw new AppError("invalid", "Please choose at least one picture.");
  const results: UploadResult[] = [];
  for (const file of files) {
    try {
      results.push({ name: file.name, image: await uploadImage(admin, file), message: "" });
    } catch (error) {
      if (!(error instanceof AppError) || error.problem === "unavailable" || error.problem === "full") throw error;
      results.push({ name: file.name, image: null, message: error.message });
    }
  }
  return results;
}
