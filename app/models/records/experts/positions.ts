/** Positions over time, with role, institution, years, source and the name of who asserts them. */
import { httpUrl } from "~/models/base/web/urls";
import { identifierUrl } from "./identifiers";

/** A position in the JSON calls. Days are years or dates of ISO 8601, of any precision; "" while unknown. */
export interface Position {
  role: string;
  institution: { name: string; ror: string; url: string };
  city: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  from: string;
  /** null while the position lasts. */
  to: string | null;
  source: { url: string; title: string } | null;
  /** The name of who asserts it, such as the institution itself. */
  assertedBy: string;
  /** The day of the last check; "" without one. */
  checkedAt: string;
  /** An objection and its page; null for none. */
  disputed: { text: string; url: string } | null;
}

/** The parts of a stored entry in their order. A table shows the first five in one line. */
export const POSITION_PARTS = [
  "Role",
  "Institution",
  "From",
  "To",
  "Address of the source",
  "Title of the source",
  "Number at ror.org",
  "City",
  "Country",
  "Page of the institution",
  "Who says so",
  "Checked on",
  "Disputed: what others say",
  "Disputed: where they say it",
] as const;

/** Stands for "to" if the position ended on an unknown day. */
export const ENDED = "ended";
const PARTS_IN_LINE = 5;

export function positionParts(entry: string): string[] {
  const parts = entry.split("|").map((part) => part.trim());
  return POSITION_PARTS.map((_, index) => parts[index] ?? "");
}

/** Joins the parts without empty ones at the end. A bar within a part is replaced, because it would end the part. */
export function entryOfParts(parts: string[]): string {
  return upToLastFilled(parts.map((part) => part.trim().replaceAll("|", "/"))).join("|");
}

function upToLastFilled(parts: string[]): string[] {
  return parts.slice(0, parts.findLastIndex(Boolean) + 1);
}

export function parsePosition(entry: string): Position {
  const [
    role = "",
    name = "",
    from = "",
    to = "",
    url = "",
    title = "",
    ror = "",
    city = "",
    country = "",
    page = "",
    assertedBy = "",
    checkedAt = "",
    objection = "",
    objectionUrl = "",
  ] = positionParts(entry);
  const source = httpUrl(url) ? { url, title: title || url } : null;
  const institution = { name, ror, url: httpUrl(page) ? page : ror ? identifierUrl("ror", ror) : "" };
  const disputed = objection ? { text: objection, url: httpUrl(objectionUrl) ? objectionUrl : "" } : null;
  return { role, institution, city, country, from, to: to || null, source, assertedBy, checkedAt, disputed };
}

/** Returns the entry of a position that a JSON call sent, with the parts that are texts. */
export function entryOfPosition(position: object): string {
  const { role, institution, city, country, from, to, source, assertedBy, checkedAt, disputed } =
    position as Partial<Position>;
  const { name, ror, url: page } = institution ?? {};
  const storedPage = ror && page === identifierUrl("ror", ror) ? "" : page;
  const { url, title } = source ?? {};
  const parts = [
    role,
    name,
    from,
    to,
    url,
    title === url ? "" : title,
    ror,
    city,
    country,
    storedPage,
    assertedBy,
    checkedAt,
    disputed?.text,
    disputed?.url,
  ];
  return entryOfParts(parts.map((part) => (typeof part === "string" || typeof part === "number" ? String(part) : "")));
}

/** Returns a position as a line of a table: role, institution, from, to and the address of the source. */
export function positionLine(entry: string): string {
  return upToLastFilled(positionParts(entry).slice(0, PARTS_IN_LINE)).join(" | ");
}

export function isPresent({ to }: Position): boolean {
  return to === null;
}

export function presentPositions(entries: string[]): Position[] {
  return entries.map(parsePosition).filter(isPresent);
}

/** The fields that follow from the present position while nobody enters other values. */
export const DERIVED_FIELDS = ["title", "affiliation", "ror", "city", "country"] as const;

export function derivedFields(entries: string[]): Record<(typeof DERIVED_FIELDS)[number], string> | null {
  const [position] = presentPositions(entries);
  if (!position) return null;
  const { role, institution, city, country } = position;
  const title = [role, institution.name].filter(Boolean).join(", ");
  return { title, affiliation: institution.name, ror: institution.ror, city, country };
}

/** Matches a year, a month or a day of ISO 8601, and an empty text. */
export const PARTIAL_DATE = /^(?:\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?)?$/;

/** Returns "2011 –", "2008 – 2025", "until 2025" or "". */
export function yearsOfPosition({ from, to }: Position): string {
  const [firstYear, lastYear] = [from.slice(0, 4), to === ENDED ? "" : (to?.slice(0, 4) ?? "")];
  if (to === null) return firstYear && `${firstYear} –`;
  if (firstYear && lastYear) return firstYear === lastYear ? firstYear : `${firstYear} – ${lastYear}`;
  return lastYear ? `until ${lastYear}` : firstYear ? `from ${firstYear}, ended` : "ended";
}

/** Returns "Scientific director, National Institute of the Sea, 2011 –". */
export function positionInWords(position: Position): string {
  return [position.role, position.institution.name, yearsOfPosition(position)].filter(Boolean).join(", ");
}

const YEAR_MS = 365 * 24 * 60 * 60_000;
const MONTH_FORMAT = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });

/** Returns "as of August 2021" if a present position was checked, or else began, more than a year ago; otherwise "". */
export function asOf({ to, from, checkedAt }: Position, now = new Date()): string {
  if (to !== null) return "";
  const day = checkedAt || from;
  const time = Date.parse(day);
  if (Number.isNaN(time)) return "as of an unknown date";
  if (now.getTime() - time < YEAR_MS) return "";
  return `as of ${day.length === 4 ? day : MONTH_FORMAT.format(time)}`;
}
