/** Splits a text into words for the comparison of facts. Words, digits and dashes get one form and keep their positions. */
import { fold, normalized } from "../../../../../db/fold";

export interface Word {
  from: number;
  to: number;
  written: string;
  /** The folded word without a possessive. */
  key: string;
  isCapital: boolean;
  /** Says that the word begins a sentence or title, where English writes a capital letter anyway. */
  isFirst: boolean;
  /** The number of its clause. Clauses are divided by punctuation, "and" and "but". */
  clause: number;
  /** The characters between the word before and this one. */
  gap: string;
}

const MAX_WORD_LENGTH = 60;
/** Stands for invisible characters inside words. */
const SOFT_HYPHEN = "\u00ad";
/** Matches addresses and reference marks, which are not read aloud. */
const MARK =
  /\b(?:https?:\/\/|www\.|doi:|10\.\d{4,9}\/)[^\s<>"]{1,2000}|\[[\p{L}\d, -]{1,20}\]|^\s{0,9}\(?\d{1,2}[.)](?=\s)/giu;
const WORD = /(?:\p{Lu}\.){2,8}(?:\p{Lu}(?![\p{L}\p{M}]))?|[\p{L}\p{M}][\p{L}\p{M}\p{N}'\u00ad]*/gu;

/** Returns the text with each character in its plainest form. The length stays, so positions remain valid. */
export function plainText(text: string): string {
  return text
    .replace(/[^\0-\x7f]/gu, (character) => plainSign(character).padEnd(character.length, SOFT_HYPHEN))
    .replace(MARK, blank);
}

function blank(mark: string): string {
  return " ".repeat(mark.length);
}

function plainSign(character: string): string {
  if (/\p{Nd}/u.test(character)) return String(digitOf(normalized(character, "NFKC")));
  if (/[\p{Pd}\u2043\u2212]/u.test(character)) return "-";
  if (/[\u00b4\u2018-\u201b\u2032\u02bc]/.test(character)) return "'";
  if (/[\u00ab\u00bb\u201c-\u201f\u2033\u2039\u203a]/.test(character)) return '"';
  if (character === "\u03bc") return "\u00b5";
  if (/\s/.test(character)) return " ";
  if (/\p{Default_Ignorable_Code_Point}/u.test(character)) return SOFT_HYPHEN;
  return /[\uff01-\uff5e]/.test(character) ? normalized(character, "NFKC") : character;
}

/** Returns the value of a decimal digit. Unicode has them in runs of ten, from 0 on. */
function digitOf(character: string): number {
  const code = character.codePointAt(0) as number;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++;
  return value;
}

/**
 * Splits a text into words.
 * @param plain A result of `plainText`.
 */
export function wordsOf(plain: string): Word[] {
  const words: Word[] = [];
  let lastEnd = 0;
  let clause = 0;
  for (const { 0: written, index: from } of plain.matchAll(WORD)) {
    const gap = plain.slice(lastEnd, from);
    const previousWord = words.at(-1);
    const beginsSentence = previousWord !== undefined && /[.!?\n]/.test(gap) && !isAbbreviation(previousWord, gap);
    if (beginsSentence || /[,;:()]| - /.test(gap) || /^(?:and|but|while|whereas)$/i.test(written)) clause++;
    words.push({
      from,
      to: from + written.length,
      written: written.replaceAll(SOFT_HYPHEN, ""),
      key: keyOf(written),
      isCapital: /^\p{Lu}/u.test(written),
      isFirst: !previousWord || beginsSentence || /["(:;|*#>]|'$| - /.test(gap),
      clause,
      gap,
    });
    lastEnd = from + written.length;
  }
  return words;
}

/** Recognises the abbreviations in "Dr. Smith", "J. Smith" and "U.S. Congress". */
function isAbbreviation({ written, key }: Word, gap: string): boolean {
  return /^\.? $/.test(gap) && (key.length === 1 || written.includes(".") || STOP_WORDS.has(key));
}

export function keyOf(written: string): string {
  const visibleText = written.slice(0, MAX_WORD_LENGTH).replaceAll(SOFT_HYPHEN, "");
  return fold(visibleText.replace(/'s?$/i, "")).replace(/[.']/g, "");
}

/** English words that no other language in `LANGUAGES` (facts.server.ts) has. */
const ENGLISH_WORDS = new Set(
  "the and she he it its his they their with from which who this that were been have had into not you".split(" "),
);

export function isEnglish(words: Word[]): boolean {
  return words.some(({ key }) => ENGLISH_WORDS.has(key));
}

/** Tells whether two texts share a word that is no name, and so are in one language. */
export function isOfLanguage(words: Word[], otherWords: Word[]): boolean {
  const smallKeys = new Set(words.filter(isSmall).map(({ key }) => key));
  return otherWords.some((word) => isSmall(word) && smallKeys.has(word.key));
}

function isSmall({ isCapital, key }: Word): boolean {
  return !isCapital && key.length > 3;
}

/** Tells whether most letters belong to an alphabet in which names and figures are written as in English. */
export function isLatin(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return 2 * (text.match(/\p{Script=Latin}/gu)?.length ?? 0) >= letters;
}

/** Stop words and forms of address, which begin with a capital letter without being names. */
export const STOP_WORDS = new Set(
  `a about after against all also although am among an and another any are around as at back be became because been before
  began being between both but by can co could did do does during each even every few first for former formerly from get
  had has have he her here hers him his how i if in into is it its jr last later like many may me might more most much
  must my near neither never new next no nor not now of off on once one only onto or other others our out over own per
  she should since so some sr st still such than that the their them then there these they this those though three through to
  together too two under until up upon us very via was we were what when where whether which while who whom whose why
  will with within without would yet you your
  dame dr hon lady lord md miss mr mrs ms mx ph phd prof professor rev sir dphil msc bsc ba ma mph mba`.split(/\s+/),
);
