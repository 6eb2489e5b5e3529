/** Reads contacts in vCard 2.1, 3.0 (RFC 2426) and 4.0 (RFC 6350), with the extensions of Apple, Google and Outlook. */
import { isUtf8 } from "node:buffer";
import { readFile, stat } from "node:fs/promises";
import { AppError } from "~/errors";
import { lazyPackage } from "~/services/lazy-package.server";
import { encodingOf } from "./csv.server";
import { addIdentifier, addLine, KIND_COLUMN, type Person, tableOf } from "./people-table.server";
import type { TableRow } from "./reading";

const iconv = lazyPackage<typeof import("iconv-lite")>("iconv-lite");

const MAX_CARDS_BYTES = 64 * 1024 * 1024;

/** Yields the contacts of a file as the rows of a table. Throws "invalid". */
export function vcardRows(path: string): AsyncGenerator<TableRow, void> {
  return tableOf(async function* () {
    if ((await stat(path)).size > MAX_CARDS_BYTES)
      throw new AppError("invalid", "This file has more than 64 MB of contacts. Please split it.");
    const bytes = await readFile(path);
    const text = iconv().decode(bytes, await encodingOf(path), { stripBOM: true });
    let lines: string[] | null = null;
    let agentDepth = 0;
    for (const line of logicalLines(text)) {
      if (/^BEGIN:VCARD\s*$/i.test(line)) {
        if (agentDepth > 0 || AGENT.test(lines?.at(-1) ?? "")) agentDepth++;
        else {
          if (lines) yield personOfCard(lines);
          lines = [];
        }
      } else if (/^END:VCARD\s*$/i.test(line)) {
        if (agentDepth > 0) agentDepth--;
        else if (lines) {
          yield personOfCard(lines);
          lines = null;
        }
      } else if (agentDepth === 0) lines?.push(line);
    }
    if (lines) throw new AppError("invalid", "This file is only a part of one: its last contact has no end.");
  });
}

/** Introduces the card of another person within a card (vCard 2.1). */
const AGENT = /^AGENT\b[^:]*:\s*$/i;

/** Yields unfolded lines. A line that begins with a blank continues the line before, and so does a line after "=" (quoted-printable). */
function* logicalLines(text: string): Generator<string, void> {
  let parts: string[] = [];
  let [isQuotedPrintable, hasSoftBreak] = [false, false];
  for (const line of text.split(/\r\n?|\n/)) {
    const lastPart = parts.at(-1) ?? "";
    if (hasSoftBreak) {
      parts[parts.length - 1] = lastPart.slice(0, -1);
      parts.push(line);
    } else if (parts.length > 0 && /^[ \t]/.test(line)) parts.push(line.slice(1));
    else {
      if (parts.length > 0) yield parts.join("");
      parts = [line];
      isQuotedPrintable = /^[^:]*QUOTED-PRINTABLE/i.test(line);
    }
    hasSoftBreak = isQuotedPrintable && line.endsWith("=");
  }
  if (parts.length > 0) yield parts.join("");
}

interface Property {
  group: string;
  name: string;
  /** The parameters by name, in capitals. Values without a name are under TYPE. */
  params: Map<string, string[]>;
  value: string;
}

/** Splits at unescaped separators. With `keepsQuoted`, as in parameters, quoted text is not split. */
function splitUnescaped(text: string, separator: string, keepsQuoted = false): string[] {
  const parts: string[] = [];
  let [part, isQuoted] = ["", false];
  for (let index = 0; index < text.length; index++) {
    const letter = text[index] as string;
    if (letter === "\\") part += letter + (text[++index] ?? "");
    else if (letter === '"' && keepsQuoted) isQuoted = !isQuoted;
    else if (letter === separator && !isQuoted) {
      parts.push(part);
      part = "";
    } else part += letter;
  }
  return [...parts, part];
}

function parseProperty(line: string): Property | null {
  const match = /^(?:([\w-]+)\.)?([\w-]+)((?:;(?:"[^"]*"|[^":])*)?):/.exec(line);
  if (!match) return null;
  const [head, group = "", name = "", parameters = ""] = match;
  const params = new Map<string, string[]>();
  for (const param of splitUnescaped(parameters, ";", true).slice(1)) {
    const [key = "", value] = param.split(/=(.*)/s);
    const type = /^(?:QUOTED-PRINTABLE|BASE64|B)$/i.test(key) ? "ENCODING" : "TYPE";
    const [parameterName, values] = value === undefined ? [type, key] : [key.toUpperCase(), value];
    params.set(parameterName, [...(params.get(parameterName) ?? []), ...values.toUpperCase().split(",")]);
  }
  const hasParameter = (key: string, pattern: RegExp) => (params.get(key) ?? []).some((value) => pattern.test(value));
  const value = line.slice(head.length);
  if (hasParameter("ENCODING", /^(B|BASE64)$/)) return null;
  return {
    group: group.toLowerCase(),
    name: name.toUpperCase(),
    params,
    value: hasParameter("ENCODING", /^QUOTED-PRINTABLE$/)
      ? decodeQuotedPrintable(value, params.get("CHARSET")?.[0])
      : value,
  };
}

