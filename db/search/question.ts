/** What a reader asks for: the words that count, each with the other words for it, without the filler of a question. */
import { normalized, words } from "../fold";
import { isFormOfAddress } from "../names";
import { mentionToken, placeToken } from "./fields";
import { comparedOf } from "./known-words";
import { type AskedPlace, askedPlaces, possibleCities } from "./question-places";
import { latinOf, soundsOfForeign } from "./sounds";
import { stemOf } from "./stems";
import { isAuxiliary, keyOf, MOST_AUXILIARIES, type Synonyms } from "./synonyms";
import { MAX_WORDS, typedWords } from "./terms";

export interface Unit {
  /** As typed, folded: one word, or a phrase that has other words for it. */
  typed: string[];
  /** What is searched for, first as typed, unless that is an abbreviation that is also a filler. Words of a phrase stand beside each other. */
  forms: string[][];
  /** Ranks, but does not have to be there. */
  isLoose: boolean;
  /** The last word, or each where nobody has the words whole: also a beginning of a word. */
  begins: boolean;
  /** In capitals, such as "WHO": no typo. */
  isAbbreviation: boolean;
  /** Where nobody has any of the forms: those of the words that it is made of, "happy" for "happier". */
  bases: string[][];
  /** How a name sounds that is typed in another script: nobody is found by it, but proposed. */
  sounds?: string[];
  /** Of a place where somebody works, its keys and how texts name it: it is never left out. Its forms are made of the keys. */
  place?: { keys: string[]; words: string[][] };
}

export interface Question {
  typed: string[];
  units: Unit[];
  /** Words that ask for what no record says of anybody: "women" who work on something. */
  notSaid: string[];
  /** Two to four words, each with a capital letter, as names are written: "Bernard Leach". */
  isName: boolean;
}

/** Never a reason to find somebody. */
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

/** Tells whether a folded word is no reason to find somebody. */
export function isFiller(word: string): boolean {
  return FILLERS.has(word);
}

/** Whether a folded word says too little to be marked in a text, or to choose the line that explains: a filler, or loose. */
export function saysLittle(word: string): boolean {
  return FILLERS.has(word) || LOOSE.has(stemOf(word));
}

/** Every word that is a filler, or asks loosely: what tests go through. */
export function wordsThatSayLittle(): string[] {
  return [...FILLERS, ...LOOSE_WORDS];
}

/** What questions about people are made of: who has it comes first, but nobody is left out for want of it. */
const LOOSE_WORDS =
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
const LOOSE = new Set(LOOSE_WORDS.map(stemOf));

/**
 * The typed words as they would stand in a title, one after the other, with and without what leads to it or follows:
 * "author of Age Later" is also "age later". Each has three words or more, or two that are no filler.
 */
export function runsOf(typed: string[]): string[][] {
  const first = Math.max(
    0,
    typed.findIndex((word) => !saysLittle(word)),
  );
  const last = typed.findLastIndex((word) => !saysLittle(word)) + 1 || typed.length;
  const runs = [typed, typed.slice(first), typed.slice(0, last), typed.slice(first, last)];
  return [...new Map(runs.map((run) => [run.join(" "), run])).values()].filter(
    (run) => run.length > 2 || (run.length === 2 && !run.some(isFiller)),
  );
}

/** What leads to the subject of a question and is none itself: "what is known about", "research on", "anything on". */
const LEADS =
  /^(?:(?:what|how much) (?:is|do we|does one) (?:known?|understood) (?:about|of|on)|(?:research|researchers?|researching|work|works|working|studies|study|information|info|anything|something|everything|facts|experts?) (?:on|in|about|into|with|for) )/;

/** Returns how many of the first words lead to the subject; 0 where nothing would be left. */
function leadOf(typed: string[]): number {
  const text = `${typed.join(" ")} `;
  const lead = LEADS.exec(text)?.[0] ?? "";
  const words = lead.trim().split(" ").filter(Boolean).length;
  return typed.slice(words).some((word) => !saysLittle(word)) ? words : 0;
}

