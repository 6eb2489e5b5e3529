import { fold, normalized, words } from "~/db.server";

/** Folded titles and degrees around names. */
const TITLES = new Set(
  `dr prof professor sir dame lord lady mr mrs ms mx rev hon phd md mdphd dphil dsc scd msc bsc mba mph ma ba bs ms
  mbbs mbchb do rn jd frs frcp frcs facp faap facc fmedsci obe mbe cbe jr sr ii iii iv esq emeritus emerita
  distinguished`.split(/\s+/),
);
const DOTTED_DEGREES =
  /(?<=[\s,])(?:ph\.\s?d|m\.d|d\.phil|d\.sc|sc\.d|m\.sc|b\.sc|m\.p\.h|m\.b\.a|m\.a|b\.a)\.?(?![\p{L}\p{N}])/giu;
const PARTICLES = new Set("de da do dos das del della der den di du la le van von ter ten zu bin ibn al el".split(" "));
/** The number of middle names or initials between given name and surname. */
const MAX_MIDDLE_NAMES = 2;
const MAX_WORDS_BEFORE = 6;
const UNSPACED_SCRIPTS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

/** Returns whether a text contains the surname next to the given name or its initial, in either order. */
export function containsName(text: string, name: string): boolean {
  if (UNSPACED_SCRIPTS.test(name)) return compact(text).includes(compact(name));
  const { givenNames, surname } = splitName(name);
  if (surname.length === 0) return false;
  const textWords = words(text);
  let written: Written | undefined;
  for (
    let start = textWords.indexOf(surname[0] as string);
    start >= 0;
    start = textWords.indexOf(surname[0] as string, start + 1)
  ) {
    if (!surname.every((word, index) => textWords[start + index] === word)) continue;
    if (givenNames.length === 0) return true;
    const end = start + surname.length;
    const nearWords = [textWords[end] ?? "", ...wordsBefore(textWords, start)];
    if (nearWords.some((word) => word.length > 1 && givenNames.includes(word))) return true;
    written ??= new Written(text);
    if (hasInitials(written, { start, end }, givenNames)) return true;
  }
  return false;
}

/** Returns whether a text contains the words of the surname in order. */
export function containsSurname(text: string, name: string): boolean {
  if (UNSPACED_SCRIPTS.test(name)) return compact(text).includes(compact(name));
  const { surname } = splitName(name);
  return surname.length > 0 && ` ${words(text).join(" ")} `.includes(` ${surname.join(" ")} `);
}

function compact(text: string): string {
  return words(fold(text)).join("");
}

function splitName(name: string): { givenNames: string[]; surname: string[] } {
  const parts = name.replace(DOTTED_DEGREES, " ").split(",").map(withoutTitles);
  const [firstPart = [], secondPart = []] = parts.filter((part) => part.length > 0);
  // Reverses "Sinclair, David"; a comma after a full name ends it.
  const nameWords = firstPart.length === 1 && secondPart.length > 0 ? [...secondPart, ...firstPart] : [...firstPart];
  let start = nameWords.length - 1;
  while (start > 1 && PARTICLES.has(nameWords[start - 1] as string)) start--;
  return { givenNames: nameWords.slice(0, Math.max(0, start)), surname: nameWords.slice(Math.max(0, start)) };
}

/** Removes titles, but keeps two letters that may be a surname, as in "Jack Ma, MA". */
function withoutTitles(part: string): string[] {
  const partWords = part.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const withoutClearTitles = partWords.filter(
    (word) => !TITLES.has(fold(word)) || (word.length < 3 && !/^(dr|mr|ms)$/i.test(word)),
  );
  const withoutLikelyTitles = withoutClearTitles.filter(
    (word) => word.length !== 2 || word !== word.toUpperCase() || !TITLES.has(fold(word)),
  );
  return words((withoutLikelyTitles.length > 1 ? withoutLikelyTitles : withoutClearTitles).join(" "));
}

function wordsBefore(textWords: string[], start: number): string[] {
  const namesBefore: string[] = [];
  for (let index = start - 1, spelledOut = 0; index >= 0 && index >= start - MAX_WORDS_BEFORE; index--) {
    const word = textWords[index] as string;
    if (word.length > 1 && (FUNCTION_WORDS.has(word) || spelledOut++ > MAX_MIDDLE_NAMES)) break;
    namesBefore.push(word);
  }
  return namesBefore;
}

/** The words of a text as they are written, with the signs between them. Its numbers are those of `words`. */
class Written {
  readonly #parts: string[];

  constructor(text: string) {
    this.#parts = normalized(text, "NFKD")
      .replace(/\p{M}+/gu, "")
      .split(/([\p{L}\p{N}]+)/u);
  }

  word(number: number): string {
    return this.#parts[2 * number + 1] ?? "";
  }

  signsBefore(number: number): string {
    return this.#parts[2 * number] ?? "";
  }
}

/** Returns whether the surname has initials of the given names, but no other given name: "D. A. Sinclair", "Sinclair DA". */
function hasInitials(written: Written, { start, end }: { start: number; end: number }, givenNames: string[]): boolean {
  const initials = givenNames.map((word) => word[0]).join("");
  let first = start;
  while (
    first > start - MAX_WORDS_BEFORE &&
    /^\.?\s*(?:[-\u2010]\s*)?$/.test(written.signsBefore(first)) &&
    /^\p{Lu}{1,4}$/u.test(written.word(first - 1)) &&
    !TITLES.has(fold(written.word(first - 1)))
  )
    first--;
  if (first < start && areInitials(written.word(first), initials) && !followsName(written, first)) return true;
  if (first < start || followsName(written, start)) return false;
  const word = written.word(end);
  if (!/^,?\s+$/.test(written.signsBefore(end)) || !areInitials(word, initials)) return false;
  return !ENGLISH_WORDS.has(word) || !/^\s+$/.test(written.signsBefore(end + 1));
}

/** Returns whether a capital word that is no title precedes a word, as a given name does. */
function followsName(written: Written, number: number): boolean {
  const word = written.word(number - 1);
  if (!/^[^\S\n]+$/.test(written.signsBefore(number)) || !/^\p{Lu}./u.test(word)) return false;
  return !TITLES.has(fold(word)) && !FUNCTION_WORDS.has(fold(word));
}

function areInitials(written: string, initials: string): boolean {
  const word = fold(written);
  if (written !== written.toUpperCase()) return false;
  if (word.length < 2) return word !== "" && word === initials[0];
  if (written === written.toLowerCase() || TITLES.has(word) || FUNCTION_WORDS.has(word)) return false;
  return initials.length > 1 ? initials.startsWith(word) : word.length === 2 && word[0] === initials;
}

/** Single letters that are words. */
const ENGLISH_WORDS = new Set(["A", "I"]);
const FUNCTION_WORDS = new Set(
  `am an and as at be but by de do et for go he if in is it la me my no not of on or she so the to und up us was we
  who with`.split(/\s+/),
);
