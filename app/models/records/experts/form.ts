import { formatNumber } from "~/models/base/text/numbers";
import { completeAddress, completeLink, parseEnteredUrl } from "~/models/base/web/entered-url";
import { splitUrl } from "~/models/base/web/entry-lines";
import { httpUrl } from "~/models/base/web/urls";
import { isList, type NamesOf, type NamesWith, namesOf, namesWhere, namesWith } from "~/models/records/shared/fields";
import { EXPERT_RECORD, type ExpertField, type ExpertRecord, expertField } from "./fields";
import { linksWithKinds, tidyLinkKinds } from "./link-kinds";
import { entryOfParts, positionParts } from "./positions";
import { BAD_LINK, REPEATED_LINK, spelling } from "./submission-fields";

export type RowField = NamesWith<typeof EXPERT_RECORD, "row">;
export type ChoicesField = NamesOf<typeof EXPERT_RECORD, "choices">;
export type TextField = Exclude<ExpertField, RowField | ChoicesField | "featured" | "linkKinds">;

const CHOICES_FIELDS = namesOf(EXPERT_RECORD, "choices");
const ROW_FIELDS = namesWith(EXPERT_RECORD, "row");
const TEXT_FIELDS = namesWhere(EXPERT_RECORD, (field) => !isList(field) && field.kind !== "flag") as TextField[];

/** The unchecked form values. */
export interface ExpertForm {
  texts: Record<TextField, string>;
  choices: Record<ChoicesField, string[]>;
  featured: boolean;
  rows: Record<RowField, string[][]>;
}

export function formOf(record: ExpertRecord): ExpertForm {
  const rows = pick(ROW_FIELDS, (field) => record[field].map((entry) => cellsOf(field, entry)));
  const links = linksWithKinds(record.referenceLinks, record.linkKinds);
  const kindOf = (url: string | undefined) => links.find((link) => link.url === url)?.kind ?? "about";
  return {
    texts: pick(TEXT_FIELDS, (field) => record[field]),
    choices: pick(CHOICES_FIELDS, (field) => record[field]),
    featured: record.featured,
    rows: { ...rows, referenceLinks: rows.referenceLinks.map((parts) => [...parts, kindOf(parts[1])]) },
  };
}

export function formIn(values: Record<string, string | string[]>): ExpertForm {
  return {
    texts: pick(TEXT_FIELDS, (field) => textIn(values[field])),
    choices: pick(CHOICES_FIELDS, (field) => listIn(values[field])),
    featured: textIn(values.featured) !== "",
    rows: pick(ROW_FIELDS, (field) => rowsIn(field, values)),
  };
}

/** Returns the record of a form, without blank rows. */
export function recordIn({ texts, choices, featured, rows }: ExpertForm): ExpertRecord {
  const lists = pick(ROW_FIELDS, (field) => rows[field].map((parts) => entryOf(field, parts)).filter(Boolean));
  const kinds = rows.referenceLinks.map(([, url = "", kind = ""]) => `${kind}|${url.trim()}`);
  const linkKinds = tidyLinkKinds(lists.referenceLinks.map(completeLink), kinds);
  return { ...texts, ...choices, ...lists, linkKinds, featured } as ExpertRecord;
}

/** Returns the input name; each row adds one value under it. */
export function partName(field: RowField, part: number): string {
  return `${field}.${part}[]`;
}

/** Splits a stored entry without loss, spaces included. */
export function cellsOf(field: RowField, entry: string): string[] {
  const bar = entry.indexOf("|");
  if (field === "positions") return positionParts(entry);
  if (field === "scienceHighlights") return bar < 0 ? [entry, ""] : [entry.slice(0, bar), entry.slice(bar + 1)];
  if (EXPERT_RECORD[field].row.parts.length === 1) return [entry];
  // An address may contain bars, too.
  const { url: address } = splitUrl(entry);
  const textLength = address && entry.endsWith(address) ? entry.length - address.length : entry.length;
  const lastBar = entry.lastIndexOf("|", textLength - 1);
  const lastPart = entry.slice(lastBar + 1);
  const url = httpUrl(lastPart) || field === "referenceLinks" ? lastPart : "";
  const texts = url ? entry.slice(0, Math.max(0, lastBar)) : entry;
  if (field === "referenceLinks") return [texts, url];
  const firstBar = texts.indexOf("|");
  return firstBar < 0 ? [texts, "", url] : [texts.slice(0, firstBar), texts.slice(firstBar + 1), url];
}