/** Decodes quoted-printable text (RFC 2045, 6.7). */
function decodeQuotedPrintable(text: string, charset?: string): string {
  const bytes = text.replace(/=([0-9a-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  // Leaves text with letters beyond Latin-1 alone, because it was not encoded.
  if (/[^\x00-\xff]/.test(bytes)) return bytes;
  const octets = Buffer.from(bytes, "latin1");
  const encoding = charset && iconv().encodingExists(charset) ? charset : isUtf8(octets) ? "UTF-8" : "win1252";
  return iconv().decode(octets, encoding).replace(/\r\n?/g, "\n");
}

function unescapeText(text: string): string {
  return text.replace(/\\([nN,;:"\\])/g, (_, letter: string) => (/n/i.test(letter) ? "\n" : letter)).trim();
}

/** The columns of properties with a single text. */
const COLUMNS: Record<string, string> = {
  FN: "Name",
  TITLE: "Title",
  ROLE: "Role",
  EMAIL: "Email",
  TEL: "Phone",
  NOTE: "Note",
  NICKNAME: "Nickname",
  CATEGORIES: "Groups",
  LANG: "Languages",
};
const NAME_COLUMNS = ["Last name", "First name", "Middle name", "Title before the name", "Title after the name"];

function personOfCard(lines: string[]): Person {
  const properties = lines.flatMap((line) => parseProperty(line) ?? []);
  const person: Person = {};
  const labels = new Map(
    properties.flatMap(({ name, group, value }) => (name === "X-ABLABEL" ? [[group, parseLabel(value)] as const] : [])),
  );
  for (const property of properties) addProperty(person, property, labels.get(property.group) ?? "");
  const kind = kindOf(properties, person);
  if (!kind) return person;
  // Uses the company of an organisation's card as its name, not as its affiliation.
  const { Affiliation: company = "", ...otherColumns } = person;
  return { ...otherColumns, Name: person.Name || company, [KIND_COLUMN]: kind };
}

/** Returns the kind that a card states, or "organisation" if it names only a company. Returns "" for a person. */
function kindOf(properties: Property[], { Name: name = "", Affiliation: company = "", ...person }: Person): string {
  const kind = properties.find(({ name }) => /^(X-ADDRESSBOOKSERVER-)?KIND$/.test(name))?.value.trim() ?? "";
  if (kind && !/^individual$/i.test(kind)) return /^org$/i.test(kind) ? "organisation" : kind.toLowerCase();
  const isShownAsCompany = properties.some(
    (property) => property.name === "X-ABSHOWAS" && /company/i.test(property.value),
  );
  const isOnlyCompany =
    !person["Last name"] && !person["First name"] && company !== "" && (name === "" || name === company);
  return isShownAsCompany || isOnlyCompany ? "organisation" : "";
}

function addProperty(person: Person, { name, params, value }: Property, label: string): void {
  const hasParameter = (key: string, text: string) => (params.get(key) ?? []).includes(text);
  const parts = splitUnescaped(value, ";").map(unescapeText);
  const column = COLUMNS[name];
  if (column)
    addLine(
      person,
      // A card can have the name in several forms; the first is preferred.
      name === "FN" && person.Name ? "Nickname" : column,
      splitUnescaped(value, name === "CATEGORIES" ? "," : "\n")
        .map(unescapeText)
        .join("\n"),
    );
  else if (name === "N")
    for (const [index, column] of NAME_COLUMNS.entries()) addLine(person, column, parts[index] ?? "");
  else if (name === "ORG") {
    addLine(person, "Affiliation", parts[0] ?? "");
    addLine(person, "Department", parts.slice(1).filter(Boolean).join(", "));
  } else if (name === "ADR" && !hasParameter("TYPE", "HOME")) {
    addLine(person, "City", person.City ? "" : (parts[3] ?? ""));
    addLine(person, "Country", person.Country ? "" : (parts[6] ?? ""));
  } else if (name === "URL") addAddress(person, unescapeText(value), label);
  else if (name === "X-SOCIALPROFILE" || name === "SOCIALPROFILE")
    addSocialProfile(person, params, unescapeText(value));
  else if (name === "PHOTO" && /^https?:/i.test(value))
    addLine(person, "Photo", person.Photo ? "" : unescapeText(value));
  else if (name === "BDAY" && !params.has("X-APPLE-OMIT-YEAR")) addLine(person, "Year of birth", parseDate(value));
  else if (name === "DEATHDATE") addLine(person, "Year of death", parseDate(value));
}

function addAddress(person: Person, address: string, label: string): void {
  if (!addIdentifier(person, address)) addLine(person, "Website", label ? `${label}|${address}` : address);
}

function addSocialProfile(person: Person, params: Property["params"], address: string): void {
  const service = (params.get("SERVICE-TYPE") ?? params.get("TYPE") ?? [])[0] ?? "";
  const label = SERVICES[service.toLowerCase()] ?? "";
  if (/^https?:/i.test(address)) addAddress(person, address, label);
}

const SERVICES: Record<string, string> = {
  linkedin: "LinkedIn",
  twitter: "Twitter",
  github: "GitHub",
  mastodon: "Mastodon",
  bluesky: "Bluesky",
};

/** Returns the label of a property, but none for Apple's standard labels, such as "_$!<HomePage>!$_". */
function parseLabel(value: string): string {
  const appleLabel = /^_\$!<(.+)>!\$_$/.exec(value.trim())?.[1];
  return appleLabel ? "" : unescapeText(value).replace(/\|/g, " ");
}

/** Converts "19780412" to "1978-04-12". Returns "" for a date without a year, such as "--0412". */
function parseDate(value: string): string {
  if (value.startsWith("--")) return "";
  return value.replace(/^(\d{4})(\d{2})(\d{2})(?=$|T)/, "$1-$2-$3");
}
