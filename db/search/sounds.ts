/** How names sound, so that "Кеньон" and "シンクレア" find Kenyon and Sinclair: never for what is typed in Latin letters. */
import anyAscii from "any-ascii";
import { words } from "../fold";
import { STEM } from "./stems";

/** Stands before a sound among indexed words: no word that is typed has it, and no stem begins with a digit. */
const SOUND = `${STEM}0`;

/** Fewer consonants are those of too many names. */
const SHORTEST = 3;

/** What transliterations of a script write for one sound, the longer first; in the order in which they are replaced. */
const SAME: [RegExp, string][] = [
  [/tsch|tch|dzh|dge|dj/g, "j"],
  [/sch|sh|zh|ch|ts|x/g, "s"],
  [/kh/g, "h"],
  [/ph|v/g, "f"],
  [/th/g, "t"],
  [/c(?=[eiy])|z/g, "s"],
  [/ck|qu|c|q/g, "k"],
  [/l/g, "r"],
  [/(.)\1+/g, "$1"],
  [/(?!^)h/g, ""],
  [/^[aeiouyw]+/, "a"],
  [/(?!^)[aeiouyw]/g, ""],
];

/**
 * The consonants of a word in Latin letters, alike for what sounds alike, also with one for two of a kind, as "シンクレア" has
 * one for the "l" and the "r" of Sinclair; none for a short one.
 */
export function soundsOf(word: string): string[] {
  if (!/^[a-z']+$/.test(word)) return [];
  const sound = SAME.reduce((text, [from, to]) => text.replace(from, to), word.replaceAll("'", ""));
  const sounds = new Set([sound, sound.replace(/(.)\1+/g, "$1")]);
  return [...sounds].filter(({ length }) => length >= SHORTEST).map((one) => SOUND + one);
}

/** The sounds of the words of a name, as they are indexed. */
export function soundsOfName(name: string): string[] {
  return [...new Set(words(anyAscii(name)).flatMap(soundsOf))];
}

/** Of a folded word in a script that tells how it sounds; of Chinese characters nothing does, as Japanese reads them otherwise. */
export function soundsOfForeign(word: string): string[] {
  return /\p{Script=Han}/u.test(word) ? [] : soundsOf(latinOf(word).join(""));
}

/** A folded word in another script in Latin letters, as far as each letter tells. */
export function latinOf(word: string): string[] {
  if (!/^[\p{L}\p{M}\p{N}ー'’]+$/u.test(word) || /\p{scx=Latin}/u.test(word.replaceAll("ー", ""))) return [];
  return /\p{L}/u.test(word) && !/\p{Script=Han}/u.test(word) ? words(anyAscii(word)) : [];
}
