const ENGLISH = new Intl.NumberFormat("en");

/** A number as English writes it: 1,234,567. */
export function formatNumber(number: number): string {
  return ENGLISH.format(number);
}

/** Returns how many a search found, "10,000+" above the number that searches count. */
export function foundCount(total: number): string {
  return total > MAX_COUNTED ? `${formatNumber(MAX_COUNTED)}+` : formatNumber(total);
}

const MAX_COUNTED = 10_000;
