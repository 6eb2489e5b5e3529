import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { fold } from "~/db.server";
import { AppError } from "~/errors";
import { counted } from "~/models/base/input/read-export.server";
import { storable } from "~/models/base/text/json";
import { formatNumber } from "~/models/base/text/numbers";
import { enteredLink, enteredUrl } from "~/models/base/web/entered-url";
import { usableImage } from "~/models/base/web/urls";
import { ADDRESS_FIELDS, type ExpertField, IMAGE_FIELDS, LIST_FIELDS } from "~/models/records/experts/fields";
import type { ExpertInput } from "~/models/records/experts/input.server";
import { categories } from "~/models/records/listings/categories";
import { onUse } from "~/services/on-use.server";
import { type ImportColumn, isCreditColumn } from "./import-fields";

const csvParse = onUse<typeof import("csv-parse")>("csv-parse");
/** In characters. */
const MAX_ROW_LENGTH = 1_000_000;

/** Detects separator and encoding. Throws "invalid". */
export async function* readTable(path: string): AsyncGenerator<{ row: number; cells: string[] }, void> {
  let records = -1;
  for await (const row of readRows(path)) {
    records++;
    if (records > 0) yield counted(row, records);
  }
}

async function* readRows(path: string): AsyncGenerator<{ row: number; cells: string[] }, void> {
  const { delimiter, encoding } = await shapeOf(path);
  const rows = createReadStream(path).pipe(
    csvParse().parse({
      bom: true,
      delimiter,
      encoding,
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: MAX_ROW_LENGTH,
    }),
  );
  try {
    for await (const { record, info } of rows) yield { row: info.lines, cells: record };
  } catch (error) {
    if (!(error instanceof csvParse().CsvError)) throw error;
    throw new AppError("invalid", `This table cannot be read: ${error.message}`);
  }
}

const MAX_COLUMNS = 200;

/** Column names with the first rows. Throws "invalid". */
export async function previewTable(path: string, rows = 5): Promise<{ columns: string[]; sample: string[][] }> {
  const read: string[][] = [];
  for await (const { cells } of readRows(path)) {
    read.push(cells);
    if (read.length > rows) break;
  }
  const [columns, ...sample] = read;
  if (columns && columns.length > MAX_COLUMNS) {
    const count = formatNumber(columns.length);
    throw new AppError("invalid", `This table has ${count} columns: at most ${MAX_COLUMNS} can be read.`);
  }
  if (!columns || sample.length === 0) throw new AppError("invalid", "This table has no rows below its first line.");
  return { columns, sample };
}

async function shapeOf(path: string): Promise<{ delimiter: string; encoding: BufferEncoding }> {
  const file = await open(path);
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(64 * 1024) }).finally(() => file.close());
  const bytes = buffer.subarray(0, bytesRead);
  if (bytes[0] === 0xfe && bytes[1] === 0xff)
    throw new AppError(
      "invalid",
      "This table is written in UTF-16 (big-endian). Please save it as UTF-8 and try again.",
    );
  const [line = ""] = bytes.toString("latin1").split("\n", 1);
  const count = (separator: string) => line.split(separator).length;
  const [delimiter = ","] = [",", ";", "\t"].sort((a, b) => count(b) - count(a));
  return { delimiter, encoding: (await isUtf8(path)) ? "utf8" : "latin1" };
}

/** To its end: the first sign that is not ASCII may be the last one. */
async function isUtf8(path: string): Promise<boolean> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for await (const chunk of createReadStream(path)) decoder.decode(chunk as Uint8Array, { stream: true });
    decoder.decode();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_ENCODING_INVALID_ENCODED_DATA") return false;
    throw error;
  }
}

export interface TableRecord {
  record: Partial<ExpertInput>;
  notes: string[];
  error: string | null;
}

/** Their entries are a word or two, which others put side by side with commas. */
const NAMES: ExpertField[] = ["categories", "topics", "languages", "availableFor"];

/** A table row as an expert record without broken links. */
export function recordIn(cells: string[], fields: (ImportColumn | "")[]): TableRecord {
  const record: Record<string, string | string[]> = {};
  const credit: Record<string, string> = {};
  for (const [place, field] of fields.entries()) {
    const cell = withoutFormulaMark(storable(cells[place] ?? "").replace(/\r\n?/g, "\n"));
    const text = cell.trim();
    if (!field || !text) continue;
    if (isCreditColumn(field)) credit[field] = text;
    else record[field] = isList(field) ? entriesOf(cell, field) : text;
  }
  const unknown = nameCategories(record);
  const notes = leaveOutBadLinks(record).map(
    (text) => `“${text.slice(0, 100)}” is not a web address and was left out.`,
  );
  const error = unknown === undefined ? null : `There is no category “${unknown.slice(0, 100)}”.`;
  const { imageAuthor: author = "", imageLicence: licence, imageLicenceUrl: licenceUrl, imageSource: source } = credit;
  const imageCredit = licence ? { author, licence, licenceUrl, source } : undefined;
  return { record: { ...(record as Partial<ExpertInput>), ...(imageCredit && { imageCredit }) }, notes, error };
}

function isList(field: ExpertField): boolean {
  return LIST_FIELDS.some((one) => one === field);
}

/** The dataset has a line for each entry, and ends the line of a single one that could be read as several. */
function entriesOf(cell: string, field: ExpertField): string[] {
  const isOfLines = cell.includes("\n") || field === "youtubeEmbeds";
  return cell
    .split(isOfLines ? "\n" : NAMES.includes(field) ? /[;,|]/ : /;(?=\s|https?:)/)
    .map((entry) => entry.trim())
    .filter(Boolean);
}

/** Of a text that the dataset, or another careful program, kept from being run by a spreadsheet (OWASP, CSV injection). */
function withoutFormulaMark(text: string): string {
  return text.replace(/^'(?='*[=+\-@\t\n＝＋－＠])/, "");
}

/** Gives the first unknown name. */
function nameCategories(record: Record<string, string | string[]>): string | undefined {
  if (!record.categories) return undefined;
  const names = record.categories as string[];
  record.categories = names.map((name) => categoryNamed(name) ?? name);
  return names.find((name) => !categoryNamed(name));
}

function categoryNamed(name: string): string | undefined {
  const wanted = fold(name);
  return categories.find(({ key, slug, label }) => [key, slug, label].some((known) => fold(known) === wanted))?.key;
}

/** Gives the dropped links. */
function leaveOutBadLinks(record: Record<string, string | string[]>): string[] {
  const bad: string[] = [];
  if (record.referenceLinks) {
    const links = record.referenceLinks as string[];
    bad.push(...links.filter((link) => !enteredLink(link)));
    record.referenceLinks = links.filter(enteredLink);
  }
  for (const [names, isGood] of [
    [IMAGE_FIELDS, usableImage],
    [ADDRESS_FIELDS, enteredUrl],
  ] as const) {
    for (const name of names) {
      const value = record[name];
      if (typeof value !== "string" || isGood(value)) continue;
      bad.push(value);
      delete record[name];
    }
  }
  return bad;
}
