/** Reads what providers report about an answer. Amounts that no answer can have would spoil the sums of a month. */

const MAX_TOKENS = 100_000_000;
const MAX_COST_USD = 10_000;

/** Returns a reported number of tokens; null if it is no possible one. */
export function tokenCount(value: unknown): number | null {
  return Number.isInteger(value) && isBetween(value as number, MAX_TOKENS) ? (value as number) : null;
}

/** Returns a reported cost in US dollars; null if it is no possible one. */
export function reportedCost(value: unknown): number | null {
  return typeof value === "number" && isBetween(value, MAX_COST_USD) ? value : null;
}

function isBetween(value: number, max: number): boolean {
  return value >= 0 && value <= max;
}
