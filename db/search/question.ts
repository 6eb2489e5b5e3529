/** Reads a question: the significant words, each with its synonyms, without fillers. */
import { normalized, words } from "../fold";
import { isFormOfAddress } from "../names";
import { mentionToken, placeToken } from "./fields";
import { basesOfComparative } from "./known-words";
import { type AskedPlace, askedPlaces, possibleCities } from "./question-places";
import { latinOf, soundsOfForeign } from "./sounds";
import { stemOf } from "./stems";
import { isAuxiliary, MAX_AUXILIARIES, phraseKey, type Synonyms } from "./synonyms";
import { MAX_WORDS, typedWords } from "./terms";

export interface Unit {
  /** The folded words as typed: one word, or a phrase that has synonyms. */
  typed: string[];
  /** The searched forms: the typed one, unless it is an abbreviation that is also a filler, then synonyms. Words of a form must be adjacent. */
  forms: string[][];
  /** True if the unit ranks results, but is not required. */
  isOptional: boolean;
  /** True if the word may be a prefix: the last word, or every word if no record has the whole words. */
  isPrefix: boolean;
  /** True for a word in capitals, such as "WHO", which is not corrected. */
  isAbbreviation: boolean;
  /** The base forms of the word, used if no record has any of the forms: "happy" for "happier". */
  bases: string[][];
  /** The sounds of a name in another script. Names with these sounds are only proposed. */
  sounds?: string[];
  /** A place of work has its keys, which give its forms, and its names in texts. It is never left out. */
  place?: { keys: string[]; words: string[][] };
}

export interface Question {
  typed: string[];
  units: Unit[];
  /** Words for facts that records do not have, such as "women". */
  unrecordedWords: string[];
  /** True for two to four capitalised words, as in names: "Bernard Leach". */
  isName: boolean;
}

/** Words that are not searched. */
const FILLERS = new Set(
  `a about actually after again against all also always am an and any anybody anyone anything anywhere are as at be
  because been before being between both but by can could did do does doing done during each else even ever everybody
  everyone everything everywhere for from gave get gets give given gives giving got had has have having he hello
  her here hers herself hi him himself his how i if in into is it its itself just like list looking lot lots may
  maybe me might my myself need needs never no nobody nor not nothing of off often ok okay on once
  one only or our out over own people perhaps person please quite really same search she should show so some
  somebody someone something sometimes still such tell than thank thanks that the their them themselves then there
  these they this those through to too under until up us very want wanted wants was we were what whatever when
  where whether which while who whoever whom whose why will with without would you your`.split(/\s+/),
);

/** Tells whether a folded word is a filler, which is not searched. */
export function isFiller(word: string): boolean {
  return FILLERS.has(word);
}

/** Tells whether a folded word is a filler or a common word, which is neither marked in texts nor explains a result. */
export function isWeakWord(word: string): boolean {
  return FILLERS.has(word) || WEAK_STEMS.has(stemOf(word));
}

/** Returns all fillers and common words, for tests. */
export function weakWords(): string[] {
  return [...FILLERS, ...WEAK_WORDS];
}

/** Common words in questions about people. Experts who have them rank higher, but they are not required. */
const WEAK_WORDS =
  `advise argue article ask author bad base become believe best better big book call came career chair change chief
  claim coin come contact create dame day decide describe develop direct director discover dr early easy everyday
  expert explain famous fast feel fight figure find first folk folks former found founder get getting go goes
  going gone good great guy happen head help hire human idea important interview invent investigate invite keep
  kept kind know large lead leader learn less live long longer longest made main make many md meet more most mr
  mrs ms much name new nice old other paper phd pioneer popularise popularize possible prof professional propose
  publish put question really reason recommend research researcher run said say scholar scientist seem
  show sir small speak speaker specialise specialist specialize start story study stuff take taken talk teach
  tell term thing think time today took top true try use way well went win winner won wonder work world worth
  write written wrote year young`.split(/\s+/);
const WEAK_STEMS = new Set(WEAK_WORDS.map(stemOf));

/**
 * Returns runs of words that may be a title, with and without the words around it: "author of Age Later" also gives "age
 * later". Each run has at least three words, or two that are not fillers.
 */
export function runsOf(typed: string[]): string[][] {
  const first = Math.max(
    0,
    typed.findIndex((word) => !isWeakWord(word)),
  );
  const last = typed.findLastIndex((word) => !isWeakWord(word)) + 1 || typed.length;
  const runs = [typed, typed.slice(first), typed.slice(0, last), typed.slice(first, last)];
  return [...new Map(runs.map((run) => [run.join(" "), run])).values()].filter(
    (run) => run.length > 2 || (run.length === 2 && !run.some(isFiller)),
  );
}

