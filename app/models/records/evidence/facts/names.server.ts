/** Names of people, places and institutions in a text: words with a capital letter that English does not ask for. */
import { placesNamed } from "../../../../../db/places/where";
import { isOrdinaryWord } from "../../../../../db/search/known-words";
import { spellingsOf } from "../../../../../db/search/spellings";
import type { Range } from "./fact";
import { keyOf, SAYS_NOTHING, type Word } from "./words.server";

const WITHIN_NAMES = /^(?:of|for|the|and|de|del|der|di|da|du|la|le|von|van|den|zu|on|in|y)$/;
/** "at Oxford": nobody is at an oxford. */
const LEADS_TO_NAME = /^(?:at|from|near)$/;
const SMALL_GAP = /^[ \u00ad-]$|^ ?& ?$|^\. $|^' $/;
const MOST_LETTERS = 8;
/** Names have all their letters written out, or as many of them as tell one from another. */
const [SHORTEST, ENDING] = [4, 3];

interface Asking {
  /** Keys that are not asked for. */
  left: Set<string>;
  /** The two are of one language; else a place may have another name in the quote. */
  isOneLanguage: boolean;
}

/** What the quote has not of the names of the sentence, each with its place. */
export async function missingNames(own: Word[], quote: Word[], { left, isOneLanguage }: Asking): Promise<Range[]> {
  const isIn = presenceIn(quote);
  const places = placesSaid(own, quote, isOneLanguage);
  const missing: Range[] = [];
  for (const words of namesIn(own)) {
    if (isShortened(words, quote)) continue;
    const absent: Word[] = [];
    for (const word of words) {
      if (word.key.length < 2 || left.has(word.key) || places.has(word) || isIn(word, words)) continue;
      if (isAcronym(word) && isSpelledOut(word, quote)) continue;
      const isPlace = LEADS_TO_NAME.test(own[own.indexOf(word) - 1]?.key ?? "");
      if (words.length === 1 && !isPlace && !isAcronym(word) && (await isOrdinaryWord(word.key))) continue;
      absent.push(word);
    }
    for (const word of absent) {
      const last = missing.at(-1);
      const before = words[words.indexOf(word) - 1];
      if (last && before?.to === last[1]) last[1] = word.to;
      else missing.push([word.from, word.to]);
    }
  }
  return missing;
}

/** Words of places that the quote names in another way: "Dutch" and "Netherlands", "Munich" and "München". */
function placesSaid(own: Word[], quote: Word[], isOneLanguage: boolean): Set<Word> {
  const named = (words: Word[]) => placesNamed(words.map(({ written }) => written));
  const said = new Set(named(quote).flatMap(({ keys }) => keys));
  const same = named(own).filter(({ keys }) => !isOneLanguage || keys.some((key) => said.has(key)));
  return new Set(same.flatMap(({ at, length }) => own.slice(at, at + length)));
}