/** Whether somebody is a woman or a man: no record says it, and a text with the word speaks of others. */
const SEXES = new Set("woman women female females lady ladies man men male males gentleman gentlemen".split(" "));
/** What stands between such a word and what the person is: "women physicists", "female deep sea researchers". */
const MOST_BEFORE_PEOPLE = 3;
const PEOPLE =
  /^(?:[a-z]{3,}(?:ers|ors|ists|ians|ist|ian)|(?:expert|entrepreneur|activist|academic|professor|researcher|founder|leader|speaker|investor|writer|author|director|advocate|pioneer|philosopher|[a-z]+grapher)s?|scholars?|laureates?|people|chiefs?|ceos?|scientist)$/;
/** What follows such a word when it stands for the people who are looked for: "women in biotech", "men who study sleep". */
const FOLLOWS = new Set(
  "who whom whose working work studying study researching research in from at leading doing".split(" "),
);

/** Which words ask whether those who are looked for are women or men; none where a subject is meant: "men's health". */
function sexesIn(typed: string[]): number[] {
  const at = typed.findIndex((word) => SEXES.has(word));
  if (at < 0 || !typed.slice(0, at).every(saysLittle)) return [];
  // "why do women live longer", "how do men age": a subject.
  if (typed.slice(0, at).some((word) => /^(why|how|do|does|did|when|where)$/.test(word))) return [];
  const after = typed.slice(at + 1);
  if (after.length === 0) return [];
  const people = after.slice(0, MOST_BEFORE_PEOPLE).findIndex((word) => FILLERS.has(word) || PEOPLE.test(word));
  const isOfPeople = FOLLOWS.has(after[0] as string) || (people >= 0 && PEOPLE.test(after[people] as string));
  return isOfPeople ? [at] : [];
}

/** Of a question that is typed as one speaks, with its fillers. */
const LONGEST_QUESTION = 60;

/** The words of a text before the thirteenth that counts. */
function wordsOfQuestion(text: string): string[] {
  const all = typedWords(text, LONGEST_QUESTION);
  const counting = all.flatMap((word, at) => (FILLERS.has(word) ? [] : [at]));
  return all.slice(0, counting.length > 0 ? counting[MAX_WORDS] : MAX_WORDS);
}

/** What was searched for: of each unit its forms, and whether the first may be the beginning of a word. */
export type Marks = (Pick<Unit, "typed" | "forms" | "begins"> & { places?: string[] })[];

/** What of a question is marked in texts: the units that have to be there. */
export function marksOf(units: Unit[]): Marks {
  return units
    .filter(({ isLoose }) => !isLoose)
    .map(({ typed, forms, begins, place }) => ({
      typed,
      forms: place?.words ?? forms,
      begins,
      ...(place && { places: place.keys }),
    }));
}

interface Options {
  /** What no record says stays among the words unless it is left out. */
  leavesOut?: boolean;
  /** Of `placesAsked`: those that are read as places. */
  places?: AskedPlace[];
}

/** The words that are read, and those that no record says. */
function wordsRead(text: string, leavesOut: boolean): { typed: string[]; notSaid: string[] } {
  const whole = wordsOfQuestion(text);
  // "in Germany" says where, so that the word before a place stays.
  const all = whole.slice(Math.max(0, leadOf(whole) - 1));
  const sexes = leavesOut ? sexesIn(all) : [];
  const rest = all.filter((_, at) => !sexes.includes(at));
  const isRest = rest.some((word) => !FILLERS.has(word));
  return { typed: isRest ? rest : all, notSaid: isRest ? sexes.map((at) => all[at] as string) : [] };
}

/** The places that a question asks for, each with what it depends on, and what may be a city that a record names. */
export function placesAsked(
  text: string,
  synonyms: Synonyms,
  leavesOut = false,
): { typed: string[]; places: AskedPlace[]; cities: AskedPlace[]; isName: boolean } {
  const { typed } = wordsRead(text, leavesOut);
  const capitals = capitalsIn(text);
  const phraseLength = (at: number) => phraseAt(typed, at, synonyms, capitals)?.length ?? 0;
  const places = askedPlaces({
    typed,
    capitals,
    capitalised: capitalisedIn(text),
    synonyms,
    saysLittle,
    phraseAt: phraseLength,
  });
  return { typed, places, cities: possibleCities(typed, saysLittle), isName: isWrittenAsName(text, typed) };
}

