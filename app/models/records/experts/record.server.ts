import type { ExpertRow } from "~/db.server";
import { AppError, type FieldErrors } from "~/errors";
import { parse } from "~/models/base/input/validation.server";
import { normalizeProse, onOneLine, sliceWellFormed, trimBlankEnds } from "~/models/base/text/content-text";
import { keepsStoredImage } from "~/models/base/uploads/address";
import { completeAddress, completeLink, isEnteredLink, parseEnteredUrl } from "~/models/base/web/entered-url";
import { parseReferenceLink } from "~/models/base/web/entry-lines";
import { httpUrl, usableImage } from "~/models/base/web/urls";
import { categoryByKey } from "~/models/records/listings/categories";
import type { Person } from "~/models/records/relisting/relisting.server";
import type { FieldKind } from "~/models/records/shared/fields";
import { toExpert } from "./expert.server";
import {
  ADDRESS_FIELDS,
  EXPERT_FIELDS,
  EXPERT_LABELS,
  EXPERT_RECORD,
  type ExpertField,
  type ExpertRecord,
  expertField,
  IMAGE_FIELDS,
  LIST_FIELDS,
  NO_RECORD,
} from "./fields";
import { IDENTIFIERS, PERSONAL_IDENTIFIERS } from "./identifiers";
import { ExpertInput } from "./input.server";
import { tidyLinkKinds } from "./link-kinds";
import { DERIVED_FIELDS, derivedFields, entryOfParts, entryOfPosition } from "./positions";
import { BAD_LINK, REPEATED_LINK, spelling } from "./submission-fields";

export function recordOf(row: ExpertRow): ExpertRecord {
  const expert = toExpert(row);
  return Object.fromEntries(EXPERT_FIELDS.map((field) => [field, expert[field]])) as unknown as ExpertRecord;
}

/**
 * Returns the checked differences of `input` from `currentRecord`. `isStored` skips the limits of an edit. Throws "invalid" with
 * a message per field.
 */
export function changesTo(
  currentRecord: ExpertRecord,
  input: unknown,
  { isStored = false } = {},
): Partial<ExpertRecord> {
  if (typeof input !== "object" || input === null || Array.isArray(input)) {
    throw new AppError("invalid", "Send the expert as an object with the fields to change.");
  }
  const fields = normalizeRecord(input as Record<string, unknown>, currentRecord);
  const changedFields = EXPERT_FIELDS.filter(
    // Calls of earlier versions stored tabs and line breaks in fields of one line.
    (field) => field in fields && !isSame(fields[field], normalizeValue(currentRecord[field], expertField(field).kind)),
  );
  const changes = withDerivedFields(
    withLinkKinds(parse(schemaOf(changedFields), fields), currentRecord),
    currentRecord,
  );
  if (!isStored) throwProblems(problemsOf(changes, currentRecord));
  return changes;
}

const makeSchema = (fields: ExpertField[]) =>
  ExpertInput.pick(Object.fromEntries(fields.map((field) => [field, true])) as { name: true });
const schemas = new Map<string, ReturnType<typeof makeSchema>>();
const MAX_SCHEMAS = 100;

/**
 * Returns the schema of some fields from a cache: making a schema takes longer than a check, and the same fields often change
 * together.
 */
function schemaOf(fields: ExpertField[]): ReturnType<typeof makeSchema> {
  const key = fields.join(" ");
  const schema = schemas.get(key) ?? makeSchema(fields);
  if (schemas.size < MAX_SCHEMAS) schemas.set(key, schema);
  return schema;
}

/** Updates the kinds of changed links, and drops identifiers that only write a stored identifier as an address. */
function withLinkKinds(changes: Partial<ExpertRecord>, currentRecord: ExpertRecord): Partial<ExpertRecord> {
  const newChanges = { ...changes };
  for (const kind of IDENTIFIERS) if (newChanges[kind] === currentRecord[kind]) delete newChanges[kind];
  if (!newChanges.linkKinds && !newChanges.referenceLinks) return newChanges;
  const links = newChanges.referenceLinks ?? currentRecord.referenceLinks;
  newChanges.linkKinds = tidyLinkKinds(links, newChanges.linkKinds ?? currentRecord.linkKinds);
  if (isSame(newChanges.linkKinds, currentRecord.linkKinds)) delete newChanges.linkKinds;
  return newChanges;
}

