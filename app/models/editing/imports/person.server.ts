/** Converts a row of a table to a person. An invalid cell is left out and reported; a row without a name is refused. */
import { fold, guessedSortName, isFamilyFirst, isTitles, sortNameOf } from "~/db.server";
import { countryAfterCity, countryOf, languageTag } from "~/models/base/places/places.server";
import { normalizeProse } from "~/models/base/text/content-text";
import { capitalize } from "~/models/base/text/field-words";
import { htmlToLine, htmlToMarkdown } from "~/models/base/text/html-to-markdown.server";
import { completeAddress, completeLink, isEnteredLink, parseEnteredUrl } from "~/models/base/web/entered-url";
import { parseReferenceLink } from "~/models/base/web/entry-lines";
import { usableImage } from "~/models/base/web/urls";
import { MAX_NOTES } from "~/models/editing/experts/drafts.server";
import { type ExpertField, expertField } from "~/models/records/experts/fields";
import { ExpertInput } from "~/models/records/experts/input.server";
import { existingTopics, type NamedTopic } from "~/models/records/experts/topics.server";
import { slugify } from "~/models/records/shared/slugs.server";
import { UNREADABLE } from "./csv.server";
import { DOUBTS, doubtOf, namesOrganisation, organisationNameIn } from "./doubts.server";
import { isCredit, isField, type Mapping, type NamePart, type Target } from "./mapping";
import type { TableRow } from "./reading";
import {
  availableIn,
  categoryNamed,
  isFileName,
  nameAlone,
  namedEntries,
  statusIn,
  withoutSalutation,
  yearIn,
} from "./values.server";

export interface CellProblem {
  /** The index of the column; -1 for the whole row. */
  column: number;
  kind: keyof typeof PROBLEM_LABELS;
  /** The text that was left out. */
  text: string;
}

/** The words of each problem, after the name of the column. */
export const PROBLEM_LABELS = {
  name: "has no name",
  url: "is not a web address",
  year: "is not a year",
  category: "is no category of this site",
  country: "is no country",
  language: "is no language",
  topic: "is no topic of this site",
  choice: "is none of the choices",
  identifier: "is no identifier of this kind",
  many: "has more entries than fit",
  long: "is too long",
  value: "cannot be used",
  extra: "stands beyond the last column",
  unreadable: "has a letter that is broken in the file",
  ...DOUBTS,
} as const;

export interface TablePerson {
  record: Record<string, unknown>;
  notes: string;
  sortName: string;
  problems: CellProblem[];
  /** The names of topics that this site lacks. */
  newTopics: string[];
  /** Unknown values for which the editor can choose a meaning for the whole file. */
  unknown: { column: number; value: string }[];
}

interface TableContext {
  columns: string[];
  mapping: Mapping;
  topics: NamedTopic[];
  /** The indexes of the columns with the kind of a row. */
  kinds: number[];
}

interface Entry {
  text: string;
  column: number;
}

type Cells = Map<Target, Entry[]>;

export function personOf({ cells }: TableRow, table: TableContext): TablePerson {
  const { mapping } = table;
  const person: TablePerson = { record: {}, notes: "", sortName: "", problems: [], newTopics: [], unknown: [] };
  const extraText = cells.slice(table.columns.length).filter(Boolean).join("; ");
  if (extraText) person.problems.push({ column: -1, kind: "extra", text: extraText.slice(0, 200) });
  const entriesByTarget: Cells = new Map();
  for (const [column, target] of mapping.columns.entries()) {
    const text = withoutFormulaMark(cells[column] ?? "").trim();
    if (target && text.includes(UNREADABLE))
      person.problems.push({ column, kind: "unreadable", text: text.slice(0, 200) });
    else if (target && text)
      entriesByTarget.set(target, [
        ...(entriesByTarget.get(target) ?? []),
        { text: cellText(cells[column] ?? "", target), column },
      ]);
  }
  const bareName = addName(person, entriesByTarget);
  addDoubt(person, bareName, { entriesByTarget, cells, table });
  addPlace(person, entriesByTarget, table);
  const links: string[] = [];
  for (const [target, entries] of entriesByTarget) {
    if (target === "note") addNotes(person, entries, table);
    else if (target === "link" || target === "referenceLinks") links.push(...linksIn(person, entries, table, target));
    else if (isField(target) && !["name", "country", "city"].includes(target)) addField(person, target, entries, table);
  }
  if (links.length > 0) person.record.referenceLinks = uniqueValues(links, addressOf);
  addConstants(person, mapping);
  addCredit(person, entriesByTarget);
  removeInvalid(person, entriesByTarget);
  return person;
}

