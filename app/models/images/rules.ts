/** What a picture may be (admin-side.md §5). Shared: with scripts the browser says so before anything is sent. */

/** In bytes. Exactly so many are accepted. */
export const MOST_BYTES = 5 * 1024 * 1024;

export const TOO_LARGE = "File size must be less than 5MB";

/** For the `accept` of file inputs: a hint only, the server looks into the file. */
export const ACCEPTED = "image/png,image/jpeg,image/webp";

/** The most files that one form without scripts carries; with scripts each goes by itself. */
export const MOST_FILES = 20;

/** The longest description of a picture, in characters. */
export const ALT_LENGTH = 300;

/** The fields of a record that hold pictures. */
export const IMAGE_FIELDS = ["imageUrl", "longevityInterviewImageUrl", "productImageUrl"] as const;
export type ImageField = (typeof IMAGE_FIELDS)[number];
