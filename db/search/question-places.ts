/** Finds places of work in a question. Other places belong to names and subjects: "Boston University", "French paradox". */
import { keyOfPlace, type NamedPlace, placesIn } from "../places/where";
import { phraseKey, type Synonyms } from "./synonyms";

/** A place in a question, with the conditions for it. */
export interface AskedPlace extends NamedPlace {
  /** Phrases that name something else: the words are not a place if a record has one of them. */
  unless: string[][];
  /** The words are not a place if an expert's name has them. */
  unlessNamed: boolean;
  /** If the question means the origin, not the place of work: the positions of the words that show it. */
  origin?: number[];
}

interface Reading {
  typed: string[];
  /** Folded words that were typed in capitals. */
  capitals: Set<string>;
  /** Folded words that were typed with a capital letter. */
  capitalised: Set<string>;
  synonyms: Synonyms;
  /** Tells whether a word is too weak to search for. */
  isWeakWord: (word: string) => boolean;
  /** Returns the number of words of the longest phrase with synonyms that begins here. */
  phraseAt: (at: number) => number;
}

const PREPOSITIONS = new Set("in from at near around across throughout within inside".split(" "));
/** Matches words for institutions, publications, waters and titles before "of" or a place. */
const INSTITUTION_WORD =
  /^(?:universit|institut|colleg|school|academ|hospital|cent(?:er|re)|societ|clinic|museum|council|bank|journal|foundation|federation|associat|department|faculty|bay|gulf|sea|lake|mount|king|queen|bishop|lord)/;
/** Matches words for people: "german scientist", "african women in biotech". */
const PEOPLE =
  /^(?:[a-z]{3,}(?:[eo]rs|ists?|ians?|graphers?)|(?:expert|researcher|professor|founder|leader|speaker|investor|writer|author|director|doctor|engineer|teacher|lawyer|surgeon|nurse|scholar|laureate|entrepreneur|activist|academic|philosopher|advocate|pioneer|officer|minister|colleague|voice|chief|ceo)s?|people|persons?|somebody|anybody|someone|anyone|wom[ae]n|m[ae]n|who)$/;
const MAX_BEFORE_PEOPLE = 3;

/** The length up to which names that are also words are places only in capitals: "US". */
const SHORT_NAME_LENGTH = 2;

/** Returns the places in a question, each with its conditions. */
export function askedPlaces(reading: Reading): AskedPlace[] {
  const { typed, synonyms, phraseAt } = reading;
  const meaningsOf = (phrase: string[]) => synonyms.narrower.get(phraseKey(phrase)) ?? [];
  return placesIn(typed, meaningsOf).flatMap((namedPlace) => {
    if (isInPhrase(namedPlace, phraseAt)) return [];
    const origin = originOf(namedPlace, typed);
    if (origin.length > 0) return [{ ...namedPlace, unless: [], unlessNamed: false, origin }];
    const conditions = conditionsOf(namedPlace, reading);
    return conditions ? [{ ...namedPlace, ...conditions }] : [];
  });
}

/** Matches words before an origin: "born in", "with roots in", "grew up in", "native of", "originally from". */
const ORIGIN_BEFORE =
  /^(?:born|raised|bred|roots?|rooted|origins?|originates?|originating|ancestry|ancestors|descent|descended|heritage|native|natives|hails?|hailing|childhood|up|originally|emigrated|immigrated)$/;
/** Matches words after an origin: "chilean-born", "of Chilean descent", "from Chile originally". */
const ORIGIN_AFTER =
  /^(?:born|roots?|origins?|ancestry|descent|heritage|native|natives|originally|parentage|extraction)$/;
const ORIGIN_PREPOSITIONS = new Set("in from of to".split(" "));

/** Returns the positions of the words that make a place an origin; [] if it is not one. */
function originOf({ at, length }: Pick<NamedPlace, "at" | "length">, typed: string[]): number[] {
  const lead = typed[at - 1] === "the" ? at - 2 : at - 1;
  const [verb, wordBeforeVerb] = [typed[lead - 1], typed[lead - 2]];
  if (ORIGIN_PREPOSITIONS.has(typed[lead] ?? "") && verb !== undefined && ORIGIN_BEFORE.test(verb)) {
    if (verb === "up" && !/^(?:gr[eo]w|growing|grown|brought)$/.test(wordBeforeVerb ?? "")) return [];
    return verb === "up" ? [lead - 2, lead - 1] : [lead - 1];
  }
  const nextWord = typed[at + length];
  return nextWord !== undefined && ORIGIN_AFTER.test(nextWord) ? [at + length] : [];
}

