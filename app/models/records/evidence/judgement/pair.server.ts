/** A sentence and a quote, laid beside each other. */
import { ABOUT, LESS_THAN, MORE_THAN } from "./lexicon";
import { abbreviatedIn, type Index, type Match, matchOf } from "./match.server";
import { type Token, wordStem } from "./tokens.server";

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
  /** From 0 to 1: how much of the sentence stands together in the quote. */
  score: number;
  /** From 0 to 1: how well the quote fits, as a sum of several measures. */
  fit: number;
  /** From 0 to 1: the part of the sentence, by weight, that the sentences of the window have. */
  near: number;
  /** From 0 to 1: how far the sentence is in the words and the order of the quote, where a detail that differs tells more. */
  alike: number;
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
  matchAbbreviated(words, quote);
  lightenFirstNames(words, claim, quote);
  lightenSubject(words, quote);
  const { window, covered } = bestWindow(words, quote);
  const isInWindow = (at: number) => {
    const sentence = quote.tokens[at]?.sentence ?? -1;
    return sentence >= window[0] && sentence < window[1];
  };
  for (const word of words) word.isNear = word.match === CERTAIN || word.match.at.some(isInWindow);
  const measures = measuresOf(words, claim, quote);
  return {
    claim,
    quote,
    words,
    window,
    isInWindow,
    score: covered * (0.8 + 0.2 * closeness(words)),
    fit: Math.max(
      0,
      FIT.near * measures.near + FIT.close * measures.close + FIT.run * measures.run - FIT.gap * measures.gap,
    ),
    near: measures.near,
    alike: Math.max(0, Math.min(1, (measures.close * measures.near - 0.5) / 0.35)),
    isPerson,
  };
}

/**
 * What each measure counts, chosen on the pairs for tuning and on public ones that are not kept here (DECISIONS.md, 82),
 * and scaled so that a quote with everything has 1.
 */
const FIT = { near: 0.52, close: 0.39, run: 0.09, gap: 0.04 };

interface Measures {
  /** The part of the sentence, by weight, that the best two or three sentences of the quote have. */
  near: number;
  /** The part of neighbouring words whose places in the quote are neighbours, too. */
  close: number;
  /** How long the longest stretch is that stands in the quote word for word, of eight words. */
  run: number;
  /** The weight of the longest stretch of the sentence that the quote does not have. */
  gap: number;
}

/** Tokens. */
const NEIGHBOURS = 15;
/** Of a name, and of another word, that stands elsewhere in the quote. */
const NAME_FAR = 0.85;
const WORD_FAR = 0.3;
/** Words that the quote has make a stretch end. */
const ENDS_GAP = 0.6;
const WIDEST_GAP = 2;

function measuresOf(words: Word[], claim: Index, quote: Index): Measures {
  const total = words.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return { near: 0, close: 0, run: 0, gap: 0 };
  let [near, gap, widest] = [0, 0, 0];
  for (const { token, weight, match, isNear } of words) {
    const { level } = match;
    if (isNear) near += weight * level;
    const had = isNear ? level : level * (token.isName ? NAME_FAR : WORD_FAR);
    gap = Math.max(0, gap + weight * (1 - had) - ENDS_GAP * weight * had);
    widest = Math.max(widest, gap);
  }
  return {
    near: near / total,
    close: closePart(words, quote),
    run: longestRun(claim, quote) / LONGEST_RUN,
    gap: Math.min(widest, WIDEST_GAP) / 2,
  };
}

/** Words, small ones too, that follow each other in both: up to eight. */
const LONGEST_RUN = 8;
const MOST_STARTS = 60;

function longestRun({ tokens }: Index, quote: Index): number {
  let longest = 0;
  for (const [at, { stem }] of tokens.slice(0, MOST_WORDS * 2).entries())
    for (const place of (quote.byStem.get(stem) ?? []).slice(0, MOST_STARTS)) {
      let many = 1;
      while (many < LONGEST_RUN && tokens[at + many] && tokens[at + many]?.stem === quote.tokens[place + many]?.stem)
        many++;
      longest = Math.max(longest, many);
    }
  return longest;
}

function closePart(words: Word[], quote: Index): number {
  let [pairs, close] = [0, 0];
  for (let index = 1; index < words.length; index++) {
    const [one, other] = [words[index - 1] as Word, words[index] as Word];
    const weight = Math.min(one.weight, other.weight);
    pairs += weight;
    if (one.match.level === 0 || other.match.level === 0) continue;
    const isCertain = one.match === CERTAIN || other.match === CERTAIN;
    if (isCertain || areNeighbours(one.match.at, other.match.at, quote)) close += weight;
  }
  return pairs === 0 ? 0 : close / pairs;
}

