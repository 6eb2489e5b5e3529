/** People in files of JSON: lists of objects, wherever they stand in it, and people of schema.org (JSON-LD). */
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { AppError } from "~/errors";
import { parseJson } from "~/models/base/text/json";
import { onUse } from "~/services/on-use.server";
import { addIdentifier, addLine, KIND_COLUMN, type Person, tableOf } from "./people-table.server";
import type { TableRow } from "./reading";

const streamparser = onUse<typeof import("@streamparser/json")>("@streamparser/json");

/** A list of objects, or one object in a line after another. Throws "invalid". */
export function jsonRows(path: string): AsyncGenerator<TableRow, void> {
  return tableOf(async function* () {
    for await (const value of valuesIn(path, [await longestList(path)])) {
      const person = isObject(value) ? flat(value) : {};
      if (Object.values(person).some((text) => text !== "")) yield person;
    }
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Names under which programs put the cells of a record. */
const WRAPPERS = /^(fields|attributes|properties|data|node|record)$/;
const LANGUAGE = /^[a-z]{2}(-[A-Z]{2})?$/;

function flat(value: object, before = ""): Person {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]): [string, string][] => {
      const path = before ? `${before} ${name}` : name;
      if (Array.isArray(part)) return [[path, part.map(entryIn).filter(Boolean).join("\n")]];
      if (!isObject(part)) return part === null || part === undefined ? [] : [[path, String(part)]];
      const text = literalIn(part);
      if (text !== null) return [[path, text]];
      return Object.entries(flat(part, WRAPPERS.test(name) ? before : path));
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

/** An entry of a list: of a link its label, too; of a thing without a name what it says. */
function entryIn(value: unknown): string {
  if (!isObject(value)) return textIn(value);
  const { url, href, link, uri, value: inner } = value;
  const address = [url, href, link, uri, inner].find((text) => /^(?:https?:\/\/|www\.)\S+$/i.test(String(text)));
  const label = LABELS.map((name) => value[name]).find((text) => typeof text === "string" && text !== address);
  if (address) return label ? `${String(label).replace(/\|/g, " ")}|${address}` : String(address);
  return textIn(value) || factsIn(value);
}

const LABELS = ["label", "title", "name", "type", "platform", "network", "service", "icon", "rel"];

function factsIn(value: Record<string, unknown>): string {
  const facts = Object.entries(value).map(([name, part]) => [name, textIn(part).replace(/\s+/g, " ")] as const);
  return facts
    .filter(([name, text]) => text !== "" && !name.startsWith("@"))
    .map(([name, text]) => `${name}: ${text}`)
    .join(", ");
}

/** The text of a value, or the name of the thing that it describes. */
function textIn(value: unknown): string {
  if (Array.isArray(value)) return value.map(textIn).filter(Boolean).join("\n");
  if (!isObject(value)) return value === null || value === undefined ? "" : String(value);
  const { name, label, title, url, "@id": id } = value;
  const text = [literalIn(value), name, label, title, url, id].find((part) => part !== null && part !== undefined);
  return isObject(text) || Array.isArray(text) ? textIn(text) : String(text ?? "");
}

/** Persons of https://schema.org/Person, and the organisations among them. Throws "invalid". */
export function jsonLdRows(path: string): AsyncGenerator<TableRow, void> {
  return tableOf(async function* () {
    const paths = [(await stat(path)).size <= WHOLE_BYTES ? "$" : await longestList(path)];
    const graph: Graph = { named: new Map(), referred: new Set(), isOurs: false };
    for await (const value of valuesIn(path, paths)) noteNodes(value, graph);
    for await (const value of valuesIn(path, paths))
      for (const node of nodesIn(value, paths[0] !== "$", graph)) yield personOfLd(node, graph);
  });
}

/** Files up to this size are read whole, with everything that their people refer to. */
const WHOLE_BYTES = 8 * 1024 * 1024;
const MOST_NAMED = 50_000;
const MOST_LEVELS = 100;

type Node = Record<string, unknown>;

/** The references between the nodes of a file. */
interface Graph {
  named: Map<string, Node>;
  /** Ids of nodes to which others refer: an institution of somebody, not an entry of the list. */
  referred: Set<string>;
  /** The dataset of a site like this. */
  isOurs: boolean;
}

/** An object of JSON-LD with the short names of schema.org. */
function nodeOf(value: Node): Node {
  const short = (name: string) => name.replace(/^(?:https?:\/\/schema\.org\/|schema:)/, "");
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [short(name), part]));
}

function isOfType({ "@type": types }: Node, pattern: RegExp): boolean {
  return [types].flat().some((type) => pattern.test(String(type)));
}

const PERSON = /(?:^|[/:])Person$/;
const ORGANISATION = /(?:Organi[sz]ation|Corporation|CollegeOrUniversity|NGO|Consortium|Hospital|LocalBusiness)$/;

/** Yields the nodes of people, but none within a person, such as acquaintances. Organisations count beside people only. */
function* nodesIn(value: unknown, isBeside: boolean, graph: Graph, levels = 0): Generator<Node, void> {
  if (levels > MOST_LEVELS) return;
  if (Array.isArray(value)) {
    const isOfPeople = value.some((entry) => isObject(entry) && isOfType(itemOf(entry), PERSON));
    for (const entry of value) yield* nodesIn(entry, isOfPeople, graph, levels + 1);
  } else if (isObject(value)) {
    const node = itemOf(value);
    if (isOfType(node, PERSON)) {
      if (hasName(node)) yield nodeOf(node);
    } else if (isBeside && isOfType(node, ORGANISATION)) {
      if (hasName(node) && !graph.referred.has(String(node["@id"]))) yield nodeOf(node);
    } else for (const part of Object.values(node)) yield* nodesIn(part, false, graph, levels + 1);
  }
}

/** An entry of an ItemList holds the thing itself. */
function itemOf(value: Node): Node {
  const { item } = nodeOf(value);
  return isOfType(value, /ListItem$/) && isObject(item) ? item : value;
}

/** A person without a name is a reference to one that has it. */
function hasName(value: Node): boolean {
  const { name, givenName, familyName } = nodeOf(value);
  return [name, givenName, familyName].some((part) => part !== undefined);
}

function noteNodes(value: unknown, graph: Graph, levels = 0): void {
  if (levels > MOST_LEVELS || graph.named.size >= MOST_NAMED) return;
  if (Array.isArray(value)) for (const entry of value) noteNodes(entry, graph, levels + 1);
  else if (isObject(value)) {
    const node = nodeOf(value);
    const id = node["@id"];
    if (typeof id === "string" && node.name !== undefined) graph.named.set(id, node);
    else if (typeof id === "string" && Object.keys(value).length === 1) graph.referred.add(id);
    if (isOfType(node, /Dataset$/)) graph.isOurs ||= OUR_FILE.test(JSON.stringify(node.distribution ?? ""));
    for (const part of Object.values(value)) noteNodes(part, graph, levels + 1);
  }
}

/** The address from which a site like this gives its people. */
const OUR_FILE = /\/api\/dataset\/jsonld"/;

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
    const texts = [value[name]].flat().map((part) => nameIn(part, graph.named, name === "image"));
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
  return graph.isOurs ? asInOurFile(person, value) : person;
}