/** Returns the text of a cell. Fields of prose keep HTML, which is converted to Markdown later; other fields lose it. */
function cellText(cell: string, target: Target): string {
  const text = withoutPageLinks(withoutFormulaMark(cell));
  if (target === "link" || target === "referenceLinks") return linesOfLinks(text);
  const kind = isField(target) ? expertField(target).kind : undefined;
  const isText = target === "note" || kind === "prose" || kind === "text";
  return isText || target === "imageUrl" ? text : htmlToLine(text);
}

/** Converts links in HTML and Markdown to lines of the form "label|address". */
function linesOfLinks(text: string): string {
  const toLine = (label: string, url: string) =>
    `\n${label.replace(/[|\n]/g, " ").trim()}|${url}\n`.replace("\n|", "\n");
  const addressIn = (attributes: string) => /\bhref=["']([^"'<>]+)["']/i.exec(attributes)?.[1];
  return htmlToLine(
    text
      .replace(/<a\b([^<>]*)>([^<]*)<\/a>/gi, (tag, attributes, label) => {
        const url = addressIn(attributes);
        return url === undefined ? tag : toLine(label, url);
      })
      .replace(/\[([^[\]]{0,200})\]\((https?:[^()\s]+)\)/g, (_, label, url) => toLine(label, url)),
  );
}

/** Removes the address or file of a linked page, which Notion writes after its name. */
function withoutPageLinks(text: string): string {
  return text
    .replace(/ \(https:\/\/(?:www\.)?notion\.(?:so|site)\/[^\s()]*\)/g, "")
    .replace(/ \([^\s()]*%20[0-9a-f]{32}(?:\.md|\.csv)?\)/g, "");
}

/** Removes the apostrophe that programs put before formulas so that spreadsheets do not run them (OWASP, CSV injection). */
function withoutFormulaMark(text: string): string {
  return text.replace(/^'(?='*[=+\-@\t\n＝＋－＠])/, "");
}

/** Sets the name and sort name, and returns the name without titles. */
function addName(person: TablePerson, cells: Cells): string {
  const textOf = (target: NamePart | "name" | "sortName" | "reading") =>
    cleanName((cells.get(target) ?? []).map(({ text }) => text.trim()).join(" "));
  const [titleBefore, titleAfter] = [withoutSalutation(textOf("titleBefore")), textOf("titleAfter")];
  const givenNames = [textOf("firstName"), textOf("middleName")].filter(Boolean).join(" ");
  const family = [textOf("particle"), textOf("lastName")].filter(Boolean).join(" ");
  const nameAndAffiliation = withAffiliation(nameAlone(textOf("name")));
  if (nameAndAffiliation.affiliation && !cells.has("affiliation"))
    person.record.affiliation = nameAndAffiliation.affiliation;
  const nameParts = mayBeInverted(nameAndAffiliation.name, givenNames, family)
    ? uninvert(nameAndAffiliation.name)
    : { name: nameAndAffiliation.name, sortName: "" };
  const bareName =
    nameParts.name || (isFamilyFirst(family) ? `${family} ${givenNames}` : `${givenNames} ${family}`).trim();
  const titleNotInName = (title: string) => (fold(` ${bareName} `).includes(fold(` ${title} `)) ? "" : title);
  const name =
    bareName && [titleNotInName(titleBefore), bareName, titleNotInName(titleAfter)].filter(Boolean).join(" ");
  person.record.name = name;
  const sortNameOfParts = fold(bareName).includes(fold(family.replace(/,.*/s, "")))
    ? sortNameOf(givenNames, family)
    : "";
  const sortName = sortNameOfParts || nameParts.sortName;
  person.sortName = textOf("sortName") || (sortName === guessedSortName(name) ? "" : sortName);
  const reading = textOf("reading");
  if (reading) person.record.reading = slugify(reading);
  return bareName;
}

