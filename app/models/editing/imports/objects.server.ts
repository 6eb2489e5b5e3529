/** Reads people from JSON: lists of objects anywhere in the file, and people of schema.org (JSON-LD). */
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline } from "node:stream";
import { AppError } from "~/errors";
import { parseJson } from "~/json";
import { lazyPackage } from "~/services/lazy-package.server";
import { encodingOf } from "./csv.server";
import { guessMapping } from "./guess.server";
import type { Target } from "./mapping";
import { addIdentifier, addLine, KIND_COLUMN, type Person, tableOf } from "./people-table.server";
import type { TableRow } from "./reading";
import { MAX_STORED_BYTES } from "./stored-rows.server";

const iconv = lazyPackage<typeof import("iconv-lite")>("iconv-lite");
const streamparser = lazyPackage<typeof import("@streamparser/json")>("@streamparser/json");

/**
 * Yields the objects of the file's longest list and of lists like it, or the objects on separate lines, as the rows of a
 * table. Throws "invalid".
 */
export function jsonRows(path: string): AsyncGenerator<TableRow, void> {
  return tableOf(async function* () {
    for await (const { value, group } of valuesIn(path, await longestLists(path))) {
      const person = isObject(value) ? flatten(value) : {};
      if (Object.values(person).some((text) => text !== "")) yield group ? { Group: group, ...person } : person;
    }
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Keys under which programs put the fields of a record. */
const WRAPPERS = /^(fields|attributes|properties|data|node|record)$/;
const LANGUAGE = /^[a-z]{2}(-[A-Z]{2})?$/;

function flatten(value: object, prefix = ""): Person {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]): [string, string][] => {
      const path = prefix ? `${prefix} ${name}` : name;
      if (Array.isArray(part)) return [[path, part.map(entryIn).filter(Boolean).join("\n")]];
      if (!isObject(part)) return part === null || part === undefined ? [] : [[path, String(part)]];
      const text = literalIn(part);
      if (text !== null) return [[path, text]];
      return Object.entries(flatten(part, WRAPPERS.test(name) ? prefix : path));
    }),
  );
}

/** Returns the text of a SPARQL answer, a JSON-LD literal or a text in several languages. */
function literalIn(value: Record<string, unknown>): string | null {
  const keys = Object.keys(value);
  if (typeof value.value === "string" && typeof value.type === "string") return value.value;
  if (typeof value["@value"] === "string") return value["@value"];
  if (keys.length > 0 && keys.every((key) => LANGUAGE.test(key) && typeof value[key] === "string"))
    return String(value.en ?? value[keys[0] as string]);
  return null;
}

/** Returns an entry of a list as text: a link with its label, the name of an object, or the properties of a nameless object. */
function entryIn(value: unknown): string {
  if (!isObject(value)) return textIn(value);
  const { url, href, link, uri, value: innerValue } = value;
  const address = [url, href, link, uri, innerValue].find((text) => /^(?:https?:\/\/|www\.)\S+$/i.test(String(text)));
  const label = LABELS.map((name) => value[name]).find((text) => typeof text === "string" && text !== address);
  if (address) {
    const words = [label && String(label).replace(/\|/g, " "), yearsIn(value)].filter(Boolean).join(", ");
    return words ? `${words}|${address}` : String(address);
  }
  return textIn(value) || onlyNameIn(value) || factsIn(value);
}

/** Returns the years of a term or stay, such as "2001–2007"; "" for an object without them. */
function yearsIn(value: Record<string, unknown>): string {
  const years = Object.entries(value)
    .filter(([name]) => TERM_KEY.test(name))
    .map(([, time]) => /^(?:1[5-9]|20)\d\d(?!\d)/.exec(String(time))?.[0]);
  return [...new Set(years)].filter(Boolean).join("–");
}

const TERM_KEY = /^(?:year|years|start|begin|from|since|end|until|to)(?:[ _-]?(?:date|year|on|at))?$/i;

