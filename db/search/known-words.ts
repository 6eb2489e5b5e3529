/** Words and places of English: somebody who typed one of them meant it. */
import { stemOf } from "./stems";

let kept: Promise<{ words: Set<string>; stems: Set<string> }> | undefined;

/** Ends as a plural, a past, a gerund or an adverb do. */
export const INFLECTED = /(s|ed|ing|ly)$/;

/** Whether a folded word stands in the dictionary of English, as it is or inflected. */
export async function isEnglish(word: string): Promise<boolean> {
  kept ??= readDictionary();
  const { words, stems } = await kept;
  return (
    words.has(word) ||
    (INFLECTED.test(word) && stems.has(stemOf(word))) ||
    comparedOf(word).some((one) => words.has(one))
  );
}

/** What "faster" and "strongest", "larger", "happier" and "bigger" are made of, as far as their letters tell. */
export function comparedOf(word: string): string[] {
  const [, base = ""] = /^([a-z]{3,})(?:er|est)$/.exec(word) ?? [];
  if (!base) return [];
  return [base, `${base}e`, base.replace(/i$/, "y"), base.replace(/([bdgmnpt])\1$/, "$1")];
}

/** The dictionary's words are lines such as "football/MRZGS". */
async function readDictionary() {
  const { default: dictionary } = await import("dictionary-en");
  const lines = Buffer.from(dictionary.dic).toString("utf8").split("\n").slice(1);
  const words = lines.map((line) => (line.split("/", 1)[0] as string).toLowerCase());
  return { words: new Set(words), stems: new Set(words.map(stemOf)) };
}
