/**
 * Finds names of people, places and institutions in a text: words whose capital letter English grammar does not ask for.
 */
import { placesNamed } from "../../../../../db/places/where";
import { isOrdinaryWord } from "../../../../../db/search/known-words";
import { spellingsOf } from "../../../../../db/search/spellings";
import type { Range } from "./fact";
import { keyOf, STOP_WORDS, type Word } from "./words.server";

const WITHIN_NAMES = /^(?:of|for|the|and|de|del|der|di|da|du|la|le|von|van|den|zu|on|in|y)$/;
/** Matches words before a place: in "at Oxford", "oxford" is no common noun. */
const LEADS_TO_NAME = /^(?:at|from|near)$/;
const SMALL_GAP = /^[ \u00ad-]$|^ ?& ?$|^\. $|^' $/;
const MAX_LETTERS = 8;
/** Compares the whole of short names, and the stem of longer ones. */
const [MIN_STEM_LENGTH, MAX_ENDING_LENGTH] = [4, 3];

interface Comparison {
  /** Keys of words that are not compared. */
  ignoredKeys: Set<string>;
  /** Says that both texts are in one language; otherwise a place may have another name in the quote. */
  isOneLanguage: boolean;
}

/** Returns the position of each name in the sentence that is missing in the quote. */
export async function missingNames(
  sentence: Word[],
  quote: Word[],
  { ignoredKeys, isOneLanguage }: Comparison,
): Promise<Range[]> {
  const isInQuote = presenceIn(quote);
  const places = placesNamedOtherwise(sentence, quote, isOneLanguage);
  const missingRanges: Range[] = [];
  for (const words of namesIn(sentence)) {
    if (isShortened(words, quote)) continue;
    const absentWords: Word[] = [];
    for (const word of words) {
      if (word.key.length < 2 || ignoredKeys.has(word.key) || places.has(word) || isInQuote(word, words)) continue;
      if (isAcronym(word) && isSpelledOut(word, quote)) continue;
      const isPlace = LEADS_TO_NAME.test(sentence[sentence.indexOf(word) - 1]?.key ?? "");
      if (words.length === 1 && !isPlace && !isAcronym(word) && (await isOrdinaryWord(word.key))) continue;
      absentWords.push(word);
    }
    for (const word of absentWords) {
      const lastRange = missingRanges.at(-1);
      const previousWord = words[words.indexOf(word) - 1];
      if (lastRange && previousWord?.to === lastRange[1]) lastRange[1] = word.to;
      else missingRanges.push([word.from, word.to]);
    }
  }
  return missingRanges;
}

/** Returns the words for places that the quote names in another way: "Dutch" and "Netherlands", "Munich" and "München". */
function placesNamedOtherwise(words: Word[], quote: Word[], isOneLanguage: boolean): Set<Word> {
  const placesIn = (text: Word[]) => placesNamed(text.map(({ written }) => written));
  const placeKeys = new Set(placesIn(quote).flatMap(({ keys }) => keys));
  const samePlaces = placesIn(words).filter(({ keys }) => !isOneLanguage || keys.some((key) => placeKeys.has(key)));
  return new Set(samePlaces.flatMap(({ at, length }) => words.slice(at, at + length)));
}

/** Returns runs of capitalised words. The first word of a sentence may have its capital letter only for its position. */
function namesIn(words: Word[]): Word[][] {
  const names: Word[][] = [];
  let run: Word[] = [];
  let isBroken = true;
  for (const word of words) {
    const isName = word.isCapital && !STOP_WORDS.has(word.key) && (!word.isFirst || isAcronym(word));
    const isNear: boolean = SMALL_GAP.test(word.gap) && !isBroken;
    if (isName && isNear) run.push(word);
    else if (isName) {
      if (run.length > 0) names.push(run);
      run = [word];
    }
    isBroken = isName ? false : isBroken || !isNear || !WITHIN_NAMES.test(word.key);
  }
  if (run.length > 0) names.push(run);
  return names;
}

/** Recognises "NASA", "U.S." and "IGF1". */
function isAcronym({ written }: Word): boolean {
  return /^(?:\p{Lu}\.?){2,8}\p{N}{0,3}s?$/u.test(written);
}

/** Matches "Saint", "Mount" and "Fort" in their short forms, which stand with and without a full stop. */
const BEFORE_NAMES = /^(?:st|mt|ft)$/;

