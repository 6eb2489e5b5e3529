/** Which words of a sentence a quote has, in what form, and where. */
import { HYPERNYMS, SYNONYMS } from "./lexicon";
import { type Token, wordStem } from "./tokens.server";

interface Lexicon {
  /** Groups by stem; a stem may be in several. */
  groups: Map<string, number[]>;
  /** Stems of what a word covers: "rodent" those of rats and mice. */
  kinds: Map<string, string[]>;
}

let known: Lexicon | undefined;

/** Made when the first sentence is judged, not at the start of every process. */
function lexicon(): Lexicon {
  if (known) return known;
  const groups = new Map<string, number[]>();
  SYNONYMS.forEach((words, group) => {
    for (const word of words) {
      const stem = wordStem(word);
      groups.set(stem, [...(groups.get(stem) ?? []), group]);
    }
  });
  const kinds = new Map(HYPERNYMS.map(([general = "", ...special]) => [wordStem(general), special.map(wordStem)]));
  known = { groups, kinds };
  return known;
}

export function areSynonyms(one: string, other: string): boolean {
  const { groups } = lexicon();
  const own = groups.get(one);
  return own !== undefined && (groups.get(other) ?? []).some((group) => own.includes(group));
}

/** How well, from 0 to 1, and at which tokens of the quote. */
export interface Match {
  level: number;
  at: number[];
}

const NONE: Match = { level: 0, at: [] };

export interface Index {
  tokens: Token[];
  byStem: Map<string, number[]>;
  byGroup: Map<number, number[]>;
  byBeginning: Map<string, string[]>;
  /** Initials of runs of capitalised words, with the places of the words. */
  initials: Map<string, number[]>;
  /** Words of capital letters. */
  acronyms: Map<string, number[]>;
}

/** Of stems with the same beginning, the most that are compared. */
const MOST_COMPARED = 400;

export function indexOf(tokens: Token[]): Index {
  const index: Index = {
    tokens,
    byStem: new Map(),
    byGroup: new Map(),
    byBeginning: new Map(),
    initials: initialsIn(tokens),
    acronyms: new Map(),
  };
  tokens.forEach((token, at) => {
    const { stem, number } = token;
    if (token.isAcronym) push(index.acronyms, lettersOf(token), at);
    const known = index.byStem.get(stem);
    if (known) known.push(at);
    else {
      index.byStem.set(stem, [at]);
      if (number === null && stem.length >= 4) push(index.byBeginning, stem.slice(0, 4), stem);
    }
    for (const group of lexicon().groups.get(stem) ?? []) push(index.byGroup, group, at);
  });
  return index;
}

/** Of an abbreviation, also of several: "PCs" are PC, but NUS is not NU. */
function lettersOf({ written }: Token): string {
  return written.replace(/s$/, "").toLowerCase();
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}

/** Of names of several words, the letters that an abbreviation takes. */
function initialsIn(tokens: Token[]): Map<string, number[]> {
  const found = new Map<string, number[]>();
  let run: number[] = [];
  const close = () => {
    for (let from = 0; from < run.length - 1 && run.length <= 8; from++)
      for (let to = from + 2; to <= run.length; to++) {
        const part = run.slice(from, to);
        const letters = part.map((at) => tokens[at]?.word[0] ?? "").join("");
        if (!found.has(letters)) found.set(letters, part);
      }
    run = [];
  };
  for (const [at, token] of tokens.entries()) {
    const isSmall = token.weight === 0 && run.length > 0 && /^(?:of|for|the|and|on|in)$/.test(token.word);
    if (isSmall) continue;
    const isNext = run.length > 0 && token.sentence === tokens[run.at(-1) as number]?.sentence;
    if (!isNext) close();
    if (token.isName) run.push(at);
    else close();
  }
  close();
  return found;
}

/** Where the quote has what a word of the sentence says. */
export function matchOf(token: Token, quote: Index, own: Index): Match {
  const same = quote.byStem.get(token.stem);
  if (same) return { level: 1, at: same };
  if (token.number !== null) return NONE;
  const similar = [
    ...new Set((lexicon().groups.get(token.stem) ?? []).flatMap((group) => quote.byGroup.get(group) ?? [])),
  ];
  if (similar.length > 0) return { level: 0.9, at: inOrder(similar) };
  const special = (lexicon().kinds.get(token.stem) ?? []).flatMap((kind) => quote.byStem.get(kind) ?? []);
  if (special.length > 0) return { level: 0.85, at: inOrder(special) };
  const spelledOut = token.isAcronym && quote.initials.get(lettersOf(token));
  if (spelledOut) return { level: 1, at: spelledOut };
  if (token.isName) {
    for (const [letters, places] of own.initials) {
      if (letters.length < 2 || !places.some((at) => own.tokens[at] === token)) continue;
      const short = quote.acronyms.get(letters);
      if (short) return { level: 1, at: short };
    }
  }
  const similarOne = similarIn(token, quote);
  return similarOne.level > 0 ? similarOne : compoundIn(token, quote);
}

const MOST_PLACES = 200;

function inOrder(places: number[]): number[] {
  return places.toSorted((one, other) => one - other).slice(0, MOST_PLACES);
}

/** A compound whose last part the quote has: a "footbridge" is a bridge. */
function compoundIn({ stem, isName }: Token, quote: Index): Match {
  if (isName || stem.length < 8) return NONE;
  for (let from = 3; from <= stem.length - 5; from++) {
    const at = quote.byStem.get(stem.slice(from));
    if (at && !NO_FIRST_PART.test(stem.slice(0, from))) return { level: 0.6, at };
  }
  return NONE;
}

const NO_FIRST_PART = /^(?:un|in|im|dis|non|ir|il|mis|anti|counter|inter|under|over)$/;

/** Words of the sentence that the quote only has as an abbreviation: "calorie restriction" as "CR". */
export function abbreviatedIn(
  words: { at: number; token: Token }[],
  from: number,
  quote: Index,
): Match & { words: number } {
  let letters = "";
  let found: (Match & { words: number }) | null = null;
  for (const [index, { token, at }] of words.slice(from, from + LONGEST_ABBREVIATION).entries()) {
    if (token.number !== null || (index > 0 && at - (words[from + index - 1]?.at ?? at) > 2)) break;
    letters += token.word[0] ?? "";
    const places = index > 0 ? quote.acronyms.get(letters) : undefined;
    if (places) found = { level: 1, at: places, words: index + 1 };
  }
  return found ?? { ...NONE, words: 0 };
}

const LONGEST_ABBREVIATION = 5;

/** Words of one family: "Japan" and "Japanese", "colour" and "color". */
function similarIn({ stem, word }: Token, quote: Index): Match {
  if (stem.length < 4 || !/^\p{L}/u.test(stem)) return NONE;
  const near = quote.byBeginning.get(stem.slice(0, 4)) ?? [];
  for (const other of near.slice(0, MOST_COMPARED)) {
    const shared = sharedBeginning(stem, other);
    const [short, long] = [Math.min(stem.length, other.length), Math.max(stem.length, other.length)];
    const isFamily = shared >= 5 ? shared >= short - 1 && long - shared <= 4 : shared === short && long - short <= 3;
    if (isFamily && !isContrary(word, other)) return { level: 0.9, at: quote.byStem.get(other) as number[] };
  }
  return NONE;
}

function isContrary(word: string, other: string): boolean {
  return /less$/.test(word) !== /less$/.test(other);
}

function sharedBeginning(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
}