/** Derives title, institution and place from the present position, unless somebody entered other values. */
function withDerivedFields(changes: Partial<ExpertRecord>, currentRecord: ExpertRecord): Partial<ExpertRecord> {
  if (!changes.positions) return changes;
  const [formerFields, newFields] = [derivedFields(currentRecord.positions), derivedFields(changes.positions)];
  if (!newFields) return changes;
  const newChanges = { ...changes };
  for (const field of DERIVED_FIELDS) {
    const [formerValue, newValue] = [formerFields, newFields].map((fields) => shortened(fields?.[field] ?? "", field));
    const isUnedited = currentRecord[field] === "" || currentRecord[field] === formerValue;
    if (newChanges[field] === undefined && isUnedited && newValue !== currentRecord[field])
      newChanges[field] = newValue;
  }
  return newChanges;
}

/** Returns a value that fits into its field; one that is cut ends in "…". */
function shortened(value: string, field: (typeof DERIVED_FIELDS)[number]): string {
  const { max } = EXPERT_RECORD[field];
  return value.length <= max ? value : `${sliceWellFormed(value, 0, max - 1).trimEnd()}…`;
}

/** Tells whether two values are the same, apart from spaces around the parts of an entry. */
export function isSame(input: unknown, other: unknown): boolean {
  return JSON.stringify(comparable(input)) === JSON.stringify(comparable(other));
}

export function comparable(value: unknown): unknown {
  if (!Array.isArray(value)) return typeof value === "string" ? trimBlankEnds(value) : value;
  return value
    .filter((entry) => !isBlank(entry))
    .map((entry) => (typeof entry === "string" ? withoutSpaces(onOneLine(entry)) : entry));
}

/** Keeps embeds as they are: a bar is ordinary text in HTML. */
function withoutSpaces(entry: string): string {
  if (entry.includes("<")) return entry.trim();
  const parts = entry.split("|").map((part) => part.trim());
  // Only before an address may empty parts be missing: others give the next part another meaning.
  const mayShorten = parts.length <= 3 && httpUrl(parts.at(-1) ?? "");
  return mayShorten ? parts.filter(Boolean).join("|") : entryOfParts(parts);
}

/** Returns the fields of a profile in `input` as they would be stored. Unknown fields are left out, and values stay unchecked. */
export function normalizeRecord(input: Record<string, unknown>, currentRecord: ExpertRecord): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const field of EXPERT_FIELDS) {
    const value = Object.hasOwn(input, field) ? input[field] : undefined;
    if (value === undefined || (typeof value === "string" && keepsStoredImage(value))) continue;
    if (field === "positions" && Array.isArray(value)) {
      fields[field] = value.flatMap((entry) =>
        typeof entry === "object" && entry !== null
          ? onOneLine(entryOfPosition(entry))
          : (normalizeValue([entry], "rows") as unknown[]),
      );
      continue;
    }
    const text = value === null ? NO_RECORD[field] : normalizeValue(value, expertField(field).kind);
    fields[field] = withAddresses(field, text, currentRecord[field]);
  }
  // Keeps the slug, because an expert always has one.
  if (isBlank(fields.slug)) fields.slug = currentRecord.slug;
  return fields;
}

/** Completes addresses as people type them, except stored ones. */
function withAddresses(field: ExpertField, value: unknown, currentValue: unknown): unknown {
  if (field === "referenceLinks" && Array.isArray(value)) {
    const storedEntries = currentValue as string[];
    return value.map((entry) =>
      typeof entry === "string" && !storedEntries.includes(entry) ? completeLink(entry) : entry,
    );
  }
  const isAddress =
    ADDRESS_FIELDS.some((name) => name === field) && typeof value === "string" && value !== currentValue;
  return isAddress ? completeAddress(value) : value;
}

