/** Which hostile strings are sent, in an order that a seed repeats: those of the corpus in turn, and random ones between them. */
import fc from "fast-check";
import { CORPUS, MARK_CALL } from "./corpus";

/** The text as UTF-8 can hold it: half characters become U+FFFD. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, "\ufffd");
}

export interface Strings {
  /** The next string: every corpus string comes once before any comes again, every third is a random one. */
  next(): string;
  /** As `next`, of at most so many characters. */
  upTo(length: number): string;
  /** A whole number from 0 up to, without, `end`. */
  below(end: number): number;
}

/** Random strings of every kind that fast-check makes, also with a mark of ours in them. */
const random = fc.oneof(
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.string({ unit: "grapheme", maxLength: 300 }),
  fc.string({ unit: "grapheme-composite", maxLength: 300 }),
  fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)), maxLength: 100 }),
  fc.string({ unit: fc.constantFrom(..."<>\"'&/\\=`;:()[]{}*_~#|!-+%$?^.,\n\r\t \u0000aé\u0301"), maxLength: 120 }),
  fc.string({
    unit: fc.constantFrom("<", ">", "</", "<!--", "<svg", " onload=", `${MARK_CALL}(1)`, '"', "'", "]]>", "&lt;", "a"),
    maxLength: 30,
  }),
  fc.json({ maxDepth: 4 }),
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
  fc.webUrl({ validSchemes: ["javascript", "data", "file", "ftp"] }),
  fc.emailAddress(),
  fc.ipV6(),
  fc.double().map(String),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.base64String({ maxLength: 200 }),
  fc.lorem({ maxCount: 20 }),
);

/** @param seed the same seed gives the same strings in the same order. */
export function makeStrings(seed: number): Strings {
  let batch: string[] = [];
  let batches = 0;
  let state = seed >>> 0 || 1;
  const below = (end: number) => {
    // Marsaglia's xorshift.
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % end;
  };
  let deck: string[] = [];
  let count = 0;
  const fromCorpus = () => {
    if (deck.length === 0) {
      deck = [...CORPUS];
      for (let at = deck.length - 1; at > 0; at--) {
        const other = below(at + 1);
        [deck[at], deck[other]] = [deck[other] as string, deck[at] as string];
      }
    }
    return deck.pop() as string;
  };
  const fromNowhere = () => {
    if (batch.length === 0) batch = fc.sample(random, { seed: seed + batches++, numRuns: 500 });
    return batch.pop() as string;
  };
  const next = () => (++count % 3 === 0 ? fromNowhere() : fromCorpus());
  return {
    next,
    upTo(length) {
      for (;;) {
        const text = next();
        if (text.length <= length) return text;
      }
    },
    below,
  };
}