const LABELS = ["label", "title", "name", "display_name", "type", "platform", "network", "service", "icon", "rel"];

/** Returns the name of the only object within another, beside which there are only numbers: an institution with years. */
function onlyNameIn(value: Record<string, unknown>): string {
  const parts = Object.values(value).filter((part) => part !== null);
  const [object, ...otherObjects] = parts.filter(isObject);
  const isNumeric = (part: unknown) => [part].flat().every((entry) => typeof entry === "number");
  const isOnly = otherObjects.length === 0 && parts.every((part) => part === object || isNumeric(part));
  return object && isOnly ? textIn(object) : "";
}

function factsIn(value: Record<string, unknown>): string {
  const facts = Object.entries(value).map(([name, part]) => [name, textIn(part).replace(/\s+/g, " ")] as const);
  return facts
    .filter(([name, text]) => text !== "" && !name.startsWith("@"))
    .map(([name, text]) => `${name}: ${text}`)
    .join(", ");
}

/** Returns the text of a value, or the name of an object. */
function textIn(value: unknown): string {
  if (Array.isArray(value)) return value.map(textIn).filter(Boolean).join("\n");
  if (!isObject(value)) return value === null || value === undefined ? "" : String(value);
  const { name, display_name: shownName, label, title, url, "@id": id } = value;
  const text = [literalIn(value), name, shownName, label, title, url, id].find(
    (part) => part !== null && part !== undefined,
  );
  return isObject(text) || Array.isArray(text) ? textIn(text) : String(text ?? "");
}

/** Yields the nodes of https://schema.org/Person, and the organisations among them, as the rows of a table. Throws "invalid". */
export function jsonLdRows(path: string): AsyncGenerator<TableRow, void> {
  return tableOf(async function* () {
    const lists = (await stat(path)).size <= WHOLE_BYTES ? WHOLE : await longestLists(path);
    const graph: Graph = { nodesById: new Map(), referencedIds: new Set(), isOurDataset: false };
    for await (const { value } of valuesIn(path, lists)) noteNodes(value, graph);
    for await (const { value } of valuesIn(path, lists))
      for (const node of nodesIn(value, lists !== WHOLE, graph)) yield personOfLd(node, graph);
  });
}

/** Files up to this size are read as a whole, so that references from people to any part of them resolve. */
const WHOLE_BYTES = 8 * 1024 * 1024;
const MAX_NODES = 50_000;
const MAX_LEVELS = 100;

type Node = Record<string, unknown>;

/** The references between the nodes of a file. */
interface Graph {
  nodesById: Map<string, Node>;
  /** Ids of nodes to which others refer, such as a person's institution; these are no entries of a list. */
  referencedIds: Set<string>;
  /** True for the dataset of a site like this. */
  isOurDataset: boolean;
}

/** Returns an object of JSON-LD with the short names of schema.org as keys. */
function nodeOf(value: Node): Node {
  const shortName = (name: string) => name.replace(/^(?:https?:\/\/schema\.org\/|schema:)/, "");
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [shortName(name), part]));
}

function isOfType({ "@type": types }: Node, pattern: RegExp): boolean {
  return [types].flat().some((type) => pattern.test(String(type)));
}

const PERSON = /(?:^|[/:])Person$/;
const ORGANISATION = /(?:Organi[sz]ation|Corporation|CollegeOrUniversity|NGO|Consortium|Hospital|LocalBusiness)$/;

