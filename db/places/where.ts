/** Where somebody works, as the search compares it, and the places that a question names. */
import anyAscii from "any-ascii";
import { fold } from "../fold";
import { englishName, foreignNames, gazetteer, type Place, plain } from "./world";

/** Returns the part of a place that is compared: ASCII letters and digits. */
export function keyOfPlace({ kind, key }: Pick<Place, "kind" | "key">): string {
  return KINDS[kind] + fold(anyAscii(key)).replace(/[^a-z0-9]/g, "");
}

const KINDS = { country: "n", region: "r", part: "p", city: "c" } as const;

const LONGEST_CITY = 200;

/** The keys of all places that a city and a country (its code, or "") lie in: themselves, state or province, continent. */
export function placeKeys(city: string, country: string): string[] {
  const { names, cities, regionsOf } = gazetteer();
  // "Novato, California", "Stone Town (Zanzibar)".
  const written = city
    .slice(0, LONGEST_CITY)
    .split(/[,;/()]/)
    .map(plain)
    .filter(Boolean);
  const [own = ""] = written;
  const known = cities.get(`${country} ${own}`);
  const parts = written.flatMap((name) =>
    (names.get(name) ?? []).filter(({ kind, countries }) => kind === "part" && countries[0] === country),
  );
  const keys = [
    ...(country ? [keyOfPlace({ kind: "country", key: country })] : []),
    ...(regionsOf.get(country) ?? []).map((key) => keyOfPlace({ kind: "region", key })),
    ...(known?.parts ?? []).map((key) => keyOfPlace({ kind: "part", key })),
    ...parts.map(keyOfPlace),
    ...[known?.names[0], ...written].flatMap((name) => (name ? [keyOfPlace({ kind: "city", key: name })] : [])),
  ];
  return [...new Set(keys)];
}

/** Some words of a question that name a place, or what is of it. */
export interface Named {
  at: number;
  length: number;
  /** Somebody who works in one of these works there. */
  keys: string[];
  /** How texts name it, in words: "germany", "german". */
  words: string[][];
  /** "german": who or what is of the place. */
  isOf: boolean;
  isCountry: boolean;
  /** An ordinary word as well: "turkey", "reading", "polish". */
  isWord: boolean;
}

/**
 * The places in folded words, the longest name first. @param meaning gives what a phrase covers, as an admin lists it: a
 * phrase that covers two places or more, and nothing else, is a region.
 */
export function placesIn(typed: string[], meaning: (phrase: string[]) => string[][]): Named[] {
  const found: Named[] = [];
  for (let at = 0; at < typed.length; ) {
    const named = longestAt(typed, at, meaning);
    if (named) found.push(named);
    at += named?.length ?? 1;
  }
  return found;
}

function longestAt(typed: string[], at: number, meaning: (phrase: string[]) => string[][]): Named | null {
  const { longest, isWord, names } = gazetteer();
  for (let length = Math.min(longest, typed.length - at); length > 0; length--) {
    const phrase = typed.slice(at, at + length);
    const name = phrase.join(" ");
    const { places, isOf } = placesCalled(name);
    const listed = meaning(phrase).map((one) => names.get(one.join(" ")) ?? []);
    const members = listed.flat();
    const isRegion = listed.length > 1 && listed.every((places) => places.length > 0);
    const all = isRegion ? members : places;
    if (all.length === 0) continue;
    const words = [phrase, ...(isRegion ? [] : all.flatMap(wordsFor))].filter((one) => one.join("").length > SHORTEST);
    return {
      at,
      length,
      keys: [...new Set(all.map(keyOfPlace))],
      words: [...new Map(words.map((word) => [word.join(" "), word])).values()],
      isOf,
      isCountry: all.some(({ kind }) => kind === "country"),
      isWord: isWord(name),
    };
  }
  return null;
}

/** Only what is no word of ASCII letters is looked for among names in other languages: few questions have one. */
function placesCalled(name: string): { places: Place[]; isOf: boolean } {
  const { names, people } = gazetteer();
  const places = names.get(name);
  if (places) return { places, isOf: false };
  const ofIt = people.get(name) ?? people.get(name.replace(/s$/, ""));
  if (ofIt) return { places: ofIt, isOf: true };
  const foreign = /^[\x00-\x7f]*$/.test(name) ? undefined : foreignNames().get(name);
  return { places: foreign ?? [], isOf: false };
}