/** Tells whether a longer phrase with synonyms has these words: "University of California, San Francisco". */
function isInPhrase({ at, length }: NamedPlace, phraseAt: (at: number) => number): boolean {
  for (let first = Math.max(0, at - MAX_PHRASE_WORDS); first <= at; first++) {
    const words = phraseAt(first);
    if (words > length && first + words >= at + length) return true;
  }
  return false;
}

const MAX_PHRASE_WORDS = 8;

function conditionsOf(namedPlace: NamedPlace, reading: Reading): Pick<AskedPlace, "unless" | "unlessNamed"> | null {
  const { typed, isWeakWord, capitals, capitalised } = reading;
  const { at, length, isDemonym, isCountry, isWord } = namedPlace;
  const placeWords = typed.slice(at, at + length);
  if (
    placeWords.join("").length <= SHORT_NAME_LENGTH &&
    !placeWords.every((word) => capitals.has(word)) &&
    (isWord || placeWords.some(isWeakWord))
  )
    return null;
  const isWholeQuestion = typed.every((word, index) => (index >= at && index < at + length) || isWeakWord(word));
  const isCapitalised = placeWords.some((word) => capitalised.has(word));
  const wordsAfter = typed.slice(at + length);
  const [nextWord = ""] = wordsAfter;
  const wordBefore = typed[at - 1] === "the" ? typed[at - 2] : typed[at - 1];
  const followingPhrases = nextWord && !isWeakWord(nextWord) ? [[...placeWords, nextWord]] : [];
  const unlessNamed = !isDemonym;
  if (isDemonym) {
    const isBeforePeople = wordsAfter.slice(0, MAX_BEFORE_PEOPLE).some((word) => PEOPLE.test(word));
    if (isWholeQuestion || isBeforePeople) return { unless: [], unlessNamed: false };
    return isWord && !isCapitalised ? null : { unless: followingPhrases, unlessNamed: false };
  }
  const isAfterPreposition = wordBefore !== undefined && PREPOSITIONS.has(wordBefore);
  if (
    isWord &&
    !(isCapitalised && (isAfterPreposition || isWholeQuestion)) &&
    !(isCountry && (isAfterPreposition || isWholeQuestion))
  )
    return null;
  if (isAfterPreposition) return { unless: followingPhrases, unlessNamed: false };
  if (isWholeQuestion) return { unless: [], unlessNamed };
  if (wordBefore === "of") {
    const wordBeforeOf = typed[at - 2] === "the" ? typed[at - 3] : typed[at - 2];
    if (wordBeforeOf && INSTITUTION_WORD.test(wordBeforeOf)) return null;
    const phrases =
      wordBeforeOf && !isWeakWord(wordBeforeOf) && !PEOPLE.test(wordBeforeOf) ? [[wordBeforeOf, ...placeWords]] : [];
    return { unless: [...phrases, ...followingPhrases], unlessNamed };
  }
  const institutionPhrases = wordBefore && INSTITUTION_WORD.test(wordBefore) ? [[wordBefore, ...placeWords]] : [];
  return { unless: [...institutionPhrases, ...followingPhrases], unlessNamed };
}

/** The limit of words in the name of a city. */
const MAX_CITY_WORDS = 3;

/** Returns words that may be a city which only records know: after a preposition, or the whole question. The longest come first. */
export function possibleCities(typed: string[], isWeakWord: (word: string) => boolean): AskedPlace[] {
  return typed.flatMap((_, index) => {
    const wordBefore = typed[index - 1];
    const isAfterPreposition = wordBefore !== undefined && PREPOSITIONS.has(wordBefore);
    const isFirst = typed.slice(0, index).every(isWeakWord);
    if ((!isAfterPreposition && !isFirst) || originOf({ at: index, length: 1 }, typed).length > 0) return [];
    const lengths = [MAX_CITY_WORDS, 2, 1].filter((length) => index + length <= typed.length);
    return lengths.flatMap((length) => {
      const cityWords = typed.slice(index, index + length);
      const isRestWeak = typed.slice(index + length).every(isWeakWord);
      if (
        (!isAfterPreposition && !isRestWeak) ||
        isWeakWord(cityWords[0] as string) ||
        isWeakWord(cityWords.at(-1) as string)
      )
        return [];
      const keys = [keyOfPlace({ kind: "city", key: cityWords.join(" ") })];
      return [
        {
          at: index,
          length,
          keys,
          words: [cityWords],
          isDemonym: false,
          isCountry: false,
          isWord: false,
          unless: [],
          unlessNamed: true,
        },
      ];
    });
  });
}
