const ENGLISH_FORMAT = new Intl.NumberFormat("en");

/** Formats a number in English: 1,234,567. */
export function formatNumber(number: number): string {
  return ENGLISH_FORMAT.format(number);
}

/** Returns a number with its noun: "1 submission is", "1,204 submissions are". */
export function countNoun(count: number, singular: string, plural: string): string {
  return `${formatNumber(count)} ${count === 1 ? singular : plural}`;
}

/** Formats the number of results; "10,000+" above the number that searches count. */
export function formatResultCount(total: number): string {
  return total > MAX_COUNTED ? `${formatNumber(MAX_COUNTED)}+` : formatNumber(total);
}

const MAX_COUNTED = 10_000;
