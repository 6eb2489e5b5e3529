/** People that come as cards and objects, made a table: a column for each property. */
import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { AppError } from "~/errors";
import { parseJson } from "~/models/base/text/json";
import { onUse } from "~/services/on-use.server";
import type { TableRow } from "./reading";

const ical = onUse<{ default?: typeof import("ical.js").default } & typeof import("ical.js").default>("ical.js");
const streamparser = onUse<typeof import("@streamparser/json")>("@streamparser/json");

type Person = Record<string, string>;

/** Rows of people with the same columns, the names of the columns first. */
async function* tableOf(people: () => AsyncGenerator<Person, void>): AsyncGenerator<TableRow, void> {
  const columns = new Set<string>();
  let count = 0;
  // A column that nobody of the first thousands has is none that matters.
  for await (const person of people()) {
    for (const name of Object.keys(person)) if (columns.size < MOST_COLUMNS) columns.add(name);
    if (++count >= LOOKED_AT) break;
  }
  if (count === 0) throw new AppError("invalid", "There are no people in this file.");
  yield { row: 1, cells: [...columns] };
  let row = 1;
  for await (const person of people()) yield { row: ++row, cells: [...columns].map((name) => person[name] ?? "") };
}

const MOST_COLUMNS = 200;
const LOOKED_AT = 5_000;

const MOST_CARDS_BYTES = 64 * 1024 * 1024;

/** RFC 6350 and RFC 2426. Throws "invalid". */
export function vcardRows(path: string): AsyncGenerator<TableRow, void> {
  return tableOf(async function* () {
    if ((await stat(path)).size > MOST_CARDS_BYTES)
      throw new AppError("invalid", "This file has more than 64 MB of contacts. Please split it.");
    const text = (await readFile(path, "utf8")).replace(/^\ufeff/, "");
    for (const [card] of text.matchAll(/^BEGIN:VCARD[\s\S]*?^END:VCARD/gim)) yield personOfCard(card);
  });
}

const CARD_COLUMNS: Record<string, string> = {
  fn: "Name",
  title: "Title",
  role: "Role",
  email: "Email",
  tel: "Phone",
  url: "Website",
  note: "Biography",
  categories: "Topics",
  lang: "Languages",
  bday: "Year of birth",
  photo: "Photo",
};

function personOfCard(card: string): Person {
  const person: Person = {};
  const add = (name: string, value: string) => {
    if (value.trim()) person[name] = person[name] ? `${person[name]}\n${value.trim()}` : value.trim();
  };
  const library = ical();
  let properties: [string, Record<string, unknown>, string, ...unknown[]][];
  try {
    const { parse } = library.default ?? library;
    const parsed = parse(card) as unknown as [string, typeof properties] | [[string, typeof properties]];
    properties = (typeof parsed[0] === "string" ? parsed[1] : parsed[0]?.[1]) as typeof properties;
  } catch {
    throw new AppError("invalid", "One of these contacts cannot be read. Export them again, as vCard 3.0 or 4.0.");
  }
  for (const [name, , , ...values] of properties ?? []) {
    const first = values[0];
    const parts = (Array.isArray(first) ? first : [first]).map((part) => String(part ?? ""));
    if (name === "org") add("Affiliation", parts[0] ?? "");
    else if (name === "adr") {
      add("City", parts[3] ?? "");
      add("Country", parts[6] ?? "");
    } else if (name === "categories" || name === "lang") add(CARD_COLUMNS[name] as string, values.flat().join("\n"));
    else if (name === "photo" && !/^https?:/i.test(parts[0] ?? "")) continue;
    else if (CARD_COLUMNS[name]) add(CARD_COLUMNS[name] as string, parts.join(" "));
  }
  return person;
}

/** A list of flat objects. Throws "invalid". */
export function jsonRows(path: string): AsyncGenerator<TableRow, void> {
  return tableOf(async function* () {
    for await (const value of valuesIn(path, ["$.*", "$.*.*"])) {
      if (typeof value === "object" && value !== null && !Array.isArray(value)) yield flat(value);
    }
  });
}

