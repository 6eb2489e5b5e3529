/** Reads an admin's list of synonyms, which may be phrases. */
import { words } from "../fold";
import { stemOf } from "./stems";

export interface Synonyms {
  /** Synonyms of a phrase by its stems, joined by spaces: each as folded words. */
  others: Map<string, string[][]>;
  /** The synonyms that stand after ">". */
  narrower: Map<string, string[][]>;
  /** The single words of the list. */
  listed: Set<string>;
  /** The number of words of the longest phrase. */
  longest: number;
}

export const NO_SYNONYMS: Synonyms = { others: new Map(), narrower: new Map(), listed: new Set(), longest: 0 };

/**
 * Reads a list with one group a line. "zombie cells = senescent cells" finds either for both. With "Germany > Berlin =
 * Bonn", a search for the part before ">" also finds the parts after it, but not the other way round.
 */
export function readSynonyms(text: string): Synonyms {
  const synonyms = new Map<string, string[][]>();
  const narrower: Synonyms["narrower"] = new Map();
  const listed = new Set<string>();
  const add = (to: Map<string, string[][]>, key: string, phrase: string[]) => {
    const existing = to.get(key) ?? [];
    if (keyOf(phrase) !== key && !existing.some((listedPhrase) => keyOf(listedPhrase) === keyOf(phrase)))
      to.set(key, [...existing, phrase]);
  };
  for (const line of text.split("\n")) {
    const [same = [], after = []] = line.split(">").map(phrasesOf);
    for (const first of same) for (const second of [...same, ...after]) add(synonyms, keyOf(first), second);
    for (const first of same) for (const second of after) add(narrower, keyOf(first), second);
    for (const phrase of same) if (phrase.length === 1) listed.add(phrase[0] as string);
  }
  const longest = Math.max(0, ...Array.from(synonyms.keys(), (key) => key.split(" ").length));
  return { others: synonyms, narrower, listed, longest };
}

/** Tells whether a list has all synonyms of another. */
export function hasSynonyms({ others: existing }: Synonyms, { others: wanted }: Synonyms): boolean {
  return Array.from(wanted).every(([key, phrases]) => {
    const keys = new Set(existing.get(key)?.map(keyOf));
    return phrases.every((phrase) => keys.has(keyOf(phrase)));
  });
}

function phrasesOf(side: string): string[][] {
  return side
    .split("=")
    .map((phrase) => words(phrase))
    .filter((phrase) => phrase.length > 0);
}

/**
 * Returns the form in which phrases are compared: the words without the endings of plurals and tenses, and with one word
 * for all persons.
 */
export function keyOf(phrase: string[]): string {
  const [word = ""] = phrase;
  // Keeps "used", whose stem is "us".
  if (phrase.length === 1 && stemOf(word).length < SHORTEST_STEM) return word;
  if (phrase.length === 1) return inflectionOf(word);
  const counting = phrase.filter((part) => !AUXILIARIES.has(part));
  const compared = counting.length > 1 ? counting : phrase;
  return compared.map((part) => (PERSONS.has(part) ? SOMEBODY : inflectionOf(part))).join(" ");
}

const SHORTEST_STEM = 4;

/**
 * Words that are left out: "how fast I am running" is "how fast I run", "the ends of the chromosomes" are "ends of
 * chromosomes", "never get sick" is "never sick".
 */
const AUXILIARIES = new Set(
  `a am an are be become becomes becoming been being did do does ever get gets getting got had has have having is my our the
  their was were your`.split(/\s+/),
);
/** Most of these words that a typed phrase may have beyond the list. */
export const MOST_AUXILIARIES = 3;

/** Tells whether a word is left out in comparisons of phrases. */
export function isAuxiliary(word: string): boolean {
  return AUXILIARIES.has(word);
}

/** Words for persons: "why do we age" is also "why do people age". */
const PERSONS = new Set("i we you they people humans everybody everyone somebody someone one person human".split(" "));
const SOMEBODY = "we";

/**
 * Returns the stem of a word, but keeps derived words apart: "pensions" and "pensioners" have one stem and are two words,
 * "pension" and "pensions" are one.
 */
function inflectionOf(word: string): string {
  const stem = stemOf(word);
  return MADE_OF_ANOTHER.test(word) ? `${stem}+${word.replace(/s$/, "")}` : stem;
}

/** Matches endings of nouns for people, qualities and actions that are derived from other words. */
const MADE_OF_ANOTHER = /[a-z]{3}(?:ers?|ors?|ists?|isms?|ists?|ions?|ness|ships?|ivity|ity|ments?|ives?|ables?)$/;
