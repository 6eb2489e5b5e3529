/** Which places a question asks for: somebody works there. Others are parts of names and subjects: "Boston University", "French paradox". */
import { keyOfPlace, type Named, placesIn } from "../places/where";
import { keyOf, type Synonyms } from "./synonyms";

/** A place that is asked for, if what it depends on holds. */
export interface AskedPlace extends Named {
  /** Where somebody has one of these phrases, the words are no place: they name something. */
  unless: string[][];
  /** Whether the words are no place where somebody is named so. */
  unlessNamed: boolean;
  /** Where somebody is said to come from, not to work: the places of the words that say so. */
  origin?: number[];
}

interface Reading {
  typed: string[];
  /** Folded words that are typed in capitals. */
  capitals: Set<string>;
  /** Folded words that are typed with a capital letter. */
  capitalised: Set<string>;
  synonyms: Synonyms;
  /** Whether a word says too little to ask for anything. */
  saysLittle: (word: string) => boolean;
  /** The words of the longest phrase that begins there and has other words for it. */
  phraseAt: (at: number) => number;
}

const IN = new Set("in from at near around across throughout within inside".split(" "));
/** What an institution, a paper or a water is named by, before "of" or a place. */
const NAMING =
  /^(?:universit|institut|colleg|school|academ|hospital|cent(?:er|re)|societ|clinic|museum|council|bank|journal|foundation|federation|associat|department|faculty|bay|gulf|sea|lake|mount|king|queen|bishop|lord)/;
/** Who is looked for: "german scientist", "african women in biotech". */
const PEOPLE =
  /^(?:[a-z]{3,}(?:[eo]rs|ists?|ians?|graphers?)|(?:expert|researcher|professor|founder|leader|speaker|investor|writer|author|director|doctor|engineer|teacher|lawyer|surgeon|nurse|scholar|laureate|entrepreneur|activist|academic|philosopher|advocate|pioneer|officer|minister|colleague|voice|chief|ceo)s?|people|persons?|somebody|anybody|someone|anyone|wom[ae]n|m[ae]n|who)$/;
const MOST_BEFORE_PEOPLE = 3;

/** Names of at most so many letters are read as places in capitals only, or where they are no words: "US", "uk". */
const SHORT = 2;

/** The places that are asked for, each with what it depends on. */
export function askedPlaces(reading: Reading): AskedPlace[] {
  const { typed, synonyms, phraseAt } = reading;
  const meaning = (phrase: string[]) => synonyms.narrower.get(keyOf(phrase)) ?? [];
  return placesIn(typed, meaning).flatMap((named) => {
    if (isInPhrase(named, phraseAt)) return [];
    const origin = originOf(named, typed);
    if (origin.length > 0) return [{ ...named, unless: [], unlessNamed: false, origin }];
    const asked = askedAs(named, reading);
    return asked ? [{ ...named, ...asked }] : [];
  });
}

/** What leads to where somebody comes from: "born in", "with roots in", "grew up in", "native of", "originally from". */
const COMES =
  /^(?:born|raised|bred|roots?|rooted|origins?|originates?|originating|ancestry|ancestors|descent|descended|heritage|native|natives|hails?|hailing|childhood|up|originally|emigrated|immigrated)$/;
/** What follows it: "chilean-born", "of Chilean descent", "from Chile originally". */
const COMING = /^(?:born|roots?|origins?|ancestry|descent|heritage|native|natives|originally|parentage|extraction)$/;
const TO_PLACE = new Set("in from of to".split(" "));