/** Adds a doubt if the row may not be a person, and a problem if it names neither a person nor an organisation. */
function addDoubt(
  person: TablePerson,
  bareName: string,
  { entriesByTarget, cells, table }: { entriesByTarget: Cells; cells: string[]; table: TableContext },
): void {
  const { columns, kinds } = table;
  if (!bareName) person.record.name = organisationNameIn(columns, cells);
  const name = bareName || String(person.record.name);
  if (!name) person.problems.push({ column: -1, kind: "name", text: "" });
  else if (!bareName) person.problems.push({ column: -1, kind: "organisation", text: name });
  else {
    const lacksFamily = !entriesByTarget.has("lastName") && entriesByTarget.has("firstName");
    const rowKinds = kinds.map((place) => ({ heading: columns[place] ?? "", text: cells[place] ?? "" }));
    const doubt = doubtOf({ name, lacksFamily, kinds: rowKinds });
    if (doubt) person.problems.push({ column: -1, ...doubt, text: doubt.text.slice(0, 200) });
  }
}

/** Splits "Ann Lee (University of Bland)" and "Ann Lee, PhD, University of Bland" into name and affiliation. */
function withAffiliation(text: string): { name: string; affiliation: string } {
  const bracketMatch = /^([^()]+)\(([^()]+)\)$/.exec(text);
  const [firstPart = "", ...otherParts] = bracketMatch ? [bracketMatch[1], bracketMatch[2]] : text.split(/, | [–—-] /);
  // "Quade, Ines, University of Bland": the given names follow a family name.
  const isFamily = !bracketMatch && /^(?:\S+|\p{Ll}.*)$/u.test(firstPart.trim());
  const affiliationStart = otherParts.findIndex((part) =>
    isFamily ? namesOrganisation(part ?? "") : !isTitles(part ?? ""),
  );
  const name = [firstPart, ...otherParts.slice(0, Math.max(0, affiliationStart))].join(", ").trim();
  const affiliation = otherParts.slice(Math.max(0, affiliationStart)).join(", ").trim();
  const isAffiliation = namesOrganisation(affiliation) || (bracketMatch !== null && /^\p{Lu}{2,}$/u.test(affiliation));
  return isAffiliation && name && !namesOrganisation(name) ? { name, affiliation } : { name: text, affiliation: "" };
}

/** Tells whether a name may be "family, given": if the table has the parts, only if the family name is before the comma. */
function mayBeInverted(name: string, givenNames: string, family: string): boolean {
  if (!givenNames || !family) return true;
  return fold(name.split(",", 1)[0] ?? "").trim() === fold(family);
}

/** Removes mail addresses, pronouns and emoji from a name. Returns "" for a Wikidata id, which stands in place of a missing label. */
function cleanName(text: string): string {
  if (/^Q\d+$/.test(text)) return "";
  return (
    text
      .replace(/[<(]?[^\s<>()@]{1,64}@[^\s<>()@]{1,253}[>)]?/g, " ")
      .replace(/ \((?:she|he|they)\/[^()]*\)/i, "")
      // Removes the number by which lists of papers tell namesakes apart ("Ann Lee 0002").
      .replace(/ 00\d\d$/, "")
      .replace(/\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200d|\ufe0f/gu, " ")
      .replace(/\s+/g, " ")
      .trim()
  );
}

