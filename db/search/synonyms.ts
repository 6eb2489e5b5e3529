/** Words that mean the same, as an admin lists them; several words can be one. */
import { words } from "../fold";
import { stemOf } from "./stems";

export interface Synonyms {
  /** By the stems of a phrase, joined by spaces: what else is searched for it, each as folded words. */
  others: Map<string, string[][]>;
  /** Of the longest phrase, in words. */
  longest: number;
}

export const NO_SYNONYMS: Synonyms = { others: new Map(), longest: 0 };

/**
 * Reads a list, one group a line: "zombie cells = senescent cells" finds either for both; with "Germany > Berlin = Bonn",
 * who searches for what stands before ">" also finds what stands after it, but not the other way round.
 */
export function readSynonyms(text: string): Synonyms {
  const others = new Map<string, string[][]>();
  const add = (key: string, phrase: string[]) => {
    const known = others.get(key) ?? [];
    if (keyOf(phrase) !== key && !known.some((one) => keyOf(one) === keyOf(phrase)))
      others.set(key, [...known, phrase]);
  };
  for (const line of text.split("\n")) {
    const [same = [], narrower = []] = line.split(">").map(phrasesOf);
    for (const one of same) for (const other of [...same, ...narrower]) add(keyOf(one), other);
  }
  const longest = Math.max(0, ...Array.from(others.keys(), (key) => key.split(" ").length));
  return { others, longest };
}

/** Whether a list finds for each phrase of another one all that the other finds for it. */
export function hasSynonyms({ others: known }: Synonyms, { others }: Synonyms): boolean {
  return Array.from(others).every(([key, phrases]) => {
    const own = new Set(known.get(key)?.map(keyOf));
    return phrases.every((phrase) => own.has(keyOf(phrase)));
  });
}

function phrasesOf(side: string): string[][] {
  return side
    .split("=")
    .map((phrase) => words(phrase))
    .filter((phrase) => phrase.length > 0);
}

export function keyOf(phrase: string[]): string {
  const [word = ""] = phrase;
  // The stem of "used" is "us".
  if (phrase.length === 1 && stemOf(word).length < SHORTEST_STEM) return word;
  return phrase.map(stemOf).join(" ");
}

const SHORTEST_STEM = 4;