function flat(value: object, before = ""): Person {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) => {
      const path = before ? `${before} ${name}` : name;
      if (part === null || part === undefined) return [];
      if (Array.isArray(part)) return [[path, part.map(textIn).filter(Boolean).join("\n")]];
      // Airtable's interface has the cells of a record under "fields".
      if (typeof part === "object") return Object.entries(flat(part, before || name === "fields" ? before : path));
      return [[path, String(part)]];
    }),
  );
}

/** The text of a value of JSON, or the name of the thing that it describes. */
function textIn(value: unknown): string {
  if (typeof value !== "object" || value === null) return value === null || value === undefined ? "" : String(value);
  const { name, "@value": literal, "@id": id, url } = value as Record<string, unknown>;
  return [name, literal, url, id].find((one): one is string => typeof one === "string") ?? "";
}

/** Persons of https://schema.org/Person. Throws "invalid". */
export function jsonLdRows(path: string): AsyncGenerator<TableRow, void> {
  return tableOf(async function* () {
    for await (const value of valuesIn(path, ["$", "$.@graph.*", "$.*", "$.itemListElement.*"], 50_000)) {
      const item = Object(value) as Record<string, unknown>;
      const person = isPerson(item) ? item : Object(item.item);
      if (isPerson(person)) yield personOfLd(person);
    }
  });
}

function isPerson(value: Record<string, unknown>): boolean {
  return [value["@type"]].flat().some((type) => /(^|\/)Person$/.test(String(type)));
}

const LD_COLUMNS: Record<string, string> = {
  name: "Name",
  givenName: "First name",
  familyName: "Last name",
  jobTitle: "Title",
  description: "Biography",
  affiliation: "Affiliation",
  worksFor: "Affiliation",
  knowsAbout: "Topics",
  knowsLanguage: "Languages",
  url: "Website",
  sameAs: "Links",
  image: "Photo",
  birthDate: "Year of birth",
  deathDate: "Year of death",
  email: "Email",
};

function personOfLd(value: Record<string, unknown>): Person {
  const person: Person = {};
  for (const [name, column] of Object.entries(LD_COLUMNS)) {
    const text = [value[name]].flat().map(textIn).filter(Boolean).join("\n");
    if (text && !person[column]) person[column] = text;
  }
  const address = Object([value.address].flat()[0]) as Record<string, unknown>;
  const [city, country] = [textIn(address.addressLocality), textIn(address.addressCountry)];
  return { ...person, ...(city && { City: city }), ...(country && { Country: country }) };
}

const MOST_VALUE_BYTES = 16 * 1024 * 1024;
const MOST_LEVELS = 100;

/** Values at some paths of a JSON file, one by one; of the whole file only where it is small. */
async function* valuesIn(path: string, paths: string[], mostWhole = 0): AsyncGenerator<unknown, void> {
  const { size } = await stat(path);
  const { JSONParser, TokenType } = streamparser();
  const parser = new JSONParser({ paths: paths.filter((one) => one !== "$" || size <= mostWhole), keepStack: false });
  let [levels, bytes] = [0, 0];
  parser.onToken = ({ token }) => {
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) levels++;
    else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) levels--;
    if (levels > MOST_LEVELS) throw new AppError("invalid", "This file has lists within lists without end.");
  };
  let values: unknown[] = [];
  parser.onValue = ({ value }) => {
    bytes = 0;
    values.push(parseJson(JSON.stringify(value)));
  };
  try {
    for await (const chunk of createReadStream(path)) {
      bytes += (chunk as Buffer).length;
      if (bytes > MOST_VALUE_BYTES) throw new AppError("invalid", "This file has an entry that is larger than 16 MB.");
      parser.write(chunk as Uint8Array);
      yield* values;
      values = [];
    }
    if (!parser.isEnded) parser.end();
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError("invalid", "This file is not valid JSON, or only a part of it.");
  }
}