/** Converts "Quade, Ines, PhD" and "Quade, Ines (PhD)" to the spoken name, "Ines Quade, PhD", and its sort name. */
function uninvert(text: string): { name: string; sortName: string } {
  const withoutBrackets = text.replace(/ \(([^()]+)\)$/, (whole, part) => (isTitles(part) ? `, ${part}` : whole));
  const parts = withoutBrackets.split(",").map((part) => part.trim());
  const [family = "", ...otherParts] = parts.filter(Boolean);
  const isTitle = (part: string) => isTitles(part) || (/^[A-Z]{2,5}$/.test(part) && family !== family.toUpperCase());
  const givenNames = otherParts.filter((part) => !isTitle(part));
  if (givenNames.length !== 1) return { name: text, sortName: "" };
  // "Quade, John R. Jr." is spoken "John R. Quade Jr.".
  const [, given = "", generation = ""] = /^(.+?)( (?:[JS]r\.?|III?|IV))?$/.exec(givenNames[0] as string) ?? [];
  const spokenName = isFamilyFirst(family) ? `${family} ${given}` : `${given} ${family}`;
  return {
    name: [spokenName + generation, ...otherParts.filter(isTitle)].join(", "),
    sortName: sortNameOf(given, family),
  };
}

const countries = new Map<string, string | null>();
const MAX_COUNTRIES = 2_000;

/** Returns the code of a country, with a cache because thousands of rows name the same few countries. */
function countryNamed(text: string): string | null {
  const rememberedCode = countries.get(text);
  if (rememberedCode !== undefined) return rememberedCode;
  const country = countryOf(text);
  if (countries.size < MAX_COUNTRIES && text.length < 100) countries.set(text, country);
  return country;
}

function addPlace(person: TablePerson, cells: Cells, table: TableContext): void {
  for (const { text, column } of cells.get("place") ?? []) {
    const { parts, otherPlaces } = readPlace(text);
    if (otherPlaces) person.problems.push({ column, kind: "many", text: otherPlaces.slice(0, 200) });
    const lastPart = parts.at(-1) ?? "";
    const value = mapValue(table, column, lastPart) ?? "";
    const city = parts.length > 1 && !isMapped(table, column, lastPart) ? (parts.at(-2) as string) : "";
    const country = city ? countryAfterCity(city, value) : countryNamed(value);
    if (country) person.record.country = country;
    else if (city && countryNamed(value)) addUnknownValue(person, { column, text: value }, "country");
    const isCityToo = parts.length === 1 && CITIES_LIKE_STATES.test(lastPart);
    const otherParts = country && !isCityToo ? parts.slice(0, -1) : parts;
    if (otherParts[0]) person.record.city = otherParts[0];
  }
  for (const { text, column } of cells.get("country") ?? []) {
    const value = mapValue(table, column, text.trim());
    if (value === null) continue;
    // In many tables "NA" stands for an empty value, in others for Namibia.
    const country = value === "NA" && !isMapped(table, column, value) ? null : countryNamed(value);
    if (country) person.record.country = country;
    else addUnknownValue(person, { column, text: value }, "country");
  }
  const city = cells.get("city")?.[0];
  if (city) person.record.city = city.text.trim();
}

/** Divides "Boston, MA 02115", "Germany (Berlin)" and "Berlin – Germany" into parts without postal codes, the country last. */
function readPlace(text: string): { parts: string[]; otherPlaces: string } {
  const [firstPlace = "", ...otherPlaces] = text.split(/[;\n]/).filter((place) => place.trim());
  const areSeveral = [firstPlace, ...otherPlaces].every((place) => place.includes(","));
  const parts = (areSeveral ? firstPlace : text)
    .split(/[,;\n]/)
    .map((part) => part.trim().replace(/^(?:[A-Z]{1,2}[-–])?\d{4,6}\s+(?=\p{L})|(?<=\p{L})\s+\d{5}(?:-\d{4})?$/gu, ""))
    .filter(Boolean);
  const [, ...sides] = /^([^()]+)(?:\(([^()]+)\)|\s[-–—/|]\s(.+))$/s.exec(parts.length === 1 ? text.trim() : "") ?? [];
  const dividedParts = sides.filter(Boolean).map((side) => side.trim());
  const placeParts = dividedParts.some(countryNamed) ? dividedParts : parts;
  const [firstPart = "", lastPart = ""] = [placeParts[0], placeParts.at(-1)];
  const isCountryFirst =
    countryNamed(firstPart) &&
    !CITIES_LIKE_STATES.test(firstPart) &&
    !countryNamed(lastPart) &&
    !/^[A-Z]{2,3}$/.test(lastPart);
  return {
    parts: isCountryFirst ? placeParts.toReversed() : placeParts,
    otherPlaces: areSeveral ? otherPlaces.join(";").trim() : "",
  };
}