/** Both are in order. */
function areNeighbours(one: number[], other: number[], { tokens }: Index): boolean {
  let first = 0;
  for (const place of one) {
    while (first < other.length && (other[first] as number) < place - NEIGHBOURS) first++;
    for (let at = first; at < other.length && (other[at] as number) <= place + NEIGHBOURS; at++)
      if (tokens[other[at] as number]?.sentence === tokens[place]?.sentence) return true;
  }
  return false;
}

function found({ token, at }: Word, claim: Index, quote: Index): Match {
  const match = matchOf(token, quote, claim);
  if (match.level > 0) return match;
  const [before, after] = [claim.tokens[at - 1], claim.tokens[at + 1]];
  if (token.number === null && before?.number && (token.stem === CENTURY || token.stem === DECADE))
    return roundedMatch(before, at - 1, claim, quote);
  if (token.number === null) return partOf(token, at, claim, quote);
  const rounded = roundedMatch(token, at, claim, quote);
  return rounded.level === 0 && after && PARTS.has(after.word) ? partOf(after, at + 1, claim, quote) : rounded;
}

/** "About half" may stand for 51 %, "two thirds" for 66.2 %, "more than half" for 60 %. */
function partOf({ word }: Token, at: number, claim: Index, quote: Index): Match {
  const part = PARTS.get(word) ?? 0;
  if (!part) return EMPTY;
  const many = claim.tokens[at - 1]?.number ?? 1;
  const percent = part < 50 ? part * Math.min(many, 4) : part;
  const isMore = claim.tokens.slice(Math.max(0, at - 3), at).some((one) => MORE_THAN.has(one.word));
  const fits = (value: number) =>
    Math.abs(value - percent) <= PART_WITHIN || (isMore && value > percent && value <= percent + PART_ABOVE);
  const places = quote.tokens.flatMap(({ number }, place) =>
    number !== null && quote.tokens[place + 1]?.word.startsWith("%") && fits(number) ? place : [],
  );
  return places.length > 0 ? { level: 0.9, at: places } : EMPTY;
}

/** In percent. */
const PARTS = new Map(
  Object.entries({ half: 50, third: 33.3, thirds: 33.3, quarter: 25, quarters: 25, fifth: 20, tenth: 10 }),
);
const PART_WITHIN = 8;
const PART_ABOVE = 25;

/** "Over 300" may stand for 312, "about 30" for 29.7, "the 1990s" for 1994, "the 20th century" for 1909, "three decades" for 30, "50 years" for five decades. */
function roundedMatch(token: Token, at: number, claim: Index, quote: Index): Match {
  const before = claim.tokens.slice(Math.max(0, at - 3), at).map(({ word }) => word);
  const number = token.number as number;
  const [isBelow, isAbove, isAbout] = [LESS_THAN, MORE_THAN, ABOUT].map((set) => before.some((word) => set.has(word)));
  const isDecade = token.stem.endsWith("s");
  const isCentury = claim.tokens[at + 1]?.stem === CENTURY;
  const isDecades = claim.tokens[at + 1]?.stem === DECADE;
  const isYears = claim.tokens[at + 1]?.stem === YEAR;
  const grain = grainOf(number);
  const fits = ({ number: value, isYear }: Token, place: number) => {
    if (value === null) return false;
    if (isDecades && value === 10 * number) return true;
    if (isYears && value === number / 10 && quote.tokens[place + 1]?.stem === DECADE) return true;
    if (isCentury) return isYear && Math.ceil(value / 100) === number;
    if (isDecade && number % 100 === 0 && quote.tokens[place + 1]?.stem === CENTURY) return value === number / 100 + 1;
    if (isDecade) return Math.floor(value / (number % 100 ? 10 : 100)) * (number % 100 ? 10 : 100) === number;
    if (token.isYear || (isYear && grain < 10)) return false;
    if (isAbove && value >= number && value <= number * 1.3) return true;
    if (isBelow && value <= number && value >= number * 0.75) return true;
    if (isAbout) return Math.abs(value - number) <= number * 0.08;
    if (grain >= 10) return Math.round(value / grain) * grain === number;
    return !Number.isInteger(value) && Math.round(value) === number;
  };
  const places = quote.tokens.flatMap((one, place) => (fits(one, place) ? place : []));
  if (places.length > 0) return { level: 0.95, at: places };
  return number === 2 ? bothIn(quote) : EMPTY;
}

