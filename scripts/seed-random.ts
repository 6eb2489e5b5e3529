/** A source of numbers that look random and are the same in every run: what made-up people are drawn from. */
export interface Draw {
  /** A whole number from `min` to `max`, both possible. */
  number(min: number, max: number): number;
  /** One of the items. */
  one<T>(items: readonly T[]): T;
  /** `count` different items, in an order of their own; all of them when there are fewer. */
  some<T>(items: readonly T[], count: number): T[];
  /** True in about `percent` of 100 calls. */
  chance(percent: number): boolean;
}

/** The draws that belong to `seed`, a whole number: the algorithm is mulberry32, started from a mixed seed. */
export function drawFrom(seed: number): Draw {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const number = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  const some = <T>(items: readonly T[], count: number): T[] => {
    const left = [...items];
    const drawn: T[] = [];
    while (drawn.length < count && left.length) drawn.push(...left.splice(number(0, left.length - 1), 1));
    return drawn;
  };
  return {
    number,
    some,
    one: (items) => items[number(0, items.length - 1)]!,
    chance: (percent) => next() * 100 < percent,
  };
}