/** Returns the value that an entry stands for in the whole file, or null if it is left out. */
function mapValue({ mapping }: TableContext, column: number, entry: string): string | null {
  const values = mapping.values[column];
  if (!values || !Object.hasOwn(values, entry)) return entry;
  return values[entry] || null;
}

/** Tells whether the editor chose a value for an entry. */
function isMapped({ mapping }: TableContext, column: number, entry: string): boolean {
  return Object.hasOwn(mapping.values[column] ?? {}, entry);
}

/** Matches cities that are named as the state of another city. */
const CITIES_LIKE_STATES = /^(?:new york|washington)$/i;

function addUnknownValue(person: TablePerson, { column, text }: Entry, kind: CellProblem["kind"]): void {
  person.problems.push({ column, kind, text: text.slice(0, 200) });
  person.unknown.push({ column, value: text.slice(0, 200) });
}

function addNotes(person: TablePerson, entries: Entry[], { columns }: TableContext): void {
  const lines = entries.map(({ text, column }) => `${columns[column] ?? "Column"}: ${htmlToMarkdown(text).trim()}`);
  person.notes = [person.notes, ...lines].filter(Boolean).join("\n").slice(0, MAX_NOTES);
}

/** Generic headings of links, which are no label. */
const PLAIN_LINK =
  /^(web ?site|websites|home ?page|links?|urls?|web ?page|reference ?links?|same ?as|company ?website|personal ?website|website ?url)s?$/i;

function linksIn(person: TablePerson, entries: Entry[], { columns }: TableContext, target: Target): string[] {
  return entries.flatMap(({ text, column }) => {
    const heading = (columns[column] ?? "").trim();
    const label = target === "link" || !PLAIN_LINK.test(heading) ? labelOf(heading) : "";
    return linkEntries(text).flatMap((entry) => {
      const link = completeLink(entry.trim());
      if (!isEnteredLink(link) || isFileName(entry)) {
        person.problems.push({ column, kind: "url", text: entry.slice(0, 200) });
        return [];
      }
      const isLabelled = label && parseReferenceLink(link)?.url === link && target === "link";
      return [isLabelled ? `${label}|${link}` : link];
    });
  });
}

/** Returns the label of a link by its heading, such as "LinkedIn" for "LinkedIn URL". */
function labelOf(heading: string): string {
  const label = heading.replace(/\|/g, " ").trim();
  return /^(.+?) (?:url|link|address|profile url)$/i.exec(label)?.[1] ?? label;
}

/** Splits a cell into links: lines of the form "label|address", or addresses separated by commas, semicolons or blanks. */
function linkEntries(text: string): string[] {
  return text
    .split(/\n| ::: |;(?=\s|https?:|www\.)/)
    .flatMap((line) => (line.includes("|") && isEnteredLink(completeLink(line.trim())) ? [line] : splitAddresses(line)))
    .map((entry) => entry.trim())
    .filter(Boolean);
}

