/** Random numbers that are the same in every run, for made-up records. */
export interface Random {
  integer(min: number, max: number): number;
  pick<T>(items: readonly T[]): T;
  /** Returns `count` different items in random order; all of them if there are fewer. */
  sample<T>(items: readonly T[], count: number): T[];
  chance(percent: number): boolean; // True in about `percent` of 100 calls
}

/** Returns a mulberry32 generator for an integer seed, which is multiplied by the golden ratio's bits. */
export function seededRandom(seed: number): Random {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  const nextNumber = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (min: number, max: number) => min + Math.floor(nextNumber() * (max - min + 1));
  const sample = <T>(items: readonly T[], count: number): T[] => {
    const remainingItems = [...items];
    const sampledItems: T[] = [];
    while (sampledItems.length < count && remainingItems.length)
      sampledItems.push(...remainingItems.splice(integer(0, remainingItems.length - 1), 1));
    return sampledItems;
  };
  return {
    integer,
    sample,
    pick: (items) => items[integer(0, items.length - 1)]!,
    chance: (percent) => nextNumber() * 100 < percent,
  };
}