/** Reads a question of at most 12 words that count. */
export function readQuestion(
  text: string,
  synonyms: Synonyms,
  { leavesOut = false, places = [] }: Options = {},
): Question {
  const { typed, notSaid } = wordsRead(text, leavesOut);
  const capitals = capitalsIn(text);
  const last = typed.length - 1;
  const saysOrigin = (at: number) => places.some(({ origin }) => origin?.includes(at));
  const units: Unit[] = [];
  const dropped: Unit[] = [];
  for (let at = 0; at <= last; ) {
    const place = places.find((one) => one.at === at);
    if (place?.origin) {
      units.push(originUnit(place, typed.slice(at, at + place.length)));
      at += place.length;
      continue;
    }
    if (place) {
      const before = units.at(-1);
      const own = placeUnit(place, typed.slice(at, at + place.length));
      // "Bristol or Birmingham": in either.
      if (before?.place && isEither(typed, places, at)) units.splice(-1, 1, eitherOf(before, own));
      else units.push(own);
      at += place.length;
      continue;
    }
    const phrase = phraseAt(typed, at, synonyms, capitals);
    const own = phrase ?? typed.slice(at, at + 1);
    const [word = ""] = own;
    const isAbbreviation = own.length === 1 && capitals.has(word);
    // Of "WHO" only what it stands for is searched: every text has the word "who".
    const isFillerAsWell = phrase !== null && isAbbreviation && FILLERS.has(word);
    const unit: Unit = {
      typed: own,
      forms: formsOf(own, synonyms, phrase !== null, apart(own, synonyms)).slice(isFillerAsWell ? 1 : 0),
      isLoose: !phrase && !isAbbreviation && (LOOSE.has(stemOf(word)) || /^[a-z]$/.test(word) || saysOrigin(at)),
      begins: at === last && own.length === 1 && !isFillerAsWell,
      isAbbreviation,
      ...(own.length === 1 && soundsOfForeign(word).length > 0 && { sounds: soundsOfForeign(word) }),
      bases: phrase || own.length > 1 ? [] : comparedOf(word).flatMap((base) => formsOf([base], synonyms, true)),
    };
    const isFiller = !phrase && !isAbbreviation && FILLERS.has(word);
    const list = isFiller ? dropped : units;
    // A word that is said again asks for no more.
    if (!list.some((one) => keyOf(one.typed) === keyOf(own) && one.begins === unit.begins)) list.push(unit);
    at += own.length;
  }
  const asked = units.length > 0 ? units : dropped;
  if (asked.every(({ isLoose }) => isLoose)) for (const unit of asked) unit.isLoose = false;
  return { typed, units: asked, notSaid, isName: isWrittenAsName(text, typed) };
}

/** In words. */
const LONGEST_NAME = 4;

/** Tells whether a text is two to four words with capital letters, none of which is a title or says little. */
function isWrittenAsName(text: string, typed: string[]): boolean {
  const capitalised = capitalisedIn(text);
  const isPart = (word: string) => capitalised.has(word) && !saysLittle(word) && !isFormOfAddress(word);
  return typed.length > 1 && typed.length <= LONGEST_NAME && typed.every(isPart);
}

function placeUnit({ keys, words }: AskedPlace, typed: string[]): Unit {
  const forms = keys.map((key) => [placeToken(key)]);
  return { typed, forms, isLoose: false, begins: false, isAbbreviation: true, bases: [], place: { keys, words } };
}

/** Takes whoever names the place or works there: where somebody comes from stands in a text, or nowhere. */
function originUnit({ keys, words }: AskedPlace, typed: string[]): Unit {
  const tokens = keys.flatMap((key) => [[mentionToken(key)], [placeToken(key)]]);
  return { typed, forms: [...words, ...tokens], isLoose: false, begins: false, isAbbreviation: true, bases: [] };
}