/** Runs of capitalised words; the first word of a sentence may have its capital letter for that alone. */
function namesIn(words: Word[]): Word[][] {
  const names: Word[][] = [];
  let run: Word[] = [];
  let isBroken = true;
  for (const word of words) {
    const isName = word.isCapital && !SAYS_NOTHING.has(word.key) && (!word.isFirst || isAcronym(word));
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

/** "NASA", "U.S.", "IGF1". */
function isAcronym({ written }: Word): boolean {
  return /^(?:\p{Lu}\.?){2,8}\p{N}{0,3}s?$/u.test(written);
}

/** "Saint", "Mount" and "Fort" are written so with and without a stop. */
const BEFORE_NAMES = /^(?:st|mt|ft)$/;

/** Tells whether the quote has a word of a name, as it is or as another hand would write it. */
function presenceIn(quote: Word[]): (word: Word, name: Word[]) => boolean {
  const forms = new Set(quote.flatMap(({ key }) => formsOf(key)));
  // "J. Smith", "J.R. Smith" and "Smith JR".
  const initials = new Set(quote.filter(isInitials).flatMap(({ key }) => [...key]));
  // "Univ." and "Dept.".
  const shortened = quote.filter(
    ({ key, isCapital }, at) =>
      (key.length > 2 && key.length < 6 && quote[at + 1]?.gap.startsWith(".")) || (isCapital && BEFORE_NAMES.test(key)),
  );
  // "Hong Kong" and "Hongkong".
  const joined = new Set(
    quote.flatMap(({ key, isCapital }, at) => (isCapital ? key + (quote[at + 1]?.key ?? "") : [])),
  );
  const isJoined = (one: Word | undefined, next: Word | undefined) =>
    one !== undefined && next !== undefined && forms.has(one.key + next.key);
  return (word, name) => {
    const { key } = word;
    const at = name.indexOf(word);
    return (
      formsOf(key).some((form) => forms.has(form)) ||
      joined.has(key) ||
      isJoined(word, name[at + 1]) ||
      isJoined(name[at - 1], word) ||
      (name.length > 1 && initials.has(key[0] ?? "")) ||
      (BEFORE_NAMES.test(key) && quote.some((one) => one.key[0] === key[0] && hasInOrder(one.key, key))) ||
      shortened.some((one) => one.key[0] === key[0] && hasInOrder(key, one.key))
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

/** Keys of which two words share one when they differ in spelling, in an ending, or in a letter: "Jansen", "Japanese", "Centre". */
function formsOf(key: string): string[] {
  return spellingsOf(key).flatMap((one) => {
    const plain = one.replace(/([aou])e/g, "$1");
    const beginnings =
      plain.length < SHORTEST
        ? []
        : Array.from({ length: Math.min(ENDING, plain.length - SHORTEST) + 1 }, (_, less) =>
            plain.slice(0, plain.length - less),
          );
    const without =
      plain.length < SHORTEST + 1 ? [] : Array.from(plain, (_, at) => `${plain.slice(0, at)}?${plain.slice(at + 1)}`);
    const shorter =
      plain.length < SHORTEST + 1 ? [] : Array.from(plain, (_, at) => `-${plain.slice(0, at)}${plain.slice(at + 1)}`);
    return [plain, `-${plain}`, ...beginnings.map((beginning) => `${beginning}*`), ...without, ...shorter];
  });
}

/** A name of several words whose first letters the quote has as an abbreviation: "NIA", "USA". */
function isShortened(words: Word[], quote: Word[]): boolean {
  const letters = words.map(({ key }) => key[0]).join("");
  return (
    letters.length > 1 &&
    quote.some((word) => isAcronym(word) && (word.key.startsWith(letters) || letters.startsWith(word.key)))
  );
}

/** Tells whether words of the quote that follow each other begin with its letters; a word may have several of them: "DNA". */
function isSpelledOut({ key }: Word, quote: Word[]): boolean {
  const letters = key.replace(/s$|\d/g, "").slice(0, MOST_LETTERS);
  return quote.some((_, start) => {
    let [at, used] = [start, 0];
    for (; used < letters.length && at < start + 2 * letters.length; at++) {
      const word = quote[at];
      if (!word) return false;
      if (!word.key.startsWith(letters[used] ?? "")) {
        if (at > start && (SAYS_NOTHING.has(word.key) || WITHIN_NAMES.test(word.key))) continue;
        return false;
      }
      used++;
      let within = 1;
      for (; used < letters.length; used++) {
        const next = quote[at + 1]?.key ?? "";
        const found = word.key.indexOf(letters[used] ?? "", within);
        if (found < 0 || next.startsWith(letters[used] ?? "")) break;
        within = found + 1;
      }
    }
    return used === letters.length;
  });
}

/** Of a person's name: the quote need not have it. */
export function keysOf(name: string): Set<string> {
  return new Set(name.split(/[\s-]+/).map(keyOf));
}
