/** Pictures that a file names and this site does not have: an export has no picture files, they come with a backup. */

import { IMAGE_FIELDS } from "~/models/images/rules";
import { hasFile } from "~/services/storage.server";

const UPLOADS = "/uploads/";

/** Whether a text is the address of an upload whose file is not here. */
export function isMissing(address: unknown): boolean {
  return typeof address === "string" && address.startsWith(UPLOADS) && !hasFile(address.slice(UPLOADS.length));
}

/** A record without pictures that would be shown broken, and a sentence about them; "" where there are none. */
export function withoutMissingPictures<T extends object>(record: T): { record: T; missing: string } {
  const missing = IMAGE_FIELDS.filter((field) => isMissing((record as Record<string, unknown>)[field]));
  if (missing.length === 0) return { record, missing: "" };
  const kept = Object.entries(record).filter(([field]) => !missing.includes(field as (typeof missing)[number]));
  return { record: Object.fromEntries(kept) as T, missing: sentence(missing.length) };
}

/** A Markdown text without missing pictures, and how many they were. */
export function withoutMissingImages(markdown: string): { text: string; missing: number } {
  let missing = 0;
  const text = markdown.replace(/!\[[^\]\n]*\]\((\/uploads\/[^)\s]+)[^)\n]*\)/g, (image, address) => {
    if (!isMissing(address)) return image;
    missing++;
    return "";
  });
  return { text, missing };
}

/** What is said of a record that comes without some of its pictures. */
export function sentence(count: number): string {
  return count === 1 ? "Its picture file is not here." : `${count} of its picture files are not here.`;
}