/** The kinds of which each text, or each entry, stands on one line. */
const ONE_LINE_KINDS: FieldKind[] = ["line", "rows", "choices"];

/** Turns CRLF, which browsers send, into LF, and joins the lines of fields that have one. */
function normalizeValue(value: unknown, kind: FieldKind): unknown {
  if (Array.isArray(value)) return value.filter((entry) => !isBlank(entry)).map((entry) => normalizeValue(entry, kind));
  if (typeof value !== "string") return value;
  if (kind === "prose") return normalizeProse(value);
  return ONE_LINE_KINDS.includes(kind) ? onOneLine(value) : value.replace(/\r\n?/g, "\n").trim();
}

function isBlank(value: unknown): boolean {
  return typeof value === "string" && value.trim() === "";
}

function problemsOf(changes: Partial<ExpertRecord>, currentRecord: ExpertRecord): FieldErrors {
  const problems: FieldErrors = {};
  for (const field of LIST_FIELDS) {
    const maxEntries = expertField(field).editedEntries ?? Number.POSITIVE_INFINITY;
    const allowedCount = Math.max(maxEntries, currentRecord[field].length);
    if ((changes[field]?.length ?? 0) > allowedCount) problems[field] = tooManyMessage(field, maxEntries);
  }
  for (const field of ADDRESS_FIELDS) {
    const address = changes[field];
    if (address && address !== currentRecord[field] && !parseEnteredUrl(address)) problems[field] = BAD_LINK;
  }
  for (const field of IMAGE_FIELDS) {
    if (changes[field] && !usableImage(changes[field]))
      problems[field] = "Please choose an image or enter its address.";
  }
  const isKnownBook = (book: string) => currentRecord.books.some((other) => isSame([other], [book]));
  if (!changes.books?.every((book) => hasGoodAddress(book) || isKnownBook(book)) && changes.books) {
    problems.books = BAD_LINK;
  }
  const linkProblem = problemOfLinks(changes.referenceLinks ?? [], currentRecord.referenceLinks);
  if (linkProblem) problems.referenceLinks = linkProblem;
  const isKnown = (key: string) => categoryByKey(key) || currentRecord.categories.includes(key);
  if (!changes.categories?.every(isKnown) && changes.categories) {
    problems.categories = "Please choose categories from the list.";
  }
  return problems;
}

/** Returns a message, or "". Invalid stored links may stay; repeated links may not. */
function problemOfLinks(links: string[], currentLinks: string[]): string {
  const addresses = links.map((link) => parseReferenceLink(link)?.url);
  const isKnown = (link: string) => currentLinks.some((other) => isSame([other], [link]));
  const spellings = addresses.map((url, index) => (url ? spelling(url) : links[index]));
  if (!links.every((link) => isEnteredLink(link) || isKnown(link))) return BAD_LINK;
  return new Set(spellings).size < links.length ? REPEATED_LINK : "";
}

/** Tells whether a book has a valid address; without one, readers would get a search instead. */
function hasGoodAddress(book: string): boolean {
  const parts = book.split("|");
  return parts.length < 3 || parseEnteredUrl(parts.at(-1) as string) !== null;
}

function tooManyMessage(field: ExpertField, maxEntries: number): string {
  return `${EXPERT_LABELS[field]}: at most ${maxEntries}.`;
}

function throwProblems(fieldErrors: FieldErrors): void {
  const [message] = Object.values(fieldErrors);
  if (message) throw new AppError("invalid", message, fieldErrors);
}

/** Returns the person that a record is about, by its name and identifiers. */
export function personIn(record: object): Person {
  const fields = record as Record<string, unknown>;
  const identifiers = [...PERSONAL_IDENTIFIERS.map((kind) => fields[kind]), fields.referenceLinks];
  return { name: typeof fields.name === "string" ? fields.name : undefined, identifiers };
}

export function withoutEmpty(record: ExpertRecord): Partial<ExpertRecord> {
  return Object.fromEntries(
    Object.entries(record).filter(([, value]) => (Array.isArray(value) ? value.length > 0 : value)),
  );
}
