/** A sentence and a quote, laid beside each other. */
import { ABOUT, LESS_THAN, MORE_THAN } from "./lexicon";
import { type Index, type Match, matchOf } from "./match.server";
import type { Token } from "./tokens.server";

/** A word of the sentence that says something, and where the quote has it. */
export interface Word {
  at: number;
  token: Token;
  weight: number;
  match: Match;
  /** It stands in the part of the quote that fits best. */
  isNear: boolean;
}

export interface Pair {
  claim: Index;
  quote: Index;
  words: Word[];
  /** The sentences of the quote that have most of the claim: the first, and the one after the last. */
  window: [from: number, to: number];
  /** Whether a token of the quote stands in them. */
  isInWindow(at: number): boolean;
  /** From 0 to 1. */
  score: number;
  isPerson(token: Token): boolean;
}

const MOST_WORDS = 150;
/** What a wider part of the quote costs: what stands together is more likely to belong together. */
const SENTENCE_COSTS = [0, 0.02, 0.05];
const WHOLE_COSTS = 0.1;
/** Of a name that stands in the quote, but not in this part of it. */
const CARRIED_NAME = 0.9;
/** Tokens. */
const CLOSE = 8;

export function pairOf(claim: Index, quote: Index, person: Set<string>): Pair {
  const isPerson = (token: Token) => person.has(token.stem);
  const words = claim.tokens
    .map((token, at) => ({ at, token, weight: token.weight, match: EMPTY, isNear: false }))
    .filter(({ weight }) => weight > 0)
    .slice(0, MOST_WORDS)
    .map((word) => ({ ...word, match: isPerson(word.token) ? CERTAIN : found(word, claim, quote) }));
  lightenFirstNames(words, claim);
  const { window, covered } = bestWindow(words, quote);
  const isInWindow = (at: number) => {
    const sentence = quote.tokens[at]?.sentence ?? -1;
    return sentence >= window[0] && sentence < window[1];
  };
  for (const word of words) word.isNear = word.match === CERTAIN || word.match.at.some(isInWindow);
  return { claim, quote, words, window, isInWindow, score: covered * (0.8 + 0.2 * closeness(words)), isPerson };
}

function found({ token, at }: Word, claim: Index, quote: Index): Match {
  const match = matchOf(token, quote, claim);
  return match.level > 0 || token.number === null ? match : roundedMatch(token, at, claim, quote);
}

/** "Over 300" may stand for 312, "about 30" for 29.7, "the 1990s" for 1994. */
function roundedMatch(token: Token, at: number, claim: Index, quote: Index): Match {
  const before = claim.tokens.slice(Math.max(0, at - 3), at).map(({ word }) => word);
  const number = token.number as number;
  const [isBelow, isAbove, isAbout] = [LESS_THAN, MORE_THAN, ABOUT].map((set) => before.some((word) => set.has(word)));
  const isDecade = token.stem.endsWith("s");
  const fits = ({ number: value, isYear }: Token) => {
    if (value === null) return false;
    if (isDecade) return Math.floor(value / 10) * 10 === number;
    if (isYear || token.isYear) return false;
    if (isAbove && value >= number && value <= number * 1.3) return true;
    if (isBelow && value <= number && value >= number * 0.75) return true;
    if (isAbout) return Math.abs(value - number) <= number * 0.08;
    return !Number.isInteger(value) && Math.round(value) === number;
  };
  const places = quote.tokens.flatMap((one, place) => (fits(one) ? place : []));
  return places.length > 0 ? { level: 0.95, at: places } : EMPTY;
}

const EMPTY: Match = { level: 0, at: [] };
/** Of the person whom the page is about. */
const CERTAIN: Match = { level: 1, at: [] };

/** Where the surname stands, a missing given name says little. */
function lightenFirstNames(words: Word[], { tokens }: Index): void {
  for (const [index, word] of words.entries()) {
    const next = words[index + 1];
    const isNext = next && next.at === word.at + 1 && tokens[next.at]?.isName;
    if (word.token.isName && word.match.level === 0 && isNext && next.match.level > 0) word.weight *= 0.25;
  }
}

function bestWindow(words: Word[], quote: Index): { window: [number, number]; covered: number } {
  const total = words.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return { window: [0, 1], covered: 0 };
  /** For each sentence of the quote, the words of the claim that it has. */
  const had = new Map<number, Set<number>>();
  let carried = 0;
  words.forEach(({ match, token, weight }, index) => {
    if (match === CERTAIN) carried += weight;
    if (match === CERTAIN || match.level === 0) return;
    if (token.isName) carried += CARRIED_NAME * match.level * weight;
    for (const at of match.at) {
      const { sentence = 0 } = quote.tokens[at] ?? {};
      const known = had.get(sentence);
      if (known) known.add(index);
      else had.set(sentence, new Set([index]));
    }
  });
  const worth = (index: number) => {
    const { match, weight, token } = words[index] as Word;
    return match.level * weight * (token.isName ? 1 - CARRIED_NAME : 1);
  };
  let best = { window: [0, 1] as [number, number], score: -1 };
  for (const first of had.keys()) {
    const seen = new Set<number>();
    let sum = carried;
    for (const [more, cost] of SENTENCE_COSTS.entries()) {
      for (const index of had.get(first + more) ?? []) {
        if (seen.has(index)) continue;
        seen.add(index);
        sum += worth(index);
      }
      const score = sum / total - cost;
      if (score > best.score) best = { window: [first, first + more + 1], score };
    }
  }
  const whole = words.reduce((sum, { match, weight }) => sum + match.level * weight, 0) / total - WHOLE_COSTS;
  if (whole > best.score) best = { window: [0, (quote.tokens.at(-1)?.sentence ?? 0) + 1], score: whole };
  return { window: best.window, covered: Math.max(0, Math.min(1, best.score)) };
}

/** Of the words that follow each other in the claim, the part that stands close together in the quote, too. */
function closeness(words: Word[]): number {
  let pairs = 0;
  let close = 0;
  for (let index = 1; index < words.length; index++) {
    const [one, other] = [words[index - 1] as Word, words[index] as Word];
    if (one.match.level === 0 || other.match.level === 0) continue;
    pairs++;
    if (one.match === CERTAIN || other.match === CERTAIN || areClose(one.match.at, other.match.at)) close++;
  }
  return pairs === 0 ? 0 : close / pairs;
}

/** Both are in order. */
function areClose(one: number[], other: number[]): boolean {
  let at = 0;
  for (const place of one) {
    while (at < other.length && (other[at] as number) < place - CLOSE) at++;
    if (at < other.length && Math.abs((other[at] as number) - place) <= CLOSE) return true;
  }
  return false;
}
