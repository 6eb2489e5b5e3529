/** Reads an admin's list of synonyms, which may be phrases. */
import { words } from "../fold";
import { stemOf } from "./stems";

export interface Synonyms {
  /** The synonyms of each phrase by its key, each as folded words. */
  byPhrase: Map<string, string[][]>;
  /** The synonyms after ">". */
  narrower: Map<string, string[][]>;
  /** The single words of the list. */
  singleWords: Set<string>;
  /** The number of words of the longest phrase. */
  longest: number;
}

export const NO_SYNONYMS: Synonyms = { byPhrase: new Map(), narrower: new Map(), singleWords: new Set(), longest: 0 };

/**
 * Reads a list with one group a line. "zombie cells = senescent cells" finds either for both. With "Germany > Berlin =
 * Bonn", a search for the part before ">" also finds the parts after it, but not the other way round.
 */
export function readSynonyms(text: string): Synonyms {
  const synonyms = new Map<string, string[][]>();
  const narrower: Synonyms["narrower"] = new Map();
  const singleWords = new Set<string>();
  const add = (target: Map<string, string[][]>, key: string, phrase: string[]) => {
    const existingPhrases = target.get(key) ?? [];
    if (
      phraseKey(phrase) !== key &&
      !existingPhrases.some((listedPhrase) => phraseKey(listedPhrase) === phraseKey(phrase))
    )
      target.set(key, [...existingPhrases, phrase]);
  };
  for (const line of text.split("\n")) {
    const [equalPhrases = [], narrowerPhrases = []] = line.split(">").map(phrasesOf);
    for (const first of equalPhrases)
      for (const second of [...equalPhrases, ...narrowerPhrases]) add(synonyms, phraseKey(first), second);
    for (const first of equalPhrases) for (const second of narrowerPhrases) add(narrower, phraseKey(first), second);
    for (const phrase of equalPhrases) if (phrase.length === 1) singleWords.add(phrase[0] as string);
  }
  const longest = Math.max(0, ...Array.from(synonyms.keys(), (key) => key.split(" ").length));
  return { byPhrase: synonyms, narrower, singleWords, longest };
}

/** Tells whether a list has all synonyms of another. */
export function hasSynonyms({ byPhrase: existingSynonyms }: Synonyms, { byPhrase: wantedSynonyms }: Synonyms): boolean {
  return Array.from(wantedSynonyms).every(([key, phrases]) => {
    const keys = new Set(existingSynonyms.get(key)?.map(phraseKey));
    return phrases.every((phrase) => keys.has(phraseKey(phrase)));
  });
}

function phrasesOf(side: string): string[][] {
  return side
    .split("=")
    .map((phrase) => words(phrase))
    .filter((phrase) => phrase.length > 0);
}

/** Returns the key by which phrases are compared: the words without endings of plurals and tenses, and one word for all persons. */
export function phraseKey(phrase: string[]): string {
  const [word = ""] = phrase;
  // Keeps "used", whose stem is "us".
  if (phrase.length === 1 && stemOf(word).length < MIN_STEM_LENGTH) return word;
  if (phrase.length === 1) return inflectionOf(word);
  const mainWords = phrase.filter((part) => !AUXILIARIES.has(part));
  const comparedWords = mainWords.length > 1 ? mainWords : phrase;
  return comparedWords.map((part) => (PERSON_WORDS.has(part) ? PERSON_KEY : inflectionOf(part))).join(" ");
}

const MIN_STEM_LENGTH = 4;

/** Auxiliary words, which comparisons leave out: "how fast I am running" equals "how fast I run". */
const AUXILIARIES = new Set(
  `a am an are be become becomes becoming been being did do does ever get gets getting got had has have having is my our the
  their was were your`.split(/\s+/),
);
/** The limit of auxiliary words that a typed phrase may have beyond the listed one. */
export const MAX_AUXILIARIES = 3;

/** Tells whether a word is left out in comparisons of phrases. */
export function isAuxiliary(word: string): boolean {
  return AUXILIARIES.has(word);
}

/** Words for persons, which comparisons treat as equal: "why do we age" and "why do people age". */
const PERSON_WORDS = new Set(
  "i we you they people humans everybody everyone somebody someone one person human".split(" "),
);
const PERSON_KEY = "we";

/** Returns the stem of a word, but distinguishes derived words: "pensions" and "pensioners" differ, "pension" and "pensions" do not. */
function inflectionOf(word: string): string {
  const stem = stemOf(word);
  return DERIVED_WORD.test(word) ? `${stem}+${word.replace(/s$/, "")}` : stem;
}

/** Matches the endings of nouns that are derived from other words, for people, qualities and actions. */
const DERIVED_WORD = /[a-z]{3}(?:ers?|ors?|ists?|isms?|ists?|ions?|ness|ships?|ivity|ity|ments?|ives?|ables?)$/;
