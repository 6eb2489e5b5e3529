/** People in files of JSON: lists of objects, wherever they stand in it, and people of schema.org (JSON-LD). */
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { AppError } from "~/errors";
import { parseJson } from "~/models/base/text/json";
import { onUse } from "~/services/on-use.server";
import { addLine, type Person, tableOf } from "./people-table.server";
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

/** Where programs put the cells of a record. */
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

/** What an answer of SPARQL, a literal of JSON-LD or a text in several languages says. */
function literalIn(value: Record<string, unknown>): string | null {
  const keys = Object.keys(value);
  if (typeof value.value === "string" && typeof value.type === "string") return value.value;
  if (typeof value["@value"] === "string") return value["@value"];
  if (keys.length > 0 && keys.every((key) => LANGUAGE.test(key) && typeof value[key] === "string"))
    return String(value.en ?? value[keys[0] as string]);
  return null;
}

/** An entry of a list: of a link its label, too. */
function entryIn(value: unknown): string {
  if (!isObject(value)) return textIn(value);
  const label = value.label ?? value.title ?? value.name;
  if (typeof value.url !== "string" || typeof label !== "string") return textIn(value);
  return `${label.replace(/\|/g, " ")}|${value.url}`;
}

/** The text of a value, or the name of the thing that it describes. */
function textIn(value: unknown): string {
  if (Array.isArray(value)) return value.map(textIn).filter(Boolean).join("\n");
  if (!isObject(value)) return value === null || value === undefined ? "" : String(value);
  const { name, label, title, url, "@id": id } = value;
  const found = [literalIn(value), name, label, title, url, id].find((one) => one !== null && one !== undefined);
  return isObject(found) || Array.isArray(found) ? textIn(found) : String(found ?? "");
}

/** Persons of https://schema.org/Person. Throws "invalid". */
export function jsonLdRows(path: string): AsyncGenerator<TableRow, void> {
  return tableOf(async function* () {
    const paths = [(await stat(path)).size <= WHOLE_BYTES ? "$" : await longestList(path)];
    const named = new Map<string, Node>();
    for await (const value of valuesIn(path, paths)) noteNodes(value, named);
    for await (const value of valuesIn(path, paths))
      for (const person of personsIn(value, "")) yield personOfLd(person, named);
  });
}

/** What is no larger is read whole, with all that its people refer to. */
const WHOLE_BYTES = 8 * 1024 * 1024;
const MOST_NAMED = 50_000;
const MOST_LEVELS = 100;

type Node = Record<string, unknown>;

/** An object of JSON-LD with the short names of schema.org. */
function nodeOf(value: Node): Node {
  const short = (name: string) => name.replace(/^(?:https?:\/\/schema\.org\/|schema:)/, "");
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [short(name), part]));
}

function isPerson({ "@type": type }: Node): boolean {
  return [type].flat().some((one) => /(?:^|[/:])Person$/.test(String(one)));
}

/** Not those within a person: whom somebody knows is not in the list. */
function* personsIn(value: unknown, role: string, levels = 0): Generator<Node, void> {
  if (levels > MOST_LEVELS) return;
  if (Array.isArray(value)) for (const one of value) yield* personsIn(one, role, levels + 1);
  else if (isObject(value)) {
    if (isPerson(value)) {
      if (hasName(value)) yield nodeOf(value);
    } else for (const [name, part] of Object.entries(value)) yield* personsIn(part, name, levels + 1);
  }
}

/** A person without a name is a reference to one that has it. */
function hasName(value: Node): boolean {
  const { name, givenName, familyName } = nodeOf(value);
  return [name, givenName, familyName].some((part) => part !== undefined);
}

function noteNodes(value: unknown, named: Map<string, Node>, levels = 0): void {
  if (levels > MOST_LEVELS || named.size >= MOST_NAMED) return;
  if (Array.isArray(value)) for (const one of value) noteNodes(one, named, levels + 1);
  else if (isObject(value)) {
    const node = nodeOf(value);
    if (typeof node["@id"] === "string" && node.name !== undefined) named.set(node["@id"], node);
    for (const part of Object.values(value)) noteNodes(part, named, levels + 1);
  }
}

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