function splitAddresses(line: string): string[] {
  const parts = line.split(/(?<![\s,;|])[\s,;|]+(?=https?:\/\/|www\.|$)/).filter((part) => part?.trim());
  const candidates = parts.length > 0 ? parts : [line];
  const separateAddresses = candidates.flatMap((part) => part.split(/,\s+|\s+/)).filter(Boolean);
  return separateAddresses.every((part) => parseEnteredUrl(completeAddress(part)) !== null)
    ? separateAddresses
    : [line];
}

function addField(person: TablePerson, field: ExpertField, entries: Entry[], table: TableContext): void {
  const { kind } = expertField(field);
  const [firstEntry] = entries as [Entry];
  const readSingle = (problem: CellProblem["kind"], read: (text: string) => string | null) =>
    addSingle(person, field, firstEntry, problem, read);
  const readNamed = (problem: CellProblem["kind"], read: (text: string) => string | null) =>
    addNamed(person, field, entries, table, { kind: problem, read });
  if (field === "categories") readNamed("category", categoryNamed);
  else if (field === "languages") readNamed("language", languageTag);
  else if (field === "availableFor") readNamed("choice", availableIn);
  else if (field === "topics") addTopics(person, entries, table);
  else if (kind === "rows" || kind === "choices")
    person.record[field] = uniqueValues(entries.flatMap(({ text }) => entriesOf(text, field)));
  else if (field === "born" || field === "died") readSingle("year", yearIn);
  else if (field === "status")
    readSingle("choice", (value) => statusIn(mapValue(table, firstEntry.column, value) ?? ""));
  else if (kind === "address") readSingle("url", (value) => parseEnteredUrl(completeAddress(value)));
  else if (kind === "image") readSingle("url", imageIn);
  else if (kind === "prose") person.record[field] = normalizeProse(htmlToMarkdown(joinedProse(entries)));
  else if (kind === "text") person.record[field] = htmlToMarkdown(entries.map(({ text }) => text.trim()).join("\n\n"));
  else person.record[field] = entries.flatMap(({ text }) => linesOf(text)).join(", ");
}

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
}

function joinedProse(entries: Entry[]): string {
  return entries.map(({ text }) => text.trimEnd().replace(/^(?:[^\S\n]*\n)+/, "")).join("\n\n");
}

/** Returns the address of a picture. It may stand alone, or in brackets after a name, as Airtable writes it. */
function imageIn(text: string): string | null {
  const bracketedUrl = /\((https?:\/\/[^\s()]+)\)/.exec(text)?.[1];
  return isFileName(text) ? null : usableImage(completeAddress(bracketedUrl ?? text));
}

function addSingle(
  person: TablePerson,
  field: ExpertField,
  { text, column }: Entry,
  kind: CellProblem["kind"],
  read: (text: string) => string | null,
): void {
  const value = read(text.trim());
  if (value) person.record[field] = value;
  else person.problems.push({ column, kind, text: text.slice(0, 200) });
}

function addNamed(
  person: TablePerson,
  field: ExpertField,
  entries: Entry[],
  table: TableContext,
  { kind, read }: { kind: CellProblem["kind"]; read: (text: string) => string | null },
): void {
  const values: string[] = [];
  for (const { text, column } of entries) {
    // A choice is recognised by a word within the text, so a list of choices would be read as one.
    const isKnown = (entry: string) => kind !== "choice" && read(entry) !== null;
    for (const entry of namedEntries(text, isKnown)) {
      const value = mapValue(table, column, entry);
      if (value === null) continue;
      const key = read(value);
      if (key) values.push(key);
      else addUnknownValue(person, { column, text: value }, kind);
    }
  }
  if (values.length > 0) person.record[field] = uniqueValues(values);
}