/** Matches words that introduce the subject of a question: "what is known about", "research on", "anything on". */
const LEADS =
  /^(?:(?:what|how much) (?:is|do we|does one) (?:known?|understood) (?:about|of|on)|(?:research|researchers?|researching|work|works|working|studies|study|information|info|anything|something|everything|facts|experts?) (?:on|in|about|into|with|for) )/;

/** Returns the number of words that introduce the subject; 0 if nothing else would remain. */
function leadLength(typed: string[]): number {
  const text = `${typed.join(" ")} `;
  const lead = LEADS.exec(text)?.[0] ?? "";
  const words = lead.trim().split(" ").filter(Boolean).length;
  return typed.slice(words).some((word) => !isWeakWord(word)) ? words : 0;
}

/** Words for women and men, which are not searched: records do not have a person's sex, and texts with these words are about others. */
const GENDER_WORDS = new Set(
  "woman women female females lady ladies man men male males gentleman gentlemen".split(" "),
);
/** The limit of words between such a word and the word for people: "female deep sea researchers". */
const MAX_BEFORE_PEOPLE = 3;
const PEOPLE =
  /^(?:[a-z]{3,}(?:ers|ors|ists|ians|ist|ian)|(?:expert|entrepreneur|activist|academic|professor|researcher|founder|leader|speaker|investor|writer|author|director|advocate|pioneer|philosopher|[a-z]+grapher)s?|scholars?|laureates?|people|chiefs?|ceos?|scientist)$/;
/** Words after such a word that show that it means people: "women in biotech", "men who study sleep". */
const WORDS_AFTER_PEOPLE = new Set(
  "who whom whose working work studying study researching research in from at leading doing".split(" "),
);

/** Returns the positions of words that ask for women or men; [] if they are the subject: "men's health". */
function genderWordsIn(typed: string[]): number[] {
  const index = typed.findIndex((word) => GENDER_WORDS.has(word));
  if (index < 0 || !typed.slice(0, index).every(isWeakWord)) return [];
  // Treats "why do women live longer" and "how do men age" as subjects.
  if (typed.slice(0, index).some((word) => /^(why|how|do|does|did|when|where)$/.test(word))) return [];
  const wordsAfter = typed.slice(index + 1);
  if (wordsAfter.length === 0) return [];
  const personIndex = wordsAfter
    .slice(0, MAX_BEFORE_PEOPLE)
    .findIndex((word) => FILLERS.has(word) || PEOPLE.test(word));
  const isOfPeople =
    WORDS_AFTER_PEOPLE.has(wordsAfter[0] as string) ||
    (personIndex >= 0 && PEOPLE.test(wordsAfter[personIndex] as string));
  return isOfPeople ? [index] : [];
}

/** The limit of words in a question, including fillers. */
const MAX_QUESTION_WORDS = 60;

/** Returns the words of a text up to the twelfth that is not a filler. */
function wordsOfQuestion(text: string): string[] {
  const allWords = typedWords(text, MAX_QUESTION_WORDS);
  const countedPlaces = allWords.flatMap((word, index) => (FILLERS.has(word) ? [] : [index]));
  return allWords.slice(0, countedPlaces.length > 0 ? countedPlaces[MAX_WORDS] : MAX_WORDS);
}

/** The units to mark in texts, with the forms of each. `isPrefix` means that the first may be a prefix. */
export type Marks = (Pick<Unit, "typed" | "forms" | "isPrefix"> & { places?: string[] })[];

/** Returns the units of a question that are marked in texts: the required ones. */
export function marksOf(units: Unit[]): Marks {
  return units
    .filter(({ isOptional }) => !isOptional)
    .map(({ typed, forms, isPrefix, place }) => ({
      typed,
      forms: place?.words ?? forms,
      isPrefix,
      ...(place && { places: place.keys }),
    }));
}

interface Options {
  /** Leaves out words for facts that records do not have. */
  leavesOut?: boolean;
  /** The places from `placesAsked` that are read as places, not as words. */
  places?: AskedPlace[];
}

/** Returns the words to search, and those for facts that records do not have. */
function readWords(text: string, leavesOut: boolean): { typed: string[]; unrecordedWords: string[] } {
  const questionWords = wordsOfQuestion(text);
  // Keeps the word before a place: "in Germany" asks where.
  const subjectWords = questionWords.slice(Math.max(0, leadLength(questionWords) - 1));
  const genderPositions = leavesOut ? genderWordsIn(subjectWords) : [];
  const remainingWords = subjectWords.filter((_, index) => !genderPositions.includes(index));
  const hasRest = remainingWords.some((word) => !FILLERS.has(word));
  return {
    typed: hasRest ? remainingWords : subjectWords,
    unrecordedWords: hasRest ? genderPositions.map((at) => subjectWords[at] as string) : [],
  };
}