/** Returns the places of the words by which a place is where somebody comes from; none where it is not. */
function originOf({ at, length }: Pick<Named, "at" | "length">, typed: string[]): number[] {
  const lead = typed[at - 1] === "the" ? at - 2 : at - 1;
  const [verb, before] = [typed[lead - 1], typed[lead - 2]];
  if (TO_PLACE.has(typed[lead] ?? "") && verb !== undefined && COMES.test(verb)) {
    if (verb === "up" && !/^(?:gr[eo]w|growing|grown|brought)$/.test(before ?? "")) return [];
    return verb === "up" ? [lead - 2, lead - 1] : [lead - 1];
  }
  const next = typed[at + length];
  return next !== undefined && COMING.test(next) ? [at + length] : [];
}

/** Tells whether a longer phrase with other words for it has these words: "University of California, San Francisco". */
function isInPhrase({ at, length }: Named, phraseAt: (at: number) => number): boolean {
  for (let first = Math.max(0, at - LONGEST_PHRASE); first <= at; first++) {
    const words = phraseAt(first);
    if (words > length && first + words >= at + length) return true;
  }
  return false;
}

const LONGEST_PHRASE = 8;

function askedAs(named: Named, reading: Reading): Pick<AskedPlace, "unless" | "unlessNamed"> | null {
  const { typed, saysLittle, capitals, capitalised } = reading;
  const { at, length, isOf, isCountry, isWord } = named;
  const own = typed.slice(at, at + length);
  if (own.join("").length <= SHORT && !own.every((word) => capitals.has(word)) && (isWord || own.some(saysLittle)))
    return null;
  const isAll = typed.every((word, place) => (place >= at && place < at + length) || saysLittle(word));
  const isWritten = own.some((word) => capitalised.has(word));
  const after = typed.slice(at + length);
  const [next = ""] = after;
  const before = typed[at - 1] === "the" ? typed[at - 2] : typed[at - 1];
  const following = next && !saysLittle(next) ? [[...own, next]] : [];
  const unlessNamed = !isOf;
  if (isOf) {
    const people = after.slice(0, MOST_BEFORE_PEOPLE).some((word) => PEOPLE.test(word));
    if (isAll || people) return { unless: [], unlessNamed: false };
    return isWord && !isWritten ? null : { unless: following, unlessNamed: false };
  }
  const isIn = before !== undefined && IN.has(before);
  if (isWord && !(isWritten && (isIn || isAll)) && !(isCountry && (isIn || isAll))) return null;
  if (isIn) return { unless: following, unlessNamed: false };
  if (isAll) return { unless: [], unlessNamed };
  if (before === "of") {
    const named = typed[at - 2] === "the" ? typed[at - 3] : typed[at - 2];
    if (named && NAMING.test(named)) return null;
    const phrase = named && !saysLittle(named) && !PEOPLE.test(named) ? [[named, ...own]] : [];
    return { unless: [...phrase, ...following], unlessNamed };
  }
  const naming = before && NAMING.test(before) ? [[before, ...own]] : [];
  return { unless: [...naming, ...following], unlessNamed };
}

/** In words. */
const LONGEST_CITY = 3;

/** What may be a city that nothing but a record names: after "in" and the like, or all that is asked. The longest first. */
export function possibleCities(typed: string[], saysLittle: (word: string) => boolean): AskedPlace[] {
  return typed.flatMap((_, at) => {
    const before = typed[at - 1];
    const isIn = before !== undefined && IN.has(before);
    const isFirst = typed.slice(0, at).every(saysLittle);
    if ((!isIn && !isFirst) || originOf({ at, length: 1 }, typed).length > 0) return [];
    const lengths = [LONGEST_CITY, 2, 1].filter((length) => at + length <= typed.length);
    return lengths.flatMap((length) => {
      const own = typed.slice(at, at + length);
      const isAll = typed.slice(at + length).every(saysLittle);
      if ((!isIn && !isAll) || saysLittle(own[0] as string) || saysLittle(own.at(-1) as string)) return [];
      const keys = [keyOfPlace({ kind: "city", key: own.join(" ") })];
      return [
        { at, length, keys, words: [own], isOf: false, isCountry: false, isWord: false, unless: [], unlessNamed: true },
      ];
    });
  });
}
