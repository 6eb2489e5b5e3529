/** Words that mean the same, as an admin lists them; several words can be one. */
import { words } from "../fold";
import { stemOf } from "./stems";

export interface Synonyms {
  /** By the stems of a phrase, joined by spaces: what else is searched for it, each as folded words. */
  others: Map<string, string[][]>;
  /** Of those, what stands after ">". */
  narrower: Map<string, string[][]>;
  /** The phrases of one word, as they are written in the list. */
  listed: Set<string>;
  /** Of the longest phrase, in words. */
  longest: number;
}

export const NO_SYNONYMS: Synonyms = { others: new Map(), narrower: new Map(), listed: new Set(), longest: 0 };

/**
 * Reads a list, one group a line: "zombie cells = senescent cells" finds either for both; with "Germany > Berlin = Bonn",
 * who searches for what stands before ">" also finds what stands after it, but not the other way round.
 */
export function readSynonyms(text: string): Synonyms {
  const others = new Map<string, string[][]>();
  const narrower: Synonyms["narrower"] = new Map();
  const listed = new Set<string>();
  const add = (to: Map<string, string[][]>, key: string, phrase: string[]) => {
    const known = to.get(key) ?? [];
    if (keyOf(phrase) !== key && !known.some((one) => keyOf(one) === keyOf(phrase))) to.set(key, [...known, phrase]);
  };
  for (const line of text.split("\n")) {
    const [same = [], after = []] = line.split(">").map(phrasesOf);
    for (const one of same) for (const other of [...same, ...after]) add(others, keyOf(one), other);
    for (const one of same) for (const other of after) add(narrower, keyOf(one), other);
    for (const phrase of same) if (phrase.length === 1) listed.add(phrase[0] as string);
  }
  const longest = Math.max(0, ...Array.from(others.keys(), (key) => key.split(" ").length));
  return { others, narrower, listed, longest };
}

/** Tells whether a list finds for each phrase of another one all that the other finds for it. */
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

/** What a phrase is compared by: its words without the endings of plurals and tenses, whoever is spoken of. */
export function keyOf(phrase: string[]): string {
  const [word = ""] = phrase;
  // The stem of "used" is "us".
  if (phrase.length === 1 && stemOf(word).length < SHORTEST_STEM) return word;
  if (phrase.length === 1) return inflectionOf(word);
  const counting = phrase.filter((one) => !AUXILIARIES.has(one));
  const compared = counting.length > 1 ? counting : phrase;
  return compared.map((one) => (PERSONS.has(one) ? SOMEBODY : inflectionOf(one))).join(" ");
}

const SHORTEST_STEM = 4;

/**
 * "how fast I am running" is "how fast I run", "the ends of the chromosomes" are "ends of chromosomes", "never get sick" is
 * "never sick".
 */
const AUXILIARIES = new Set(
  `a am an are be become becomes becoming been being did do does ever get gets getting got had has have having is my our the
  their was were your`.split(/\s+/),
);
/** A typed phrase can have so many of these more than the list has. */
export const MOST_AUXILIARIES = 3;

/** Tells whether a word is left out where phrases are compared. */
export function isAuxiliary(word: string): boolean {
  return AUXILIARIES.has(word);
}

/** "why do we age" is "why do people age", too. */
const PERSONS = new Set("i we you they people humans everybody everyone somebody someone one person human".split(" "));
const SOMEBODY = "we";

/**
 * A stem, but of a word that is more than a form of another the word: "pensions" and "pensioners" have one stem and are two
 * words, "pension" and "pensions" are one.
 */
function inflectionOf(word: string): string {
  const stem = stemOf(word);
  return MADE_OF_ANOTHER.test(word) ? `${stem}+${word.replace(/s$/, "")}` : stem;
}

/** Ends as the names of people, qualities and doings do that are made of other words. */
const MADE_OF_ANOTHER = /[a-z]{3}(?:ers?|ors?|ists?|isms?|ists?|ions?|ness|ships?|ivity|ity|ments?|ives?|ables?)$/;