/** Yields the nodes of people, but not nodes within a person, such as a spouse. Organisations count only in a list with people. */
function* nodesIn(value: unknown, isAmongPeople: boolean, graph: Graph, levels = 0): Generator<Node, void> {
  if (levels > MAX_LEVELS) return;
  if (Array.isArray(value)) {
    const hasPeople = value.some((entry) => isObject(entry) && isOfType(itemOf(entry), PERSON));
    for (const entry of value) yield* nodesIn(entry, hasPeople, graph, levels + 1);
  } else if (isObject(value)) {
    const node = itemOf(value);
    if (isOfType(node, PERSON)) {
      if (hasName(node)) yield nodeOf(node);
    } else if (isAmongPeople && isOfType(node, ORGANISATION)) {
      if (hasName(node) && !graph.referencedIds.has(String(node["@id"]))) yield nodeOf(node);
    } else for (const part of Object.values(node)) yield* nodesIn(part, false, graph, levels + 1);
  }
}

/** Returns the item of a ListItem, or the node itself. */
function itemOf(value: Node): Node {
  const { item } = nodeOf(value);
  return isOfType(value, /ListItem$/) && isObject(item) ? item : value;
}

/** Tells whether a node has a name; a person without a name is a reference to another node. */
function hasName(value: Node): boolean {
  const { name, givenName, familyName } = nodeOf(value);
  return [name, givenName, familyName].some((part) => part !== undefined);
}

function noteNodes(value: unknown, graph: Graph, levels = 0): void {
  if (levels > MAX_LEVELS || graph.nodesById.size >= MAX_NODES) return;
  if (Array.isArray(value)) for (const entry of value) noteNodes(entry, graph, levels + 1);
  else if (isObject(value)) {
    const node = nodeOf(value);
    const id = node["@id"];
    if (typeof id === "string" && node.name !== undefined) graph.nodesById.set(id, node);
    else if (typeof id === "string" && Object.keys(value).length === 1) graph.referencedIds.add(id);
    if (isOfType(node, /Dataset$/))
      graph.isOurDataset ||= OUR_DATASET_URL.test(JSON.stringify(node.distribution ?? ""));
    for (const part of Object.values(value)) noteNodes(part, graph, levels + 1);
  }
}

/** The address of the dataset on a site like this. */
const OUR_DATASET_URL = /\/api\/dataset\/jsonld"/;

const LD_COLUMNS: Record<string, string> = {
  name: "Name",
  givenName: "First name",
  additionalName: "Middle name",
  familyName: "Last name",
  honorificPrefix: "Title before the name",
  honorificSuffix: "Title after the name",
  jobTitle: "Title",
  description: "Biography",
  affiliation: "Affiliation",
  worksFor: "Works for",
  knowsAbout: "Topics",
  knowsLanguage: "Languages",
  url: "Website",
  image: "Photo",
  birthDate: "Year of birth",
  deathDate: "Year of death",
  email: "Email",
};

function personOfLd(value: Node, graph: Graph): Person {
  const person: Person = {};
  for (const [name, column] of Object.entries(LD_COLUMNS)) {
    const texts = [value[name]].flat().map((part) => nameIn(part, graph.nodesById, name === "image"));
    const line = name === "image" || name === "url" || name === "name" ? texts.filter(Boolean).slice(0, 1) : texts;
    addLine(person, column, line.filter(Boolean).join("\n"));
  }
  if (person["Works for"] && !person.Affiliation) person.Affiliation = person["Works for"];
  delete person["Works for"];
  addLinks(person, value);
  const address = [value.address].flat().find(isObject) ?? {};
  addLine(person, "City", textIn(nodeOf(address).addressLocality));
  addLine(person, "Country", textIn(nodeOf(address).addressCountry));
  const ror = /ror\.org\/(0\w{8})$/.exec(String([value.affiliation].flat().find(isObject)?.["@id"] ?? ""))?.[1];
  addLine(person, "ROR", ror ?? "");
  if (isOfType(value, ORGANISATION) && !isOfType(value, PERSON)) person[KIND_COLUMN] = "organisation";
  return graph.isOurDataset ? fromOurDataset(person, value) : person;
}

