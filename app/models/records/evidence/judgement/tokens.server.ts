/** A text as the judgement reads it: words with their places, stems and rarity, and numbers with their values. */
import { fold, normalized } from "../../../../../db/fold";
import { stemOf } from "../../../../../db/search/stems";
import { FUNCTION_WORDS, IRREGULAR, LIGHT_WORDS, MONTH_SHORT, MONTHS } from "./lexicon";

export interface Token {
  from: number;
  to: number;
  written: string;
  /** Folded. */
  word: string;
  stem: string;
  /** From 0 (says nothing) to about 1.2 (a rare word, name or number). */
  weight: number;
  /** Begins with a capital letter where a sentence does not require it. */
  isName: boolean;
  isAcronym: boolean;
  number: number | null;
  /** A year, which nothing else is close to. */
  isYear: boolean;
  /** The number of its sentence. */
  sentence: number;
  /** The number of its part between commas and the like. */
  clause: number;
}

/** Of a quote that is longer, the beginning is judged. */
const MOST_TOKENS = 20_000;
const LONGEST_WORD = 40;
/** Ranks in the list of words by frequency. */
const KNOWN = 30_000;

/** What is left of the weight of a word that says little. */
const LIGHT = 0.35;

/** Web addresses, and marks of references: “[12]”, “[a]”, “[3, 4]”, “[citation needed]”. Nobody says them. */
const MARK =
  /\bhttps?:\/\/[^\s<>"]{1,2000}|\[(?:\p{L}|\p{N}{1,3}(?:[,–-] ?\p{N}{1,3}){0,9}|citation needed|clarification needed|note \p{N}{1,3})\]/gu;
const WORD =
  /\b(?:Ph\. ?D|(?:\p{Lu}\.){1,4}\p{Lu}(?=\.|[^\p{L}]|$))|\p{Lu}{1,4}\p{N}{1,2}(?![\p{L}\p{N}])|\d{4}-\d{2}-\d{2}(?!\d)|\p{N}+(?:[.,]\p{N}+)*|[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*|[%€$£]/gu;

/** What is known of English words in general. */
export interface Vocabulary {
  /** By frequency, from 0. */
  ranks: Map<string, number>;
  givenNames: Set<string>;
}

let vocabulary: Promise<Vocabulary> | undefined;

/** The words of English by frequency, loaded once. A word is in one of the package's lists only. */
export function loadVocabulary(): Promise<Vocabulary> {
  vocabulary ??= import("@zxcvbn-ts/language-en").then(({ dictionary }) => {
    const found = new Map<string, number>();
    for (const [name, words] of Object.entries(dictionary)) {
      if (/names/.test(name)) continue;
      words.forEach((word, rank) => {
        const own = words.length < 100 ? COMMON : rank;
        found.set(word, Math.min(own, found.get(word) ?? own));
      });
    }
    return { ranks: found, givenNames: new Set(dictionary["firstnames-en"]) };
  });
  return vocabulary;
}

/** The rank that days, directions and the like get, whose lists are in no order of frequency. */
const COMMON = 800;

/** Linear in the length of the text. */
export function tokensOf(text: string, known: Vocabulary): Token[] {
  const tokens: Token[] = [];
  let sentence = 0;
  let clause = 0;
  let last = 0;
  const withoutMarks = text.replace(MARK, (mark) => " ".repeat(mark.length));
  for (const { 0: written, index: from } of withoutMarks.matchAll(WORD)) {
    if (tokens.length >= MOST_TOKENS) break;
    const previous = tokens.at(-1);
    const between = text.slice(last, Math.min(from, last + 12));
    const starts = !previous || endsSentence(between, previous, written);
    if (previous && starts) sentence++;
    if (previous && (starts || /[,;:()–—]/.test(between))) clause++;
    last = from + written.length;
    const place = { from, to: last, sentence, clause };
    if (/^\d{4}-\d{2}-\d{2}$/.test(written)) {
      tokens.push(...isoDate(written, place));
      continue;
    }
    tokens.push(tokenOf(written, place, starts, known));
    nameFirst(tokens, known);
  }
  return composed(withNumbers(tokens, text), text);
}

type Place = Pick<Token, "from" | "to" | "sentence" | "clause">;

function tokenOf(written: string, place: Place, starts: boolean, { ranks }: Vocabulary): Token {
  const short = written.slice(0, LONGEST_WORD).replace(/\. ?/g, (dot) => (/^\p{L}/u.test(written) ? "" : dot));
  const folded = fold(short)
    .replace(/[’']s$/, "")
    .replace(/’/g, "'");
  const word = MONTH_SHORT.get(folded) ?? folded;
  const number = /^\p{N}/u.test(written) ? numberIn(written) : null;
  const isAcronym = /^\p{Lu}{2,6}s?$/u.test(short);
  const isCapital = /^\p{Lu}/u.test(written);
  const rank = rankOf(word, ranks);
  const isMay = written === "May" && !starts;
  const isUs = short === "US";
  const isName =
    isUs || isMay || (isCapital && !FUNCTION_WORDS.has(word) && (!starts || rank >= RARE_FIRST || isAcronym));
  return {
    ...place,
    written: short,
    word,
    stem: number === null ? wordStem(word) : String(number),
    weight: number !== null || isMay ? 1 : weightOf(word, rank, isName),
    isName: isName && number === null,
    isAcronym,
    number,
    isYear: number !== null && /^\d{4}$/.test(written) && number >= 1000 && number <= 2100,
  };
}

/** A given name at the beginning of a sentence is one when a capitalised word follows. */
function nameFirst(tokens: Token[], { givenNames, ranks }: Vocabulary): void {
  const [previous, token] = tokens.slice(-2);
  if (!previous || !token?.isName || previous.isName || previous.sentence !== token.sentence) return;
  const isFirst = tokens.at(-3)?.sentence !== previous.sentence;
  const isRare = (ranks.get(previous.word) ?? KNOWN) >= RARE_NAME || givenNames.has(previous.word);
  if (isFirst && token.clause === previous.clause && previous.weight > 0 && isRare) previous.isName = true;
}

/** The stem of a folded word; that of "write" for "wrote". */
export function wordStem(word: string): string {
  // Porter's rules know "-ently", but not "-antly".
  return stemOf(IRREGULAR.get(word) ?? word.replace(/'/g, "").replace(/antly$/, "ant"));
}

/** From this rank on, a capitalised word before a name is part of it. */
const RARE_NAME = 3_000;
/** From this rank on, the first word of a sentence is a name. */
const RARE_FIRST = 20_000;

/** A rare word says more than a common one. */
function weightOf(word: string, rank: number, isName: boolean): number {
  if (FUNCTION_WORDS.has(word) && !isName) return 0;
  if (word === "%") return 0.3;
  const rarity = Math.max(LEAST, Math.log((rank + 30) / EVERYWHERE) / Math.log(KNOWN / EVERYWHERE));
  if (isName) return rank < EVERYDAY ? Math.max(0.4, Math.min(0.5, rarity)) : Math.max(0.7, rarity);
  return LIGHT_WORDS.has(word) || /[a-z]{3}ly$/.test(word) ? LIGHT * rarity : rarity;
}

/** Ranks up to this one say nearly nothing. */
const EVERYWHERE = 60;
const LEAST = 0.1;
/** Up to this rank, a capitalised word may be an everyday one: “University”. */
const EVERYDAY = 1_000;

/** How frequent a word or what it is a form of is: "walked" as "walk". */
function rankOf(word: string, ranks: Map<string, number>): number {
  const bases = [word, IRREGULAR.get(word) ?? word];
  for (const [ending, instead] of FORMS)
    if (word.length > ending.length + 3 && word.endsWith(ending)) {
      const base = word.slice(0, -ending.length);
      bases.push(base, base + instead);
    }
  return Math.min(KNOWN, ...bases.map((base) => ranks.get(base) ?? KNOWN));
}

const FORMS = [
  ["s", ""],
  ["es", ""],
  ["ies", "y"],
  ["ed", "e"],
  ["ied", "y"],
  ["ing", "e"],
  ["ly", ""],
] as const;

function isoDate(written: string, { from, to, sentence, clause }: Place): Token[] {
  const [year = "", month = "", day = ""] = written.split("-");
  const name = MONTHS[Number(month) - 1];
  const plain = { from, to, sentence, clause, isName: false, isAcronym: false, isYear: false, weight: 1 };
  const numbers = [Number(year), Number(day)].map((number, index) => ({
    ...plain,
    written: String(number),
    word: String(number),
    stem: String(number),
    number,
    isYear: index === 0,
  }));
  return name ? [...numbers, { ...plain, written: name, word: name, stem: stemOf(name), number: null }] : numbers;
}

function endsSentence(between: string, previous: Token, next: string): boolean {
  if (/\n\s*\n/.test(between)) return true;
  if (/[!?。！？]/.test(between)) return true;
  if (!/\./.test(between) || !/\s/.test(between) || !/^[\p{Lu}\p{N}\p{Lo}]/u.test(next)) return false;
  // "J. Smith", "Dr. Smith", "St. Louis".
  return previous.word.length > 1 && !ABBREVIATED.has(previous.word);
}

const ABBREVIATED = new Set("dr mr mrs ms prof st vs jr sr no fig al inc ltd co gen col sen rep gov lt".split(" "));

function numberIn(written: string): number | null {
  const plain = normalized(written, "NFKC");
  const bare = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(plain) ? plain.replace(/,/g, "") : plain.replace(",", ".");
  const value = Number(bare);
  return Number.isFinite(value) ? value : null;
}

const ONES =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const ORDINALS =
  "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth".split(
    " ",
  );
const SCALES = new Map([
  ["hundred", 100],
  ["thousand", 1e3],
  ["million", 1e6],
  ["billion", 1e9],
  ["trillion", 1e12],
  ["dozen", 12],
]);
/** Letters that may follow a number: "1990s", "19th", "5m". */
const ENDINGS = new Map([
  ["m", 1e6],
  ["bn", 1e9],
  ["k", 1e3],
]);

function spelledOut(word: string): number | null {
  const one = ONES.indexOf(word);
  if (one >= 0) return one;
  const ten = TENS.indexOf(word);
  if (ten >= 0) return 20 + 10 * ten;
  const ordinal = ORDINALS.indexOf(word);
  return ordinal >= 4 ? ordinal : null;
}

/** "The 1970's" are the 1970s. */
const APOSTROPHES = new Set(["'", "’"]);

/** Written-out numbers get their values, and what multiplies a number goes into it: "3.2 million", "twenty-five". */
function withNumbers(tokens: Token[], text: string): Token[] {
  const merged: Token[] = [];
  for (const token of tokens) {
    const previous = merged.at(-1);
    const gap = previous ? text.slice(previous.to, Math.min(token.from, previous.to + 3)) : "";
    const isNext = previous !== undefined && previous.number !== null && token.from - previous.to <= 1;
    const scale = SCALES.get(token.word.replace(/s$/, ""));
    const ending = gap === "" ? ENDINGS.get(token.word) : undefined;
    if (isNext && previous && gap === "" && /^(?:s|st|nd|rd|th)$/.test(token.word)) {
      previous.to = token.to;
      if (token.word === "s") previous.stem = `${previous.number}s`;
      continue;
    }
    const isDecade = previous?.isYear && (previous.number as number) % 10 === 0;
    if (isDecade && token.word === "s" && APOSTROPHES.has(gap)) {
      previous.to = token.to;
      previous.stem = `${previous.number}s`;
      continue;
    }
    if (isNext && previous && (scale ?? ending)) {
      become(previous, (previous.number as number) * ((scale ?? ending) as number), token.to);
      continue;
    }
    const value = token.number ?? foldOf(token.word) ?? spelledOut(token.word);
    if (
      isNext &&
      previous &&
      !previous.isYear &&
      TENS.includes(previous.word) &&
      value !== null &&
      value > 0 &&
      value < 10
    ) {
      become(previous, (previous.number as number) + value, token.to);
      continue;
    }
    const isRange = previous?.isYear && /^[-–—/]$/.test(gap) && /^\d\d$/.test(token.written);
    if (isRange && (previous.number as number) % 100 < (token.number as number)) {
      become(token, Math.floor((previous.number as number) / 100) * 100 + (token.number as number), token.to);
      token.isYear = true;
    }
    // "one" is seldom a number; "a hundred" is.
    if (token.number === null && scale) become(token, scale, token.to);
    else if (token.number === null && value !== null && value !== 1) become(token, value, token.to);
    merged.push(token);
  }
  return merged;
}

/** The 3 of "threefold". */
function foldOf(word: string): number | null {
  return /^[a-z]{3,}fold$/.test(word) ? spelledOut(word.slice(0, -4)) : null;
}

/** "Four hundred and ninety-four" and the like, whose parts have their values: one number. */
function composed(tokens: Token[], text: string): Token[] {
  const merged: Token[] = [];
  for (const token of tokens) {
    const isAfterAnd = merged.at(-1)?.word === "and";
    const head = merged.at(isAfterAnd ? -2 : -1);
    if (head && isPartOf(head, token, text)) {
      if (isAfterAnd) merged.pop();
      become(head, (head.number as number) + (token.number as number), token.to);
      continue;
    }
    merged.push(token);
  }
  return merged;
}

function isPartOf(head: Token, { number, from, to }: Token, text: string): boolean {
  if (!number || !head.number || from - head.to > 5 || to - from > 30 || head.to - head.from > 60) return false;
  const isWritten = (one: number, end: number) => /^[a-z -]+$/i.test(text.slice(one, end));
  if (!isWritten(head.from, head.to) || !isWritten(from, to) || !/^(?: and)? $/.test(text.slice(head.to, from)))
    return false;
  const ends = text.slice(head.to - 8, head.to).toLowerCase();
  return (ends.endsWith("hundred") && number < 100) || (ends.endsWith("thousand") && number < 1000);
}

function become(token: Token, number: number, to: number): void {
  token.number = number;
  token.stem = String(number);
  token.to = to;
  token.weight = 1;
  token.isName = false;
  token.isYear = false;
}
