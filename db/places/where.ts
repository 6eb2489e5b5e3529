/** Returns keys for comparing places of work, and finds places in questions and texts. */
import anyAscii from "any-ascii";
import { fold } from "../fold";
import { englishName, foreignNames, gazetteer, type Place, plainWords } from "./world";

/** Returns the key by which places are compared, in ASCII letters and digits. */
export function keyOfPlace({ kind, key }: Pick<Place, "kind" | "key">): string {
  return KINDS[kind] + fold(anyAscii(key)).replace(/[^a-z0-9]/g, "");
}

const KINDS = { country: "n", region: "r", part: "p", city: "c" } as const;

const MAX_CITY_LENGTH = 200;

/** Returns the keys of a city and a country (its code, or "") and of the places around them: state or province, regions. */
export function placeKeys(city: string, country: string): string[] {
  const { names, cities, regionsOf } = gazetteer();
  // Divides "Novato, California" and "Stone Town (Zanzibar)".
  const writtenNames = city
    .slice(0, MAX_CITY_LENGTH)
    .split(/[,;/()]/)
    .map(plainWords)
    .filter(Boolean);
  const [cityName = ""] = writtenNames;
  const listedCity = cities.get(`${country} ${cityName}`);
  const parts = writtenNames.flatMap((name) =>
    (names.get(name) ?? []).filter(({ kind, countries }) => kind === "part" && countries[0] === country),
  );
  const keys = [
    ...(country ? [keyOfPlace({ kind: "country", key: country })] : []),
    ...(regionsOf.get(country) ?? []).map((key) => keyOfPlace({ kind: "region", key })),
    ...(listedCity?.parts ?? []).map((key) => keyOfPlace({ kind: "part", key })),
    ...parts.map(keyOfPlace),
    ...[listedCity?.names[0], ...writtenNames].flatMap((name) =>
      name ? [keyOfPlace({ kind: "city", key: name })] : [],
    ),
  ];
  return [...new Set(keys)];
}

/** Words of a question that name a place, or its people and things. */
export interface NamedPlace {
  at: number;
  length: number;
  /** The keys of the place. People who work in any of them work in the place. */
  keys: string[];
  /** The names of the place in texts, as words: "germany", "german". */
  words: string[][];
  /** True for people and things of the place, such as "german". */
  isDemonym: boolean;
  isCountry: boolean;
  /** True for ordinary words: "turkey", "reading", "polish". */
  isWord: boolean;
}

/**
 * Returns the places in folded words, the longest name first.
 * @param meaningsOf Returns the parts of a phrase in an admin's list. A phrase that covers two places or more, and nothing
 * else, is a region.
 */
export function placesIn(typed: string[], meaningsOf: (phrase: string[]) => string[][]): NamedPlace[] {
  const namedPlaces: NamedPlace[] = [];
  for (let index = 0; index < typed.length; ) {
    const namedPlace = longestPlaceAt(typed, index, meaningsOf);
    if (namedPlace) namedPlaces.push(namedPlace);
    index += namedPlace?.length ?? 1;
  }
  return namedPlaces;
}

function longestPlaceAt(typed: string[], at: number, meaningsOf: (phrase: string[]) => string[][]): NamedPlace | null {
  const { longest, isWord, names } = gazetteer();
  for (let length = Math.min(longest, typed.length - at); length > 0; length--) {
    const phrase = typed.slice(at, at + length);
    const name = phrase.join(" ");
    const { places, isDemonym } = placesCalled(name);
    const listedParts = meaningsOf(phrase).map((part) => names.get(part.join(" ")) ?? []);
    const members = listedParts.flat();
    const isRegion = listedParts.length > 1 && listedParts.every((places) => places.length > 0);
    const allPlaces = isRegion ? members : places;
    if (allPlaces.length === 0) continue;
    const words = [phrase, ...(isRegion ? [] : allPlaces.flatMap(wordsFor))].filter(
      (nameWords) => nameWords.join("").length > MAX_IGNORED_LENGTH,
    );
    return {
      at,
      length,
      keys: [...new Set(allPlaces.map(keyOfPlace))],
      words: [...new Map(words.map((word) => [word.join(" "), word])).values()],
      isDemonym,
      isCountry: allPlaces.some(({ kind }) => kind === "country"),
      isWord: isWord(name),
    };
  }
  return null;
}

