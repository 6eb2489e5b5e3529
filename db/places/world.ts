/**
 * What others keep of the world, made by `scripts/places.ts`: states, their parts, regions and larger cities with their names.
 * Names are compared as `plain` writes them.
 */
import { normalized, words } from "../fold";
import kept from "./world-data";

export interface Place {
  kind: "country" | "region" | "part" | "city";
  /** "DE", "150" for Europe, "DE-bavaria", "cologne". */
  key: string;
  /** Codes of ISO 3166-1: of the country that it is or lies in, or of those of a region. */
  countries: string[];
}

interface World {
  countries: Record<string, { alpha3: string; names: string[]; people: string[] }>;
  parts: Record<string, { names: string[]; people: string[] }>;
  regions: Record<string, { names: string[]; people: string[]; countries: string[] }>;
  /** By country and the parts that they lie in, with spaces between: "cologne;koln=cologne". */
  cities: Record<string, Record<string, string>>;
  /** Names of countries in other languages that `Intl.DisplayNames` does not have. */
  foreign: Record<string, string[]>;
  languages: string[];
  /** Names that are ordinary words of English as well. */
  words: string[];
  /** By names that cities of several countries have: the country of the one that is clearly the largest, or "". */
  main: Record<string, string>;
}

const world: World = JSON.parse(kept);

const english = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

/** A name in folded words: "cote d ivoire". */
export function plain(name: string): string {
  return words(name.replaceAll("&", " and ")).join(" ");
}

export function isCountryCode(code: string): boolean {
  return Object.hasOwn(world.countries, code);
}

/** The English name of a country; "" for what is no code of one. */
export function englishName(code: string): string {
  return isCountryCode(code) ? (english.of(code) ?? "") : "";
}

export interface Gazetteer {
  /** By plain names in English. */
  names: Map<string, Place[]>;
  /** By what people and things of a place are called: "kenyan", "dane". */
  people: Map<string, Place[]>;
  /** By kind and key: all names of a place, and what is said of its people. */
  namesOf: Map<string, string[]>;
  /** Of a city in a country: its other names, and the keys of the parts that it lies in. */
  cities: Map<string, { names: string[]; parts: string[] }>;
  regionsOf: Map<string, string[]>;
  isWord: (name: string) => boolean;
  /** The country that a city is in when nothing says which is meant; "" where nobody can tell. */
  mainCountry: (name: string) => string | undefined;
  /** In words, of the longest name that begins with a word. */
  longestFrom: Map<string, number>;
  /** In words, of the longest name. */
  longest: number;
}

let made: Gazetteer | undefined;

/** Made when it is first asked for. */
export function gazetteer(): Gazetteer {
  made ??= makeGazetteer();
  return made;
}

function makeGazetteer(): Gazetteer {
  const names = new Map<string, Place[]>();
  const people = new Map<string, Place[]>();
  const namesOf = new Map<string, string[]>();
  const addAll = (place: Place, own: { names: string[]; people: string[] }) => {
    namesOf.set(place.kind + place.key, [...own.names, ...own.people]);
    for (const name of own.names) add(names, name, place);
    for (const name of own.people) add(people, name, place);
  };
  for (const code of Object.keys(world.countries)) {
    const place = countryPlace(code);
    // What is the English name of one country is no other name of another: "China".
    names.set(plain(englishName(code)), [place]);
  }
  const firstNames = new Set(names.keys());
  for (const [code, own] of Object.entries(world.countries)) {
    addAll(countryPlace(code), { ...own, names: own.names.filter((name) => !firstNames.has(name)) });
    namesOf.get(`country${code}`)?.push(plain(englishName(code)));
  }
  for (const [key, { countries, ...own }] of Object.entries(world.regions)) {
    const place: Place = { kind: "region", key, countries };
    addAll(place, own);
  }
  for (const [key, own] of Object.entries(world.parts)) {
    const place: Place = { kind: "part", key, countries: [key.slice(0, 2)] };
    addAll(place, own);
  }
  const cities: Gazetteer["cities"] = new Map();
  for (const [country, byParts] of Object.entries(world.cities))
    for (const [parts, list] of Object.entries(byParts))
      for (const entry of list.split(";")) {
        const own = entry.split("=");
        const city = { names: own, parts: parts.split(" ").filter(Boolean) };
        for (const name of own) cities.set(`${country} ${name}`, city);
        for (const name of own) add(names, name, { kind: "city", key: own[0] as string, countries: [country] });
        namesOf.set(`city${own[0]}`, own);
      }
  const regionsOf = new Map<string, string[]>();
  for (const [key, { countries }] of Object.entries(world.regions))
    for (const code of countries) regionsOf.set(code, [...(regionsOf.get(code) ?? []), key]);
  const ordinary = new Set(world.words);
  const longestFrom = new Map<string, number>();
  for (const name of [...names.keys(), ...people.keys()]) {
    const [first = "", ...others] = name.split(" ");
    longestFrom.set(first, Math.max(longestFrom.get(first) ?? 0, 1 + others.length));
  }
  const longest = Math.max(...longestFrom.values());
  return {
    names,
    people,
    namesOf,
    cities,
    regionsOf,
    isWord: (name) => ordinary.has(name),
    mainCountry: (name) => world.main[name],
    longestFrom,
    longest,
  };
}

function countryPlace(code: string): Place {
  return { kind: "country", key: code, countries: [code] };
}

function add(to: Map<string, Place[]>, name: string, place: Place): void {
  const before = to.get(name);
  if (!before) to.set(name, [place]);
  else if (!before.some(({ kind, key }) => kind === place.kind && key === place.key)) before.push(place);
}

let madeForeign: Map<string, Place[]> | undefined;

/**
 * Countries and continents by their names in other languages, as `marked` and as `plain` writes them, and countries by codes
 * of three letters. Made when it is first asked for: it takes some 0.2 s.
 */
export function foreignNames(): Map<string, Place[]> {
  madeForeign ??= makeForeignNames();
  return madeForeign;
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
  for (const [code, all] of Object.entries(world.foreign)) for (const name of all) addForeign(name, countryPlace(code));
  return byName;

  function addForeign(name: string, place: Place): void {
    for (const written of new Set([marked(name), plain(name)]))
      if (written && !names.has(written)) add(byName, written, place);
  }
}

/** As `plain`, but with the marks that are letters to those who read a script: vowels of Hindi, Thai and others. */
export function marked(name: string): string {
  return (
    normalized(name, "NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  ).join(" ");
}