/** Maps fields of our own dataset, in which the description is the contribution, and the address a page of that site. */
function fromOurDataset({ Biography: sentence = "", Website: _, ...person }: Person, value: Node): Person {
  addLine(person, "longevityContribution", sentence);
  for (const link of [value.subjectOf].flat()) addLine(person, "Links", textIn(link));
  const image = [value.image].flat().find(isObject) ?? {};
  const { creator, creditText = "", license = "", acquireLicensePage = "" } = image;
  const author = isObject(creator) ? textIn(creator) : "";
  const [isUrl, credit] = [/^https?:/.test(String(license)), String(creditText)];
  addLine(person, "imageAuthor", author);
  addLine(
    person,
    "imageLicence",
    author && credit.startsWith(`${author}, `) ? credit.slice(author.length + 2) : credit,
  );
  addLine(person, "imageLicenceUrl", isUrl ? String(license) : "");
  addLine(person, "imageSource", String(acquireLicensePage));
  return person;
}

/** Returns the name of a node, resolving references, with the name of its parent organisation. Returns the address of a picture. */
function nameIn(part: unknown, nodesById: Map<string, Node>, isPicture: boolean): string {
  if (!isObject(part)) return textIn(part);
  const describedNode = nodeOf(part);
  const node =
    describedNode.name === undefined ? (nodesById.get(String(describedNode["@id"])) ?? describedNode) : describedNode;
  if (isPicture) return textIn(node.contentUrl ?? node.url ?? node["@id"]);
  const parent = [node.parentOrganization].flat().find(isObject);
  const parentName = parent ? textIn(nodeOf(parent).name ?? nodesById.get(String(parent["@id"]))?.name) : "";
  // Ignores a node without a name, whose id is only an address within the file.
  const text = node.name === undefined && literalIn(node) === null ? "" : textIn(node);
  return [text, parentName].filter(Boolean).join(", ");
}

function addLinks(person: Person, value: Node): void {
  const addresses = [value.sameAs].flat().map(textIn);
  const identifiers = [value.identifier].flat().map((part) => textIn(isObject(part) ? (part.value ?? part) : part));
  for (const text of [...identifiers, ...addresses, textIn(value["@id"])])
    if (!addIdentifier(person, text) && addresses.includes(text)) addLine(person, "Links", text);
}

const MAX_VALUE_BYTES = 16 * 1024 * 1024;

/** Lists of one file that are read together. */
interface Lists {
  /** Matches the entries. */
  pattern: string;
  /** The groups of the entries by the paths of their lists; null for all that match. */
  groups: Map<string, string> | null;
  /** The longest list of a large file that was not searched to its end; further lists like it are refused when they are read. */
  longestPlace?: Place;
}

const WHOLE: Lists = { pattern: "$", groups: null };

/**
 * Returns the list or map with the most objects, of those that are most like people, and others with such objects: the
 * members of each committee. Returns `WHOLE` if there is none or each line is an object.
 */