const SMALL_WORDS = new Set("and of the de la le les du da do dos das del di".split(" "));

/**
 * The name of a place as it is written, for the words by which a question names it: "Germany" for "germany" and "german". A
 * name with a capital letter stays as it is, but for that of a country.
 */
export function writtenPlace(asked: string): string {
  const { places } = placesCalled(plain(asked));
  const [place, ...others] = places;
  if (place?.kind === "country" && others.length === 0) return englishName(place.key);
  if (/\p{Lu}/u.test(asked)) return asked;
  return asked.replace(/[\p{L}\p{M}]+/gu, (word, at) =>
    at > 0 && SMALL_WORDS.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1),
  );
}

const LONGEST_WORDS = 3;
/** "us" stands in every text. */
const SHORTEST = 2;

/** Returns how English texts name a place and what is of it. */
function wordsFor(place: Place): string[][] {
  const { namesOf } = gazetteer();
  return (namesOf.get(place.kind + place.key) ?? [])
    .map((name) => name.split(" "))
    .filter((words) => words.length <= LONGEST_WORDS);
}

/** A place that a text names: which of its words, and the keys of where it lies. */
export interface Mention {
  at: number;
  length: number;
  keys: string[];
}

/**
 * The places that a text names in words with a capital letter. @param words of the text as they are written, in order. A city that
 * several countries have is read as the one that is clearly the largest; what is an ordinary word at the begin of a sentence is not read.
 */
export function mentionsIn(words: string[]): Mention[] {
  const { longestFrom, isWord } = gazetteer();
  const mentions: Mention[] = [];
  for (let at = 0; at < words.length; ) {
    const first = words[at] as string;
    const longest = /^\p{Lu}/u.test(first) ? (longestFrom.get(fold(first)) ?? 0) : 0;
    let length = Math.min(longest, words.length - at);
    for (; length > 0; length--) {
      const name = words
        .slice(at, at + length)
        .map(fold)
        .join(" ");
      if (isWord(name) || name.length <= SHORTEST_MENTION) continue;
      const keys = keysAround(name);
      if (keys.length === 0) continue;
      mentions.push({ at, length, keys });
      break;
    }
    at += Math.max(1, length);
  }
  return mentions;
}

/** The places that words name, or of whose people they speak, without the larger ones around them; ordinary words among them, too. */
export function placesNamed(words: string[]): Mention[] {
  const { longestFrom } = gazetteer();
  const found: Mention[] = [];
  for (let at = 0; at < words.length; ) {
    const first = words[at] as string;
    const longest = /^\p{Lu}/u.test(first) ? (longestFrom.get(plain(first).split(" ")[0] ?? "") ?? 1) : 0;
    let length = Math.min(longest, words.length - at);
    for (; length > 0; length--) {
      const { places } = placesCalled(plain(words.slice(at, at + length).join(" ")));
      if (places.length === 0) continue;
      found.push({ at, length, keys: [...new Set(places.map(keyOfPlace))] });
      break;
    }
    at += Math.max(1, length);
  }
  return found;
}

/** "US" is a word for many things when it stands in a text without its stops. */
const SHORTEST_MENTION = 3;

/** The keys of what is called so, and of the larger places around it. */
function keysAround(name: string): string[] {
  const { cities, mainCountry } = gazetteer();
  const { places } = placesCalled(name);
  const meant = mainCountry(name);
  const keys = places.flatMap((place) => {
    const [country = ""] = place.countries;
    if (place.kind === "region") return [keyOfPlace(place)];
    if (place.kind === "country" || place.kind === "part") return [keyOfPlace(place), ...placeKeys("", country)];
    if (meant !== undefined && meant !== country) return [keyOfPlace(place)];
    const parts = cities.get(`${country} ${name}`)?.parts ?? [];
    return [keyOfPlace(place), ...parts.map((key) => keyOfPlace({ kind: "part", key })), ...placeKeys("", country)];
  });
  return [...new Set(keys)];
}