/** Tells whether "or" or "and", and nothing else that counts, stands between a place and the one before it. */
function isEither(typed: string[], places: AskedPlace[], at: number): boolean {
  const before = places.filter((one) => one.at < at).at(-1);
  const between = before ? typed.slice(before.at + before.length, at) : [];
  return between.some((word) => word === "or" || word === "and") && between.every((word) => FILLERS.has(word));
}

function eitherOf(one: Unit, other: Unit): Unit {
  const place = {
    keys: [...new Set([...(one.place?.keys ?? []), ...(other.place?.keys ?? [])])],
    words: [...(one.place?.words ?? []), ...(other.place?.words ?? [])],
  };
  const typed = [...one.typed, "or", ...other.typed];
  return { ...one, typed, forms: place.keys.map((key) => [placeToken(key)]), place };
}

/** The units in which who only mentions a place has it as well. */
export function inMentions(units: Unit[]): Unit[] {
  return units.map((unit) => {
    if (!unit.place) return unit;
    const { keys, words } = unit.place;
    return { ...unit, forms: [...words, ...keys.map((key) => [mentionToken(key)]), ...unit.forms] };
  });
}

/** The longest phrase that begins there and has other words for it. */
function phraseAt(
  typed: string[],
  at: number,
  { others, listed, longest }: Synonyms,
  capitals: Set<string>,
): string[] | null {
  if (longest === 0) return null;
  for (let length = Math.min(longest + MOST_AUXILIARIES, typed.length - at); length > 0; length--) {
    const phrase = typed.slice(at, at + length);
    if (length > 1 && (isAuxiliary(phrase[0] as string) || isAuxiliary(phrase.at(-1) as string))) continue;
    // "us" and "who" are abbreviations only in capitals, and "how fast" asks for nobody's fasting.
    const [word = ""] = phrase;
    const isLess =
      length === 1 && !capitals.has(word) && (FILLERS.has(word) || (saysLittle(word) && !listed.has(word)));
    if (!isLess && others.has(keyOf(phrase))) return phrase;
  }
  return null;
}

function formsOf(own: string[], { others }: Synonyms, isPhrase: boolean, parts?: string[]): string[][] {
  const more = isPhrase ? (others.get(keyOf(own)) ?? []) : [];
  const ofParts = parts ? [parts, ...(others.get(keyOf(parts)) ?? [])] : [];
  const latin = own.length === 1 ? latinOf(own[0] as string) : [];
  return [own, ...more, ...ofParts, ...(latin.length > 0 ? [latin] : [])];
}

const SHORTEST_PART = 3;

/** The two words of a joined one that have other words as a phrase: "super agers" for "superagers". */
function apart([word = "", ...others]: string[], synonyms: Synonyms): string[] | undefined {
  if (others.length > 0 || !/^[a-z]+$/.test(word) || synonyms.others.has(keyOf([word]))) return undefined;
  for (let at = SHORTEST_PART; at <= word.length - SHORTEST_PART; at++) {
    const parts = [word.slice(0, at), word.slice(at)];
    if (synonyms.others.has(keyOf(parts))) return parts;
  }
  return undefined;
}

/** Folded words that are typed with a capital letter. */
function capitalisedIn(text: string): Set<string> {
  const typed = normalized(text.slice(0, 4_000), "NFC").match(/\p{Lu}[\p{L}\p{M}\p{N}]*/gu) ?? [];
  return new Set(typed.flatMap(words));
}

/** Folded words that are typed in capitals, in a text that is not. */
function capitalsIn(text: string): Set<string> {
  const typed = normalized(text.slice(0, 4_000), "NFC").match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const inCapitals = typed.filter((word) => /^[\p{Lu}\p{N}]{2,6}$/u.test(word) && /\p{Lu}/u.test(word));
  return typed.length > 1 && inCapitals.length === typed.length && typed.length > 2
    ? new Set()
    : new Set(inCapitals.flatMap(words));
}