/** Returns a function that tells whether the quote has a word of a name, in this or another spelling. */
function presenceIn(quote: Word[]): (word: Word, name: Word[]) => boolean {
  const forms = new Set(quote.flatMap(({ key }) => formsOf(key)));
  // Reads "J. Smith", "J.R. Smith" and "Smith JR".
  const initials = new Set(quote.filter(isInitials).flatMap(({ key }) => [...key]));
  // Reads "Univ." and "Dept.".
  const shortenedWords = quote.filter(
    ({ key, isCapital }, index) =>
      (key.length > 2 && key.length < 6 && quote[index + 1]?.gap.startsWith(".")) ||
      (isCapital && BEFORE_NAMES.test(key)),
  );
  // Reads "Hong Kong" and "Hongkong".
  const joinedKeys = new Set(
    quote.flatMap(({ key, isCapital }, index) => (isCapital ? key + (quote[index + 1]?.key ?? "") : [])),
  );
  const isJoined = (word: Word | undefined, nextWord: Word | undefined) =>
    word !== undefined && nextWord !== undefined && forms.has(word.key + nextWord.key);
  return (word, name) => {
    const { key } = word;
    const index = name.indexOf(word);
    return (
      formsOf(key).some((form) => forms.has(form)) ||
      joinedKeys.has(key) ||
      isJoined(word, name[index + 1]) ||
      isJoined(name[index - 1], word) ||
      (name.length > 1 && initials.has(key[0] ?? "")) ||
      (BEFORE_NAMES.test(key) &&
        quote.some((quoteWord) => quoteWord.key[0] === key[0] && hasInOrder(quoteWord.key, key))) ||
      shortenedWords.some((quoteWord) => quoteWord.key[0] === key[0] && hasInOrder(key, quoteWord.key))
    );
  };
}

function isInitials({ written, key, isCapital }: Word): boolean {
  return (
    isCapital && (key.length === 1 || (/^[\p{Lu}.]+$/u.test(written) && (key.length === 2 || written.includes("."))))
  );
}

function hasInOrder(word: string, letters: string): boolean {
  let at = -1;
  return Array.from(letters).every((letter) => {
    at = word.indexOf(letter, at + 1);
    return at >= 0;
  });
}

/**
 * Returns the keys of a word's variants in spelling, ending or one letter. Two variants of a word share a key: "Jansen",
 * "Japanese", "Centre".
 */
function formsOf(key: string): string[] {
  return spellingsOf(key).flatMap((spelling) => {
    const plain = spelling.replace(/([aou])e/g, "$1");
    const beginnings =
      plain.length < MIN_STEM_LENGTH
        ? []
        : Array.from({ length: Math.min(MAX_ENDING_LENGTH, plain.length - MIN_STEM_LENGTH) + 1 }, (_, removedCount) =>
            plain.slice(0, plain.length - removedCount),
          );
    const withWildcard =
      plain.length < MIN_STEM_LENGTH + 1
        ? []
        : Array.from(plain, (_, index) => `${plain.slice(0, index)}?${plain.slice(index + 1)}`);
    const withoutOneLetter =
      plain.length < MIN_STEM_LENGTH + 1
        ? []
        : Array.from(plain, (_, index) => `-${plain.slice(0, index)}${plain.slice(index + 1)}`);
    return [
      plain,
      `-${plain}`,
      ...beginnings.map((beginning) => `${beginning}*`),
      ...withWildcard,
      ...withoutOneLetter,
    ];
  });
}

/** Tells whether the quote abbreviates a name of several words by their first letters: "NIA", "USA". */
function isShortened(words: Word[], quote: Word[]): boolean {
  const letters = words.map(({ key }) => key[0]).join("");
  return (
    letters.length > 1 &&
    quote.some((word) => isAcronym(word) && (word.key.startsWith(letters) || letters.startsWith(word.key)))
  );
}

/**
 * Tells whether consecutive words of the quote begin with the letters of an abbreviation. One word may give several
 * letters: "DNA".
 */
function isSpelledOut({ key }: Word, quote: Word[]): boolean {
  const letters = key.replace(/s$|\d/g, "").slice(0, MAX_LETTERS);
  return quote.some((_, start) => {
    let [at, usedCount] = [start, 0];
    for (; usedCount < letters.length && at < start + 2 * letters.length; at++) {
      const word = quote[at];
      if (!word) return false;
      if (!word.key.startsWith(letters[usedCount] ?? "")) {
        if (at > start && (STOP_WORDS.has(word.key) || WITHIN_NAMES.test(word.key))) continue;
        return false;
      }
      usedCount++;
      let positionAfter = 1;
      for (; usedCount < letters.length; usedCount++) {
        const nextKey = quote[at + 1]?.key ?? "";
        const position = word.key.indexOf(letters[usedCount] ?? "", positionAfter);
        if (position < 0 || nextKey.startsWith(letters[usedCount] ?? "")) break;
        positionAfter = position + 1;
      }
    }
    return usedCount === letters.length;
  });
}

/** Returns the keys of a person's name, which the quote need not contain. */
export function keysOf(name: string): Set<string> {
  return new Set(name.split(/[\s-]+/).map(keyOf));
}