/** Returns the places in a question, each with its conditions, and the words that may be a city of a record. */
export function placesAsked(
  text: string,
  synonyms: Synonyms,
  leavesOut = false,
): { typed: string[]; places: AskedPlace[]; cities: AskedPlace[]; isName: boolean } {
  const { typed } = readWords(text, leavesOut);
  const capitals = capitalsIn(text);
  const phraseLength = (at: number) => phraseAt(typed, at, synonyms, capitals)?.length ?? 0;
  const places = askedPlaces({
    typed,
    capitals,
    capitalised: capitalisedIn(text),
    synonyms,
    isWeakWord,
    phraseAt: phraseLength,
  });
  return { typed, places, cities: possibleCities(typed, isWeakWord), isName: isWrittenAsName(text, typed) };
}

/** Reads a question of at most 12 words that are not fillers. */
export function readQuestion(
  text: string,
  synonyms: Synonyms,
  { leavesOut = false, places = [] }: Options = {},
): Question {
  const { typed, unrecordedWords } = readWords(text, leavesOut);
  const capitals = capitalsIn(text);
  const lastIndex = typed.length - 1;
  const saysOrigin = (at: number) => places.some(({ origin }) => origin?.includes(at));
  const units: Unit[] = [];
  const fillerUnits: Unit[] = [];
  for (let index = 0; index <= lastIndex; ) {
    const place = places.find((candidate) => candidate.at === index);
    if (place?.origin) {
      units.push(originUnit(place, typed.slice(index, index + place.length)));
      index += place.length;
      continue;
    }
    if (place) {
      const previousUnit = units.at(-1);
      const unitOfPlace = placeUnit(place, typed.slice(index, index + place.length));
      // Joins "Bristol or Birmingham" into one unit.
      if (previousUnit?.place && isJoinedByConjunction(typed, places, index))
        units.splice(-1, 1, joinPlaces(previousUnit, unitOfPlace));
      else units.push(unitOfPlace);
      index += place.length;
      continue;
    }
    const phrase = phraseAt(typed, index, synonyms, capitals);
    const unitWords = phrase ?? typed.slice(index, index + 1);
    const [word = ""] = unitWords;
    const isAbbreviation = unitWords.length === 1 && capitals.has(word);
    // Searches "WHO" only by its synonyms, because every text has the word "who".
    const isFillerAsWell = phrase !== null && isAbbreviation && FILLERS.has(word);
    const unit: Unit = {
      typed: unitWords,
      forms: formsOf(unitWords, synonyms, phrase !== null, splitJoinedWord(unitWords, synonyms)).slice(
        isFillerAsWell ? 1 : 0,
      ),
      isOptional:
        !phrase && !isAbbreviation && (WEAK_STEMS.has(stemOf(word)) || /^[a-z]$/.test(word) || saysOrigin(index)),
      isPrefix: index === lastIndex && unitWords.length === 1 && !isFillerAsWell,
      isAbbreviation,
      ...(unitWords.length === 1 && soundsOfForeign(word).length > 0 && { sounds: soundsOfForeign(word) }),
      bases:
        phrase || unitWords.length > 1
          ? []
          : basesOfComparative(word).flatMap((base) => formsOf([base], synonyms, true)),
    };
    const isFiller = !phrase && !isAbbreviation && FILLERS.has(word);
    const list = isFiller ? fillerUnits : units;
    // Skips repeated words.
    if (
      !list.some((earlier) => phraseKey(earlier.typed) === phraseKey(unitWords) && earlier.isPrefix === unit.isPrefix)
    )
      list.push(unit);
    index += unitWords.length;
  }
  const searchedUnits = units.length > 0 ? units : fillerUnits;
  if (searchedUnits.every(({ isOptional }) => isOptional)) for (const unit of searchedUnits) unit.isOptional = false;
  return { typed, units: searchedUnits, unrecordedWords, isName: isWrittenAsName(text, typed) };
}

/** The limit of words in a name. */
const MAX_NAME_WORDS = 4;

/** Tells whether a text is two to four capitalised words without titles and common words. */
function isWrittenAsName(text: string, typed: string[]): boolean {
  const capitalised = capitalisedIn(text);
  const isPart = (word: string) => capitalised.has(word) && !isWeakWord(word) && !isFormOfAddress(word);
  return typed.length > 1 && typed.length <= MAX_NAME_WORDS && typed.every(isPart);
}

function placeUnit({ keys, words }: AskedPlace, typed: string[]): Unit {
  const forms = keys.map((key) => [placeToken(key)]);
  return { typed, forms, isOptional: false, isPrefix: false, isAbbreviation: true, bases: [], place: { keys, words } };
}

