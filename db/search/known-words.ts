/** Words and places of English: somebody who typed one of them meant it. */
import { stemOf } from "./stems";

let kept: Promise<{ words: Set<string>; stems: Set<string> }> | undefined;

/** Ends as a plural, a past, a gerund or an adverb do. */
export const INFLECTED = /(s|ed|ing|ly)$/;

/** Whether a folded word stands in the dictionary of English, as it is or inflected. */
export async function isEnglish(word: string): Promise<boolean> {
  kept ??= readDictionary();
  const { words, stems } = await kept;
  return words.has(word) || (INFLECTED.test(word) && stems.has(stemOf(word)));
}

/** The dictionary's words are lines such as "football/MRZGS". */
async function readDictionary() {
  const { default: dictionary } = await import("dictionary-en");
  const lines = Buffer.from(dictionary.dic).toString("utf8").split("\n").slice(1);
  const words = lines.map((line) => (line.split("/", 1)[0] as string).toLowerCase());
  return { words: new Set(words), stems: new Set(words.map(stemOf)) };
}
