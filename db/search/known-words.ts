/** Words and places of English: somebody who typed one of them meant it. */
import { stemOf } from "./stems";

let kept: Promise<Set<string>> | undefined;

/** Whether a folded word stands in the dictionary of English, in any of its forms. */
export async function isEnglish(word: string): Promise<boolean> {
  kept ??= readStems();
  return (await kept).has(stemOf(word));
}

/** The dictionary's words are lines such as "football/MRZGS". */
async function readStems(): Promise<Set<string>> {
  const { default: dictionary } = await import("dictionary-en");
  const lines = Buffer.from(dictionary.dic).toString("utf8").split("\n").slice(1);
  return new Set(lines.map((line) => stemOf((line.split("/", 1)[0] as string).toLowerCase())));
}