/** Returns the unit of an origin, which matches people whose texts name the place, or who work there. */
function originUnit({ keys, words }: AskedPlace, typed: string[]): Unit {
  const tokens = keys.flatMap((key) => [[mentionToken(key)], [placeToken(key)]]);
  return { typed, forms: [...words, ...tokens], isOptional: false, isPrefix: false, isAbbreviation: true, bases: [] };
}

/** Tells whether a place follows another one with only "or" or "and" between them. */
function isJoinedByConjunction(typed: string[], places: AskedPlace[], at: number): boolean {
  const previousPlace = places.filter((place) => place.at < at).at(-1);
  const wordsBetween = previousPlace ? typed.slice(previousPlace.at + previousPlace.length, at) : [];
  return (
    wordsBetween.some((word) => word === "or" || word === "and") && wordsBetween.every((word) => FILLERS.has(word))
  );
}

function joinPlaces(first: Unit, second: Unit): Unit {
  const place = {
    keys: [...new Set([...(first.place?.keys ?? []), ...(second.place?.keys ?? [])])],
    words: [...(first.place?.words ?? []), ...(second.place?.words ?? [])],
  };
  const typed = [...first.typed, "or", ...second.typed];
  return { ...first, typed, forms: place.keys.map((key) => [placeToken(key)]), place };
}

/** Returns units whose places also match people who only mention them. */
export function matchMentions(units: Unit[]): Unit[] {
  return units.map((unit) => {
    if (!unit.place) return unit;
    const { keys, words } = unit.place;
    return { ...unit, forms: [...words, ...keys.map((key) => [mentionToken(key)]), ...unit.forms] };
  });
}

/** Returns the longest phrase with synonyms that begins here. */
function phraseAt(
  typed: string[],
  at: number,
  { byPhrase: synonyms, singleWords, longest }: Synonyms,
  capitals: Set<string>,
): string[] | null {
  if (longest === 0) return null;
  for (let length = Math.min(longest + MAX_AUXILIARIES, typed.length - at); length > 0; length--) {
    const phrase = typed.slice(at, at + length);
    if (length > 1 && (isAuxiliary(phrase[0] as string) || isAuxiliary(phrase.at(-1) as string))) continue;
    // Reads "us" and "who" as abbreviations only in capitals, and "fast" in "how fast" not as fasting.
    const [word = ""] = phrase;
    const isTooWeak =
      length === 1 && !capitals.has(word) && (FILLERS.has(word) || (isWeakWord(word) && !singleWords.has(word)));
    if (!isTooWeak && synonyms.has(phraseKey(phrase))) return phrase;
  }
  return null;
}

function formsOf(
  unitWords: string[],
  { byPhrase: synonyms }: Synonyms,
  isPhrase: boolean,
  parts?: string[],
): string[][] {
  const phraseForms = isPhrase ? (synonyms.get(phraseKey(unitWords)) ?? []) : [];
  const partForms = parts ? [parts, ...(synonyms.get(phraseKey(parts)) ?? [])] : [];
  const latinForms = unitWords.length === 1 ? latinOf(unitWords[0] as string) : [];
  return [unitWords, ...phraseForms, ...partForms, ...(latinForms.length > 0 ? [latinForms] : [])];
}

const MIN_PART_LENGTH = 3;

/** Divides a joined word into two that have synonyms as a phrase: "super agers" for "superagers". */
function splitJoinedWord([word = "", ...otherWords]: string[], synonyms: Synonyms): string[] | undefined {
  if (otherWords.length > 0 || !/^[a-z]+$/.test(word) || synonyms.byPhrase.has(phraseKey([word]))) return undefined;
  for (let index = MIN_PART_LENGTH; index <= word.length - MIN_PART_LENGTH; index++) {
    const parts = [word.slice(0, index), word.slice(index)];
    if (synonyms.byPhrase.has(phraseKey(parts))) return parts;
  }
  return undefined;
}

/** Returns folded words that were typed with a capital letter. */
function capitalisedIn(text: string): Set<string> {
  const typed = normalized(text.slice(0, 4_000), "NFC").match(/\p{Lu}[\p{L}\p{M}\p{N}]*/gu) ?? [];
  return new Set(typed.flatMap(words));
}

/** Returns folded words in capitals, unless the whole text is in capitals. */
function capitalsIn(text: string): Set<string> {
  const typed = normalized(text.slice(0, 4_000), "NFC").match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const capitalWords = typed.filter((word) => /^[\p{Lu}\p{N}]{2,6}$/u.test(word) && /\p{Lu}/u.test(word));
  return typed.length > 1 && capitalWords.length === typed.length && typed.length > 2
    ? new Set()
    : new Set(capitalWords.flatMap(words));
}
