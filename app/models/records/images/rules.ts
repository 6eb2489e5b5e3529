export const MAX_BYTES = 5 * 1024 * 1024;

export const TOO_LARGE = "File size must be less than 5MB";

export const ACCEPTED_TYPES = "image/png,image/jpeg,image/webp";

export const MAX_FILES = 20;

/** The limit of characters. */
export const ALT_LENGTH = 300;

export const IMAGE_LABELS = { alt: "Alternative text" };
