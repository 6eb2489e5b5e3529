const ENGLISH = new Intl.NumberFormat("en");

/** A number as English writes it: 1,234,567. */
export function thousands(number: number): string {
  return ENGLISH.format(number);
}
