/** Computes the sounds of names, so that "Кеньон" and "シンクレア" find Kenyon and Sinclair. Queries in Latin letters do not use them. */
import anyAscii from "any-ascii";
import { words } from "../fold";
import { STEM } from "./stems";

/** Marks sounds among indexed words. The digit distinguishes them from stems. */
const SOUND = `${STEM}0`;

/** The smallest number of consonants; too many names share fewer. */
const MIN_CONSONANTS = 3;

/** Replacements of different spellings of a sound in transliterations, in order. */
const SAME_SOUNDS: [RegExp, string][] = [
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
 * Returns the sounds of a word in Latin letters: its simplified consonants, and a variant without doubled ones. "シンクレア" has
 * one consonant for "l" and "r". Returns [] for a short word.
 */
export function soundsOf(word: string): string[] {
  if (!/^[a-z']+$/.test(word)) return [];
  const sound = SAME_SOUNDS.reduce((text, [from, to]) => text.replace(from, to), word.replaceAll("'", ""));
  const sounds = new Set([sound, sound.replace(/(.)\1+/g, "$1")]);
  return [...sounds].filter(({ length }) => length >= MIN_CONSONANTS).map((consonants) => SOUND + consonants);
}

/** Returns the sounds of the words of a name, as they are indexed. */
export function soundsOfName(name: string): string[] {
  return [...new Set(words(anyAscii(name)).flatMap(soundsOf))];
}

/** Returns the sounds of a folded word in a phonetic script; [] for Chinese characters, which Japanese reads differently. */
export function soundsOfForeign(word: string): string[] {
  return /\p{Script=Han}/u.test(word) ? [] : soundsOf(latinOf(word).join(""));
}

/** Transliterates a folded word of another script letter by letter. */
export function latinOf(word: string): string[] {
  if (!/^[\p{L}\p{M}\p{N}ー'’]+$/u.test(word) || /\p{scx=Latin}/u.test(word.replaceAll("ー", ""))) return [];
  return /\p{L}/u.test(word) && !/\p{Script=Han}/u.test(word) ? words(anyAscii(word)) : [];
}