async function longestLists(path: string): Promise<Lists> {
  const { JSONParser } = streamparser();
  const parser = new JSONParser({ paths: ["$.*", "$.*.*", "$.*.*.*"], keepStack: false, separator: "" });
  const places = new Map<string, Place>();
  // Each step would read a large file to its end. `valuesIn` refuses lists like the longest that follow it there.
  const isLarge = (await stat(path)).size > MAX_STORED_BYTES;
  let hasEnough = false as boolean;
  parser.onValue = ({ key, value, stack }) => {
    const keys = stack.slice(1).map((level) => level.key);
    // Skips lists within the entries of a list.
    if (keys.some((part) => typeof part === "number")) return;
    const place = placeAt(places, keys as string[]);
    if (isObject(value)) place.properties ??= Object.keys(value);
    const isEntry = isObject(value) && Object.keys(value).length > 1;
    if (typeof key === "number") place.listedCount += isObject(value) ? 1 : 0;
    else if (!isEntry) place.otherCount++;
    else {
      place.keyedCount++;
      if (Object.keys(value).some((name) => NAME_KEY.test(name))) place.namedCount++;
    }
    hasEnough ||= (isLarge || keys.length === 0) && place.listedCount >= ENOUGH_ENTRIES;
  };
  if ((await rootsOf(path, parser, () => hasEnough)) > 1) return WHOLE;
  const keyedPaths = [...places].filter(([, place]) => isKeyed(place)).map(([keyedPath]) => keyedPath);
  let longest: { place: Place; count: number; isKeyed: boolean; likeness: number } | undefined;
  for (const [placePath, place] of places) {
    if (keyedPaths.some((outerPath) => placePath.startsWith(`${outerPath}.`))) continue;
    const isKeyed = keyedPaths.includes(placePath);
    const count = isKeyed ? place.keyedCount : place.listedCount;
    const likeness = likenessToPeople(place);
    // The links between people, their works or their sponsors may be more than the people.
    const isBetter = !longest || (likeness === longest.likeness ? count > longest.count : likeness > longest.likeness);
    if (count > 0 && isBetter) longest = { place, count, isKeyed, likeness };
  }
  if (!longest) return WHOLE;
  const { place: longestPlace, isKeyed: isMap } = longest;
  const similarPlaces = [...places.values()].filter(
    (place) => place === longestPlace || (!isMap && place.listedCount > 0 && areSimilar(place, longestPlace)),
  );
  const groupOf = ({ keys }: Place) =>
    keys.filter((key, level) => similarPlaces.some((place) => place.keys[level] !== key)).join(", ");
  return {
    pattern: `$${".*".repeat(longestPlace.keys.length + 1)}`,
    groups: new Map(similarPlaces.map((place) => [pathOf(place.keys), groupOf(place)])),
    ...(isLarge && hasEnough && { longestPlace }),
  };
}

/** Returns 2 if the objects of a list have names and what only people have, 1 for names alone, which topics have, too, else 0. */
function likenessToPeople({ properties = [] }: Place): 0 | 1 | 2 {
  const { columns } = guessMapping(properties, []);
  if (!columns.includes("name") && !columns.includes("lastName")) return 0;
  return columns.some((target) => PERSONAL.includes(target)) ? 2 : 1;
}

const PERSONAL: string[] = ["lastName", "title", "affiliation", "biography", "born", "orcid"] satisfies Target[];

function pathOf(keys: unknown[]): string {
  return ["$", ...keys].join(".");
}

/** Tells whether two lists at the same depth hold objects with mostly the same properties. */
function areSimilar(
  { keys, properties = [] }: Pick<Place, "keys" | "properties">,
  { keys: otherKeys, properties: others = [] }: Place,
): boolean {
  const sharedCount = properties.filter((name) => others.includes(name)).length;
  const allCount = new Set([...properties, ...others]).size;
  return keys.length === otherKeys.length && sharedCount > 1 && sharedCount >= 0.6 * allCount;
}

/** The number of entries from which a list is taken without looking further. */
const ENOUGH_ENTRIES = 2_000;

/** Counts the entries at one path in a file, by kind. */
interface Place {
  keys: string[];
  /** The properties of the first object. */
  properties?: string[];
  listedCount: number;
  /** Objects under a key. */
  keyedCount: number;
  namedCount: number;
  otherCount: number;
}

function placeAt(places: Map<string, Place>, keys: string[]): Place {
  const path = pathOf(keys);
  const place = places.get(path) ?? { keys, listedCount: 0, keyedCount: 0, namedCount: 0, otherCount: 0 };
  if (places.size < MAX_NODES) places.set(path, place);
  return place;
}

/** Tells whether a path holds objects under their ids, most of them with a name, as document databases export lists. */
function isKeyed({ keyedCount, namedCount, otherCount }: Place): boolean {
  return keyedCount > 1 && otherCount === 0 && namedCount >= 0.8 * keyedCount;
}

const NAME_KEY = /^(?:(?:full|first|last|given|family|display)[ _-]?)?name$/i;

