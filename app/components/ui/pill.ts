/** The utilities of a small rounded link or button: a category, a filter, a tag. */
export const PILL = "inline-block rounded-full border bg-surface px-3 py-1 text-sm text-ink";
