/** Images whose files are not here, e.g. after an import: an export has no files. */
import { ownImage } from "~/models/experts/texts";
import { hasFile } from "~/services/storage.server";
import { IMAGE_FIELDS } from "./rules";

const UPLOADS = "/uploads/";

/** Whether a text is the address of a stored image whose file is not here. */
export function isMissing(address: unknown): boolean {
  return typeof address === "string" && address.startsWith(UPLOADS) && !hasFile(address.slice(UPLOADS.length));
}

/** The image to show on a page: of this site (see `ownImage`) and with its file; else null. */
export function shownImage(address: string | null | undefined): string | null {
  const image = ownImage(address);
  return isMissing(image) ? null : image;
}

/** A record without the images that would be shown broken, and a sentence about them; "" where there are none. */
export function withoutMissingImages<T extends object>(record: T): { record: T; missing: string } {
  const missing = IMAGE_FIELDS.filter((field) => isMissing((record as Record<string, unknown>)[field]));
  if (missing.length === 0) return { record, missing: "" };
  const kept = Object.entries(record).filter(([field]) => !missing.includes(field as (typeof missing)[number]));
  return { record: Object.fromEntries(kept) as T, missing: missingSentence(missing.length) };
}

export function textWithoutMissingImages(markdown: string): { text: string; missing: number } {
  let missing = 0;
  const text = markdown.replace(/!\[[^\]\n]{0,500}\]\((\/uploads\/[^)\s]{1,100})[^)\n]{0,500}\)/g, (image, address) => {
    if (!isMissing(address)) return image;
    missing++;
    return "";
  });
  return { text, missing };
}

export function missingSentence(count: number): string {
  return count === 1 ? "Its image file is not here." : `${count} of its image files are not here.`;
}