export function entryOf(field: RowField, parts: string[]): string {
  const [firstPart = "", secondPart = "", thirdPart = ""] = parts.map((part) => part.trim());
  if (field === "positions") return entryOfParts(parts);
  if (field === "referenceLinks") return firstPart ? `${firstPart}|${secondPart}` : secondPart;
  // Replaces a bar, which would end the title.
  const title = firstPart.replaceAll("|", "/");
  if (field === "scienceHighlights") return secondPart ? `${title}|${secondPart}` : title;
  if (field === "books")
    return thirdPart ? `${title}|${secondPart}|${thirdPart}` : secondPart ? `${title}|${secondPart}` : title;
  return firstPart;
}

type Step = (rows: string[][], field: RowField, place: number) => string[][];

const STEPS: Record<string, Step> = {
  add: (rows, field) => (rows.length < maxRows(field) ? [...rows, blankRow(field)] : rows),
  remove: (rows, _field, place) => rows.toSpliced(place, 1),
  up: (rows, _field, place) => moveRow(rows, place, place - 1),
  down: (rows, _field, place) => moveRow(rows, place, place + 1),
};

/** The name of the buttons that change the form without saving it. */
export const STEP = "step";
export type StepName = "add" | "remove" | "up" | "down";

/** Applies a button's step, such as `remove books 1`; returns null for any other value. */
export function applyStep(intent: unknown, form: ExpertForm): ExpertForm | null {
  const [name = "", field = "", place = ""] = String(intent ?? "").split(" ");
  const step = Object.hasOwn(STEPS, name) ? STEPS[name] : undefined;
  if (!step || !isRowField(field)) return null;
  const rows = step(form.rows[field], field, Number(place));
  return { ...form, rows: { ...form.rows, [field]: rows } };
}

export function blankRow(field: RowField): string[] {
  return EXPERT_RECORD[field].row.parts.map(() => "");
}

export function maxRows(field: RowField): number {
  const { editedEntries, entries = 0 } = expertField(field);
  return editedEntries ?? entries;
}

/** Moves a row; positions outside the list change nothing. */
export function moveRow<T>(rows: T[], from: number, to: number): T[] {
  const row = rows[from];
  if (row === undefined || to < 0 || to >= rows.length) return rows;
  return rows.toSpliced(from, 1).toSpliced(to, 0, row);
}

function isRowField(field: string): field is RowField {
  return ROW_FIELDS.includes(field as RowField);
}

function rowsIn(field: RowField, values: Record<string, string | string[]>): string[][] {
  const columns = EXPERT_RECORD[field].row.parts.map((_, part) => listIn(values[partName(field, part).slice(0, -2)]));
  const [firstColumn = []] = columns;
  return firstColumn.map((_, index) => columns.map((column) => column[index] ?? ""));
}

function textIn(value: string | string[] | undefined): string {
  return typeof value === "string" ? value : "";
}

function listIn(value: string | string[] | undefined): string[] {
  return value === undefined ? [] : [value].flat();
}

function pick<F extends string, T>(fields: F[], readValue: (field: F) => T): Record<F, T> {
  return Object.fromEntries(fields.map((field) => [field, readValue(field)])) as Record<F, T>;
}

/** Returns the problem with each row of a refused list; "" for a valid row. */
export function rowProblems(field: RowField, rows: string[][]): string[] {
  return rows.map((row, position) => {
    const maxLength = EXPERT_RECORD[field].max;
    if (entryOf(field, row).length > maxLength) return `At most ${formatNumber(maxLength)} characters fit here.`;
    if (field !== "referenceLinks" && field !== "books") return "";
    const address = addressIn(field, row);
    if (!address && (field === "books" || !entryOf(field, row))) return "";
    const isRepeated =
      field === "referenceLinks" &&
      rows.slice(0, position).some((row) => spelling(addressIn(field, row)) === spelling(address));
    if (!parseEnteredUrl(address)) return BAD_LINK;
    return isRepeated ? REPEATED_LINK : "";
  });
}

/** Returns the address of a row as it would be stored: those of links are completed. */
function addressIn(field: "books" | "referenceLinks", row: string[]): string {
  const address = row[field === "books" ? 2 : 1]?.trim() ?? "";
  return field === "books" ? address : completeAddress(address);
}