/** Looks for names in other languages only if the word has other letters than ASCII, as few questions do. */
function placesCalled(name: string): { places: Place[]; isDemonym: boolean } {
  const { names, people } = gazetteer();
  const places = names.get(name);
  if (places) return { places, isDemonym: false };
  const peoplePlaces = people.get(name) ?? people.get(name.replace(/s$/, ""));
  if (peoplePlaces) return { places: peoplePlaces, isDemonym: true };
  const foreignPlaces = /^[\x00-\x7f]*$/.test(name) ? undefined : foreignNames().get(name);
  return { places: foreignPlaces ?? [], isDemonym: false };
}

const SMALL_WORDS = new Set("and of the de la le les du da do dos das del di".split(" "));

/**
 * Returns the written name of a place for the words of a question: "Germany" for "germany" and "german". Capitalised names
 * stay, except names of countries.
 */
export function writtenPlace(name: string): string {
  const { places } = placesCalled(plainWords(name));
  const [place, ...otherPlaces] = places;
  if (place?.kind === "country" && otherPlaces.length === 0) return englishName(place.key);
  if (/\p{Lu}/u.test(name)) return name;
  return name.replace(/[\p{L}\p{M}]+/gu, (word, index) =>
    index > 0 && SMALL_WORDS.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1),
  );
}

const MAX_PLACE_WORDS = 3;
/** The length up to which names are not searched: every text has "us". */
const MAX_IGNORED_LENGTH = 2;

/** Returns the words by which English texts name a place and its people or things. */
function wordsFor(place: Place): string[][] {
  const { namesOf } = gazetteer();
  return (namesOf.get(place.kind + place.key) ?? [])
    .map((name) => name.split(" "))
    .filter((words) => words.length <= MAX_PLACE_WORDS);
}

/** A place in a text: the position of its words, and the keys of the places around it. */
export interface Mention {
  at: number;
  length: number;
  keys: string[];
}

/**
 * Returns the places that a text names in capitalised words. A city name of several countries means the clearly largest
 * city; ordinary words at the beginning of a sentence are skipped.
 * @param words The words of the text as they are written, in order.
 */
export function mentionsIn(words: string[]): Mention[] {
  const { longestFrom, isWord } = gazetteer();
  const mentions: Mention[] = [];
  for (let index = 0; index < words.length; ) {
    const firstWord = words[index] as string;
    const longest = /^\p{Lu}/u.test(firstWord) ? (longestFrom.get(fold(firstWord)) ?? 0) : 0;
    let length = Math.min(longest, words.length - index);
    for (; length > 0; length--) {
      const name = words
        .slice(index, index + length)
        .map(fold)
        .join(" ");
      if (isWord(name) || name.length <= MAX_AMBIGUOUS_LENGTH) continue;
      const keys = keysAround(name);
      if (keys.length === 0) continue;
      mentions.push({ at: index, length, keys });
      break;
    }
    index += Math.max(1, length);
  }
  return mentions;
}

/**
 * Returns the places and peoples in a list of words, without the larger places around them; ordinary words are included.
 */
export function placesNamed(words: string[]): Mention[] {
  const { longestFrom } = gazetteer();
  const mentions: Mention[] = [];
  for (let index = 0; index < words.length; ) {
    const firstWord = words[index] as string;
    const longest = /^\p{Lu}/u.test(firstWord) ? (longestFrom.get(plainWords(firstWord).split(" ")[0] ?? "") ?? 1) : 0;
    let length = Math.min(longest, words.length - index);
    for (; length > 0; length--) {
      const { places } = placesCalled(plainWords(words.slice(index, index + length).join(" ")));
      if (places.length === 0) continue;
      mentions.push({ at: index, length, keys: [...new Set(places.map(keyOfPlace))] });
      break;
    }
    index += Math.max(1, length);
  }
  return mentions;
}

/** The length up to which a name counts as no mention: "US" has many meanings. */
const MAX_AMBIGUOUS_LENGTH = 3;

/** Returns the keys of the places with this name, and of the larger places around them. */
function keysAround(name: string): string[] {
  const { cities, mainCountry } = gazetteer();
  const { places } = placesCalled(name);
  const mainPlace = mainCountry(name);
  const keys = places.flatMap((place) => {
    const [country = ""] = place.countries;
    if (place.kind === "region") return [keyOfPlace(place)];
    if (place.kind === "country" || place.kind === "part") return [keyOfPlace(place), ...placeKeys("", country)];
    if (mainPlace !== undefined && mainPlace !== country) return [keyOfPlace(place)];
    const parts = cities.get(`${country} ${name}`)?.parts ?? [];
    return [keyOfPlace(place), ...parts.map((key) => keyOfPlace({ kind: "part", key })), ...placeKeys("", country)];
  });
  return [...new Set(keys)];
}
