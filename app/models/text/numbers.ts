const ENGLISH = new Intl.NumberFormat("en");

/** A number as English writes it: 1,234,567. */
export function thousands(number: number): string {
  return ENGLISH.format(number);
}

/** How many a search found, "10,000+" above the number that searches count. */
export function foundCount(total: number): string {
  return total > MAX_COUNTED ? `${thousands(MAX_COUNTED)}+` : thousands(total);
}

const MAX_COUNTED = 10_000;
