import { ownImage } from "~/models/base/web/urls";
import { checkFiles, filesAreLocal, hasFile } from "~/services/storage.server";

const UPLOADS_PATH = "/uploads/";

/** Tells whether the file of a stored image is missing. */
export function isMissing(address: unknown): boolean {
  return (
    typeof address === "string" && address.startsWith(UPLOADS_PATH) && !hasFile(address.slice(UPLOADS_PATH.length))
  );
}

/** Finds the images of a record that are missing. Call it before the other functions of this module. */
export async function lookForImages(record: unknown): Promise<void> {
  if (filesAreLocal) return;
  const addresses = JSON.stringify(record ?? null).matchAll(/\/uploads\/([0-9a-z]{2}\/[\w.-]{1,100})/g);
  await checkFiles(Array.from(addresses, ([, name]) => name as string));
}

/** Returns an image of this site whose file exists, otherwise null. */
export function shownImage(address: string | null | undefined): string | null {
  const image = ownImage(address);
  return isMissing(image) ? null : image;
}

/** Removes missing images from a record, and returns a sentence about them, or "". */
export function withoutMissingImages<T extends object>(record: T): { record: T; missing: string } {
  const entries = Object.entries(record);
  const presentEntries = entries.filter(([, value]) => !isMissing(value));
  if (presentEntries.length === entries.length) return { record, missing: "" };
  return {
    record: Object.fromEntries(presentEntries) as T,
    missing: missingSentence(entries.length - presentEntries.length),
  };
}

/** Matches an image in Markdown with an optional title; no part reaches beyond the next bracket. */
const IMAGE = /!\[[^[\]\n]*\]\((\/uploads\/[^)\s[]+)(?:[^\S\n][^)\n[]*)?\)/g;

export function textWithoutMissingImages(markdown: string): { text: string; missing: number } {
  let missingCount = 0;
  const text = markdown.replace(IMAGE, (image, address) => {
    if (!isMissing(address)) return image;
    missingCount++;
    return "";
  });
  return { text, missing: missingCount };
}

function missingSentence(count: number): string {
  return count === 1 ? "Its image file is not here." : `${count} of its image files are not here.`;
}
