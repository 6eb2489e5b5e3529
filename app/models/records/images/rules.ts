export const MAX_BYTES = 5 * 1024 * 1024;

export const TOO_LARGE = "File size must be less than 5MB";

/** Fewest pixels of the shorter side of a portrait or of an article's image; refuses icons and pixels that count visits. */
export const MIN_SIDE = 48;

export const ACCEPTED = "image/png,image/jpeg,image/webp";

export const MAX_FILES = 20;

/** Most characters. */
export const ALT_LENGTH = 300;

export const IMAGE_LABELS = { alt: "Alternative text" };