/** Yields the entries of lists in a JSON file, one by one, with their groups. Throws "invalid", also at the end for lists that were not found. */
async function* valuesIn(
  path: string,
  { pattern, groups, longestPlace }: Lists,
): AsyncGenerator<{ value: unknown; group: string }> {
  const { JSONParser } = streamparser();
  const parser = new JSONParser({ paths: [pattern], keepStack: false, separator: "" });
  let values: { value: unknown; group: string }[] = [];
  let byteCount = 0;
  const otherLists = new Set<string>();
  parser.onValue = ({ value, stack }) => {
    byteCount = 0;
    const keys = stack.slice(1).map(({ key }) => String(key));
    const group = groups ? groups.get(pathOf(keys)) : "";
    if (group === undefined && longestPlace && isObject(value) && otherLists.size < MAX_NAMED_LISTS) {
      if (areSimilar({ keys, properties: Object.keys(value) }, longestPlace)) otherLists.add(keys.join(" "));
    }
    if (group !== undefined) values.push({ value: parseJson(JSON.stringify(value)), group });
  };
  const guard = guardOf(parser);
  try {
    for await (const chunk of utf8Chunks(path)) {
      byteCount += chunk.length;
      if (byteCount > MAX_VALUE_BYTES)
        throw new AppError("invalid", "This file has an entry that is larger than 16 MB.");
      parser.write(chunk);
      yield* values;
      values = [];
    }
    guard.end();
    if (otherLists.size > 0) throw severalLists(otherLists);
  } catch (error) {
    throw toReadProblem(error);
  }
}

const MAX_NAMED_LISTS = 3;

function severalLists(otherLists: Set<string>): AppError {
  const names = new Intl.ListFormat("en").format(Array.from(otherLists, (name) => `“${name.slice(0, 60)}”`));
  return new AppError(
    "invalid",
    `This file is larger than 32 MB and has several lists of people: also ${names}. Please send each list as a file of its own.`,
  );
}

/** Counts the top-level values of a file. */
async function rootsOf(path: string, parser: Parser, hasEnough: () => boolean): Promise<number> {
  const guard = guardOf(parser);
  try {
    for await (const chunk of utf8Chunks(path)) {
      parser.write(chunk);
      if (hasEnough()) break;
    }
    if (!hasEnough()) guard.end();
    return guard.rootCount;
  } catch (error) {
    throw toReadProblem(error);
  }
}

/** Yields the bytes of a text file in UTF-8, whatever its encoding is. */
async function* utf8Chunks(path: string): AsyncGenerator<Uint8Array, void> {
  const encoding = await encodingOf(path);
  const bytes = createReadStream(path);
  if (encoding === "utf8") return yield* bytes;
  const decoder = iconv().decodeStream(encoding, { stripBOM: true });
  // The loop over the last stream throws the errors of all.
  const encodedText = pipeline(bytes, decoder, iconv().encodeStream("utf8"), () => {});
  yield* encodedText as AsyncIterable<Uint8Array>;
}

type Parser = InstanceType<typeof import("@streamparser/json").JSONParser>;

/** Guards a parser: refuses deep nesting and files that are cut off, and counts top-level values. */
function guardOf(parser: Parser): { rootCount: number; end(): void } {
  const { TokenType } = streamparser();
  let levels = 0;
  const guard = {
    rootCount: 0,
    end() {
      if (levels > 0) throw new AppError("invalid", "This file is only a part of one.");
      if (!parser.isEnded) parser.end();
    },
  };
  parser.onToken = ({ token }) => {
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) levels++;
    else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) {
      levels--;
      if (levels === 0) guard.rootCount++;
    }
    if (levels > MAX_LEVELS) throw new AppError("invalid", "This file has lists within lists without end.");
  };
  return guard;
}

function toReadProblem(error: unknown): Error {
  if (error instanceof AppError || error instanceof TypeError || error instanceof ReferenceError) return error;
  return new AppError("invalid", "This file is not valid JSON, or only a part of it.");
}
