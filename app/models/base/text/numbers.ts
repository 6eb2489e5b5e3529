const ENGLISH = new Intl.NumberFormat("en");

/** Formats a number in English: 1,234,567. */
export function formatNumber(number: number): string {
  return ENGLISH.format(number);
}

/** Formats the number of results; "10,000+" above the number that searches count. */
export function formatResultCount(total: number): string {
  return total > MAX_COUNTED ? `${formatNumber(MAX_COUNTED)}+` : formatNumber(total);
}

const MAX_COUNTED = 10_000;