function addTopics(person: TablePerson, entries: Entry[], table: TableContext): void {
  const { mapping, topics } = table;
  const names: string[] = [];
  // Compares only with names that have separators, because comparing each part with all topics would take too long.
  const tearableTopics = topics.filter(({ name, otherNames }) =>
    [name, ...otherNames].some((text) => /[;,|]/.test(text)),
  );
  for (const { text, column } of entries) {
    for (const entry of namedEntries(text, (name) => existingTopics(tearableTopics, [name]).length > 0)) {
      const value = mapValue(table, column, entry);
      if (value === null) continue;
      const [slug] = existingTopics(topics, [value]);
      if (slug) names.push(slug);
      else if (mapping.newTopics === "make" && slugify(value)) {
        names.push(topicName(value));
        person.newTopics.push(topicName(value));
      } else {
        addUnknownValue(person, { column, text: value }, "topic");
        if (mapping.newTopics === "note") person.notes = [person.notes, `Topic: ${value}`].filter(Boolean).join("\n");
      }
    }
  }
  if (names.length > 0) person.record.topics = uniqueValues(names);
}

/** Returns the name of a topic. Exports of this program name topics by their slugs, such as "stem-cells". */
export function topicName(value: string): string {
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)+$/.test(value)) return value.slice(0, 80);
  return capitalize(value.replaceAll("-", " "));
}

/** Splits a cell into entries of a list: by lines if it has a line break, else by semicolons. */
function entriesOf(text: string, field: ExpertField): string[] {
  const hasLines = text.includes("\n") || field === "youtubeEmbeds";
  return text
    .split(hasLines ? "\n" : /;(?=\s|https?:)/)
    .map((entry) => entry.trim())
    .filter(Boolean);
}

function addConstants(person: TablePerson, { constants }: Mapping): void {
  const { categories, country, topics } = constants;
  if (categories && !person.record.categories) person.record.categories = [categories];
  if (country && !person.record.country) person.record.country = country;
  if (topics && !person.record.topics) person.record.topics = [topics];
}

function addCredit(person: TablePerson, cells: Cells): void {
  const textOf = (target: Target) => (isCredit(target) ? (cells.get(target)?.[0]?.text.trim() ?? "") : "");
  const licence = textOf("imageLicence");
  if (!licence) return;
  const [author, licenceUrl, source] = [textOf("imageAuthor"), textOf("imageLicenceUrl"), textOf("imageSource")];
  person.record.imageCredit = { author, licence: licence.slice(0, 200), licenceUrl, source };
}

const PROBLEM_KINDS: Partial<Record<ExpertField, CellProblem["kind"]>> = {
  orcid: "identifier",
  wikidata: "identifier",
  openalex: "identifier",
  ror: "identifier",
};

/** Checks each field separately; removes invalid values and reports them. */
function removeInvalid(person: TablePerson, cells: Cells): void {
  for (const field of Object.keys(person.record) as ExpertField[]) {
    if (!isField(field) || (field === "name" && !person.record.name)) continue;
    const { max = 0, entries = 0, kind } = expertField(field);
    const value = person.record[field];
    const column = cells.get(field)?.[0]?.column ?? -1;
    if (Array.isArray(value) && entries > 0 && value.length > entries) {
      person.problems.push({ column, kind: "many", text: value.slice(entries).join("; ").slice(0, 200) });
      person.record[field] = value.slice(0, entries);
    }
    if (ExpertInput.shape[field].safeParse(person.record[field]).success) continue;
    if (field === "name" && typeof value === "string" && value.length > max) {
      person.problems.push({ column, kind: "name", text: value.slice(0, 200) });
      continue;
    }
    const text = String(value).slice(0, 200);
    const isLong = typeof value === "string" && kind !== "identifier" && value.length > max;
    person.problems.push({ column, kind: isLong ? "long" : (PROBLEM_KINDS[field] ?? "value"), text });
    delete person.record[field];
  }
}

function addressOf(link: string): string {
  return parseReferenceLink(link)?.url ?? link;
}

/** Removes repeated values. Only links compare by address, because positions may share the address of a source. */
function uniqueValues(values: string[], keyOf = (value: string) => value): string[] {
  const seenKeys = new Set<string>();
  return values.filter((value) => {
    const key = fold(keyOf(value));
    if (seenKeys.has(key)) return false;
    seenKeys.add(key);
    return true;
  });
}