const IDENTIFIERS: [RegExp, string][] = [
  [/orcid\.org\/(\d{4}-\d{4}-\d{4}-\d{3}[\dX])/i, "ORCID"],
  [/^(\d{4}-\d{4}-\d{4}-\d{3}[\dX])$/i, "ORCID"],
  [/wikidata\.org\/(?:wiki|entity)\/(Q\d+)/i, "Wikidata"],
  [/openalex\.org\/(?:authors\/)?(A\d+)/i, "OpenAlex"],
];

function personOfLd(value: Node, named: Map<string, Node>): Person {
  const person: Person = {};
  for (const [name, column] of Object.entries(LD_COLUMNS)) {
    const texts = [value[name]].flat().map((part) => nameIn(part, named, name === "image"));
    const one = name === "image" || name === "url" || name === "name" ? texts.filter(Boolean).slice(0, 1) : texts;
    addLine(person, column, one.filter(Boolean).join("\n"));
  }
  if (person["Works for"] && !person.Affiliation) person.Affiliation = person["Works for"];
  delete person["Works for"];
  addLinks(person, value);
  const address = [value.address].flat().find(isObject) ?? {};
  addLine(person, "City", textIn(nodeOf(address).addressLocality));
  addLine(person, "Country", textIn(nodeOf(address).addressCountry));
  return person;
}

/** The name of a thing, of one that stands elsewhere in the file, and of what it is a part of; of a picture its address. */
function nameIn(part: unknown, named: Map<string, Node>, isPicture: boolean): string {
  if (!isObject(part)) return textIn(part);
  const own = nodeOf(part);
  const node = own.name === undefined ? (named.get(String(own["@id"])) ?? own) : own;
  if (isPicture) return textIn(node.contentUrl ?? node.url ?? node["@id"]);
  const parent = [node.parentOrganization].flat().find(isObject);
  const whole = parent ? textIn(nodeOf(parent).name ?? named.get(String(parent["@id"]))?.name) : "";
  // An address within the file names nobody.
  const text = node.name === undefined && literalIn(node) === null ? "" : textIn(node);
  return [text, whole].filter(Boolean).join(", ");
}

function addLinks(person: Person, value: Node): void {
  const addresses = [value.sameAs].flat().map(textIn);
  const identifiers = [value.identifier].flat().map((one) => textIn(isObject(one) ? (one.value ?? one) : one));
  for (const text of [...identifiers, ...addresses, textIn(value["@id"])]) {
    const found = IDENTIFIERS.map(([pattern, column]) => [column, pattern.exec(text)?.[1]] as const).find(
      ([, match]) => match,
    );
    if (found && !person[found[0]]) addLine(person, found[0], found[1] ?? "");
    else if (!found && addresses.includes(text)) addLine(person, "Links", text);
  }
}

const MOST_VALUE_BYTES = 16 * 1024 * 1024;

/** The path of the list with the most objects; "$" where a file has no list, or an object in each line. */
async function longestList(path: string): Promise<string> {
  const { JSONParser } = streamparser();
  const parser = new JSONParser({ paths: ["$.*", "$.*.*", "$.*.*.*"], keepStack: false, separator: "" });
  const counts = new Map<string, number>();
  let isOver = false;
  parser.onValue = ({ key, value, stack }) => {
    const way = stack.slice(1).map((level) => level.key);
    // A list within the entries of a list is theirs.
    if (typeof key !== "number" || !isObject(value) || way.some((part) => typeof part === "number")) return;
    const list = ["$", ...way, "*"].join(".");
    counts.set(list, (counts.get(list) ?? 0) + 1);
    isOver ||= (counts.get(list) ?? 0) >= MANY;
  };
  if ((await rootsOf(path, parser, () => isOver)) > 1) return "$";
  const best = [...counts].reduce((one, other) => (other[1] > one[1] ? other : one), ["$", 0] as [string, number]);
  return best[0];
}

/** A list of so many is the one. */
const MANY = 2_000;

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

/** How many values stand one after another in a file. */
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

function unreadable(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return new AppError("invalid", "This file is not valid JSON, or only a part of it.");
}