/** The dataset of a site like this has a sentence for a description, works for links, and its own page for an address. */
function asInOurFile({ Biography: sentence = "", Website: _, ...person }: Person, value: Node): Person {
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

/** The name of a thing, of one that stands elsewhere in the file, and of what it is a part of; of a picture its address. */
function nameIn(part: unknown, named: Map<string, Node>, isPicture: boolean): string {
  if (!isObject(part)) return textIn(part);
  const described = nodeOf(part);
  const node = described.name === undefined ? (named.get(String(described["@id"])) ?? described) : described;
  if (isPicture) return textIn(node.contentUrl ?? node.url ?? node["@id"]);
  const parent = [node.parentOrganization].flat().find(isObject);
  const whole = parent ? textIn(nodeOf(parent).name ?? named.get(String(parent["@id"]))?.name) : "";
  // An address within the file names nobody.
  const text = node.name === undefined && literalIn(node) === null ? "" : textIn(node);
  return [text, whole].filter(Boolean).join(", ");
}

function addLinks(person: Person, value: Node): void {
  const addresses = [value.sameAs].flat().map(textIn);
  const identifiers = [value.identifier].flat().map((part) => textIn(isObject(part) ? (part.value ?? part) : part));
  for (const text of [...identifiers, ...addresses, textIn(value["@id"])])
    if (!addIdentifier(person, text) && addresses.includes(text)) addLine(person, "Links", text);
}

const MOST_VALUE_BYTES = 16 * 1024 * 1024;

/** The path of the list with the most objects, or of the most objects under their ids; "$" where a file has neither, or an object in each line. */
async function longestList(path: string): Promise<string> {
  const { JSONParser } = streamparser();
  const parser = new JSONParser({ paths: ["$.*", "$.*.*", "$.*.*.*"], keepStack: false, separator: "" });
  const places = new Map<string, Place>();
  let isOver = false;
  parser.onValue = ({ key, value, stack }) => {
    const way = stack.slice(1).map((level) => level.key);
    // A list within the entries of a list is theirs.
    if (way.some((part) => typeof part === "number")) return;
    const place = placeAt(places, ["$", ...way].join("."));
    const isEntry = isObject(value) && Object.keys(value).length > 1;
    if (typeof key === "number") place.listed += isObject(value) ? 1 : 0;
    else if (!isEntry) place.others++;
    else {
      place.keyed++;
      if (Object.keys(value).some((name) => OF_NAMES.test(name))) place.withNames++;
    }
    isOver ||= place.listed >= MANY;
  };
  if ((await rootsOf(path, parser, () => isOver)) > 1) return "$";
  const keyed = [...places].filter(([, place]) => isKeyed(place)).map(([way]) => way);
  let best = { way: "$", count: 0 };
  for (const [way, { listed, ...place }] of places) {
    if (keyed.some((outer) => way.startsWith(`${outer}.`))) continue;
    const count = keyed.includes(way) ? place.keyed : listed;
    if (count > best.count) best = { way: `${way}.*`, count };
  }
  return best.way;
}

/** A list of so many is the one. */
const MANY = 2_000;

/** The number of entries of a kind at a place in a file. */
interface Place {
  listed: number;
  /** Objects under names of their own. */
  keyed: number;
  withNames: number;
  others: number;
}

function placeAt(places: Map<string, Place>, way: string): Place {
  const place = places.get(way) ?? { listed: 0, keyed: 0, withNames: 0, others: 0 };
  if (places.size < MOST_NAMED) places.set(way, place);
  return place;
}

/** Objects under their ids, of which nearly each has a name, as databases of documents write a list. */
function isKeyed({ keyed, withNames, others }: Place): boolean {
  return keyed > 1 && others === 0 && withNames >= 0.8 * keyed;
}

const OF_NAMES = /^(?:(?:full|first|last|given|family|display)[ _-]?)?name$/i;

/** Values at some paths of a JSON file, one by one. */
async function* valuesIn(path: string, paths: string[]): AsyncGenerator<unknown, void> {
  const { JSONParser } = streamparser();
  const parser = new JSONParser({ paths, keepStack: false, separator: "" });
  let values: unknown[] = [];
  let bytes = 0;
  parser.onValue = ({ value }) => {
    bytes = 0;
    values.push(parseJson(JSON.stringify(value)));
  };
  const guard = guardOf(parser);
  try {
    for await (const chunk of createReadStream(path)) {
      bytes += (chunk as Buffer).length;
      if (bytes > MOST_VALUE_BYTES) throw new AppError("invalid", "This file has an entry that is larger than 16 MB.");
      parser.write(chunk as Uint8Array);
      yield* values;
      values = [];
    }
    guard.end();
  } catch (error) {
    throw unreadable(error);
  }
}

/** Counts the values that follow one another in a file. */
async function rootsOf(path: string, parser: Parser, isOver: () => boolean): Promise<number> {
  const guard = guardOf(parser);
  try {
    for await (const chunk of createReadStream(path)) {
      parser.write(chunk as Uint8Array);
      if (isOver()) break;
    }
    if (!isOver()) guard.end();
    return guard.roots;
  } catch (error) {
    throw unreadable(error);
  }
}

type Parser = InstanceType<typeof import("@streamparser/json").JSONParser>;

/** Refuses what is nested without end, and a file that breaks off. */
function guardOf(parser: Parser): { roots: number; end(): void } {
  const { TokenType } = streamparser();
  let levels = 0;
  const guard = {
    roots: 0,
    end() {
      if (levels > 0) throw new AppError("invalid", "This file is only a part of one.");
      if (!parser.isEnded) parser.end();
    },
  };
  parser.onToken = ({ token }) => {
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) levels++;
    else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) {
      levels--;
      if (levels === 0) guard.roots++;
    }
    if (levels > MOST_LEVELS) throw new AppError("invalid", "This file has lists within lists without end.");
  };
  return guard;
}

function unreadable(error: unknown): Error {
  if (error instanceof AppError || error instanceof TypeError || error instanceof ReferenceError) return error;
  return new AppError("invalid", "This file is not valid JSON, or only a part of it.");
}