const CENTURY = wordStem("century");
const DECADE = wordStem("decade");
const YEAR = wordStem("year");

/** What a number is rounded to: 853,000 to 1,000. */
function grainOf(number: number): number {
  let grain = 1;
  while (number >= 1_000 && number % (grain * 10) === 0) grain *= 10;
  return grain;
}

/** "Two campuses" are "both". */
function bothIn(quote: Index): Match {
  const at = ["both", "pair", "twin", "coupl", "doubl", "twice"].flatMap((stem) => quote.byStem.get(stem) ?? []);
  return at.length > 0 ? { level: 0.9, at } : EMPTY;
}

const EMPTY: Match = { level: 0, at: [] };
/** Of the person whom the page is about. */
const CERTAIN: Match = { level: 1, at: [] };

function matchAbbreviated(words: Word[], quote: Index): void {
  if (quote.acronyms.size === 0) return;
  for (const [index, { match }] of words.entries()) {
    if (match.level > 0) continue;
    const { words: many, ...found } = abbreviatedIn(words, index, quote);
    for (const word of words.slice(index, index + many)) if (word.match.level === 0) word.match = found;
  }
}

/** Where the surname stands, a missing given name says little. */
function lightenFirstNames(words: Word[], { tokens }: Index, quote: Index): void {
  for (const [index, word] of words.entries()) {
    const next = words[index + 1];
    if (!next || !word.token.isName || word.match.level > 0 || next.match.level === 0) continue;
    if (next.at !== word.at + 1 || !tokens[next.at]?.isName) continue;
    const beside = next.match.at.map((at) => besideName(quote.tokens, at));
    // In the quote, somebody else has this name: "Jane Smith", "Oak Hill".
    if (beside.length > 0 && beside.every((one) => one === "other")) continue;
    // "Penn" and "Bush" are everyday words, and people where they stand alone.
    if (beside.includes("alone") || next.weight > COMMON_NAME) word.weight *= FIRST_NAME;
  }
}

/** What is left of the weight of a given name. */
const FIRST_NAME = 0.15;

/** What stands before a name in the quote: another one, nothing that is a part of it ("alone"), or what may be one. */
function besideName(tokens: Token[], at: number): "other" | "alone" | "part" {
  const [before, token, after] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  if (!token?.isName) return "part";
  const isTogether = before?.sentence === token.sentence && before.clause === token.clause;
  if (before?.isName && isTogether) return before.word.length > 1 && !TITLES.has(before.word) ? "other" : "part";
  if (before && isTogether && ARTICLES.has(before.word)) return "part";
  return after?.isName && after.clause === token.clause ? "part" : "alone";
}

const ARTICLES = new Set(["the", "a", "an", "of"]);
const TITLES = new Set("dr prof professor mr mrs ms sir dame lord lady president".split(" "));

/** What a capitalised everyday word weighs at most: the “University” of a name. */
const COMMON_NAME = 0.5;

/** Whom the sentence begins with, where the quote goes on about somebody it names nowhere: "She taught at …". */
function lightenSubject(words: Word[], quote: Index): void {
  const start = words.findIndex(({ token, at }) => token.isName && at <= LATEST_SUBJECT);
  if (start < 0 || !goesOn(quote)) return;
  const run: Word[] = [];
  for (const word of words.slice(start)) {
    const last = run.at(-1);
    if (!word.token.isName || word.match.level > 0 || (last && word.at !== last.at + 1)) break;
    run.push(word);
  }
  if (words[start + run.length]?.token.isName && words[start + run.length]?.at === (run.at(-1)?.at ?? -9) + 1) return;
  for (const word of run) word.weight *= CARRIED_SUBJECT;
}

const LATEST_SUBJECT = 2;
/** Tokens at the beginning of a quote in which a pronoun speaks of somebody who was named before it. */
const BEGINNING = 4;
/** What is left of the weight of a subject that the quote may mean by a pronoun. */
const CARRIED_SUBJECT = 0.1;

/** Begins with a pronoun, before any name. */
export function goesOn({ tokens }: Index): boolean {
  const first = tokens.slice(0, BEGINNING).findIndex(({ word, isName }) => isName || GOES_ON.has(word));
  return first >= 0 && GOES_ON.has(tokens[first]?.word ?? "");
}

const GOES_ON = new Set("he she it they his her its their".split(" "));

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
