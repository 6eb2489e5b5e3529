/**
 * Reads the world's countries, their parts, regions and larger cities with their names, from the data of
 * `scripts/places.ts`. Compares names as `plainWords` returns them.
 */
import { normalized, words } from "../fold";
import worldJson from "./world-data";

export interface Place {
  kind: "country" | "region" | "part" | "city";
  /** For example "DE", "150" for Europe, "DE-bavaria", "cologne". */
  key: string;
  /** Codes of ISO 3166-1: the country itself or around the place, or those of a region. */
  countries: string[];
}

interface World {
  countries: Record<string, { alpha3: string; names: string[]; people: string[] }>;
  parts: Record<string, { names: string[]; people: string[] }>;
  regions: Record<string, { names: string[]; people: string[]; countries: string[] }>;
  /** Cities by country and the parts around them, separated by spaces: "cologne;koln=cologne". */
  cities: Record<string, Record<string, string>>;
  /** Names of countries in other languages that `Intl.DisplayNames` does not have. */
  foreign: Record<string, string[]>;
  languages: string[];
  /** Names that are also ordinary words of English. */
  words: string[];
  /** The country of the clearly largest city, by names that cities of several countries have; "" if none is. */
  main: Record<string, string>;
}

const world: World = JSON.parse(worldJson);

const english = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

/** Returns a name in folded words: "cote d ivoire". */
export function plainWords(name: string): string {
  return words(name.replaceAll("&", " and ")).join(" ");
}

export function isCountryCode(code: string): boolean {
  return Object.hasOwn(world.countries, code);
}

/** Returns the English name of a country; "" for an unknown code. */
export function englishName(code: string): string {
  return isCountryCode(code) ? (english.of(code) ?? "") : "";
}

export interface Gazetteer {
  /** Places by plain names in English. */
  names: Map<string, Place[]>;
  /** Places by the names of their people and things: "kenyan", "dane". */
  people: Map<string, Place[]>;
  /** All names of a place and its people, by kind and key. */
  namesOf: Map<string, string[]>;
  /** The other names of a city in a country, and the keys of the parts around it. */
  cities: Map<string, { names: string[]; parts: string[] }>;
  regionsOf: Map<string, string[]>;
  isWord: (name: string) => boolean;
  /** Returns the country of a city name that has no further words; "" if it is ambiguous. */
  mainCountry: (name: string) => string | undefined;
  /** The number of words of the longest name by its first word. */
  longestFrom: Map<string, number>;
  /** The number of words of the longest name. */
  longest: number;
}

let cached: Gazetteer | undefined;

/** Returns the gazetteer, and builds it at the first call. */
export function gazetteer(): Gazetteer {
  cached ??= makeGazetteer();
  return cached;
}

function makeGazetteer(): Gazetteer {
  const names = new Map<string, Place[]>();
  const people = new Map<string, Place[]>();
  const namesOf = new Map<string, string[]>();
  const addAll = (place: Place, entry: { names: string[]; people: string[] }) => {
    namesOf.set(place.kind + place.key, [...entry.names, ...entry.people]);
    for (const name of entry.names) add(names, name, place);
    for (const name of entry.people) add(people, name, place);
  };
  for (const code of Object.keys(world.countries)) {
    const place = countryPlace(code);
    // Removes other countries' alternative names that are the English name of one country: "China".
    names.set(plainWords(englishName(code)), [place]);
  }
  const firstNames = new Set(names.keys());
  for (const [code, country] of Object.entries(world.countries)) {
    addAll(countryPlace(code), { ...country, names: country.names.filter((name) => !firstNames.has(name)) });
    namesOf.get(`country${code}`)?.push(plainWords(englishName(code)));
  }
  for (const [key, { countries, ...region }] of Object.entries(world.regions)) {
    const place: Place = { kind: "region", key, countries };
    addAll(place, region);
  }
  for (const [key, part] of Object.entries(world.parts)) {
    const place: Place = { kind: "part", key, countries: [key.slice(0, 2)] };
    addAll(place, part);
  }
  const cities: Gazetteer["cities"] = new Map();
  for (const [country, byParts] of Object.entries(world.cities))
    for (const [parts, list] of Object.entries(byParts))
      for (const entry of list.split(";")) {
        const cityNames = entry.split("=");
        const city = { names: cityNames, parts: parts.split(" ").filter(Boolean) };
        for (const name of cityNames) cities.set(`${country} ${name}`, city);
        for (const name of cityNames)
          add(names, name, { kind: "city", key: cityNames[0] as string, countries: [country] });
        namesOf.set(`city${cityNames[0]}`, cityNames);
      }
  const regionsOf = new Map<string, string[]>();
  for (const [key, { countries }] of Object.entries(world.regions))
    for (const code of countries) regionsOf.set(code, [...(regionsOf.get(code) ?? []), key]);
  const ordinaryWords = new Set(world.words);
  const longestFrom = new Map<string, number>();
  for (const name of [...names.keys(), ...people.keys()]) {
    const [first = "", ...rest] = name.split(" ");
    longestFrom.set(first, Math.max(longestFrom.get(first) ?? 0, 1 + rest.length));
  }
  const longest = Math.max(...longestFrom.values());
  return {
    names,
    people,
    namesOf,
    cities,
    regionsOf,
    isWord: (name) => ordinaryWords.has(name),
    mainCountry: (name) => world.main[name],
    longestFrom,
    longest,
  };
}

function countryPlace(code: string): Place {
  return { kind: "country", key: code, countries: [code] };
}

function add(to: Map<string, Place[]>, name: string, place: Place): void {
  const existingPlaces = to.get(name);
  if (!existingPlaces) to.set(name, [place]);
  else if (!existingPlaces.some(({ kind, key }) => kind === place.kind && key === place.key))
    existingPlaces.push(place);
}

let cachedForeignNames: Map<string, Place[]> | undefined;

/**
 * Returns countries and continents by their names in other languages, as `wordsWithMarks` and `plainWords` return them, and
 * countries by codes of three letters. The first call takes about 0.2 s.
 */
export function foreignNames(): Map<string, Place[]> {
  cachedForeignNames ??= makeForeignNames();
  return cachedForeignNames;
}

function makeForeignNames(): Map<string, Place[]> {
  const { names } = gazetteer();
  const byName = new Map<string, Place[]>();
  for (const [code, { alpha3 }] of Object.entries(world.countries))
    if (alpha3) add(byName, alpha3.toLowerCase(), countryPlace(code));
  const places = [
    ...Object.keys(world.countries).map(countryPlace),
    ...Object.entries(world.regions)
      .filter(([key]) => /^(?:\d{3}|EU)$/.test(key))
      .map(([key, { countries }]): Place => ({ kind: "region", key, countries })),
  ];
  for (const language of world.languages) {
    for (const style of ["long", "short"] as const) {
      const displayed = new Intl.DisplayNames(language, { type: "region", fallback: "none", style });
      for (const place of places) addForeign(displayed.of(place.key) ?? "", place);
    }
  }
  for (const [code, countryNames] of Object.entries(world.foreign))
    for (const name of countryNames) addForeign(name, countryPlace(code));
  return byName;

  function addForeign(name: string, place: Place): void {
    for (const written of new Set([wordsWithMarks(name), plainWords(name)]))
      if (written && !names.has(written)) add(byName, written, place);
  }
}

/** Works as `plainWords`, but keeps combining marks, which are vowels in Hindi, Thai and other scripts. */
export function wordsWithMarks(name: string): string {
  return (
    normalized(name, "NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  ).join(" ");
}
