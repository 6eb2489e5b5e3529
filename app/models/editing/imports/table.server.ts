/** A file of any readable kind as a table: columns, and rows with their numbers. */
import { stat } from "node:fs/promises";
import { AppError } from "~/errors";
import { counted } from "~/models/base/input/read-export.server";
import { storable } from "~/models/base/text/json";
import { formatNumber } from "~/models/base/text/numbers";
import { vcardRows } from "./cards.server";
import { csvReading, csvRows } from "./csv.server";
import { formatOf } from "./file-kinds.server";
import { keepRows, keptRows } from "./kept-rows.server";
import { jsonLdRows, jsonRows } from "./objects.server";
import type { Reading, TableRow } from "./reading";
import { openWorkbook, xlsxRows } from "./xlsx.server";

/**
 * What a file is taken for. What takes long to read is read once: its rows go to `keepAt`, and the reading says that they are
 * there. Throws "invalid" with what it is, where it cannot be read.
 */
export async function readingOf(path: string, keepAt: string): Promise<Reading & { isKept: boolean }> {
  const { format, start } = await formatOf(path);
  if (format === "export") return { format, isKept: false };
  if (format === "csv") {
    const reading = await csvReading(path, start);
    return { ...reading, headerRow: await headerRowOf(csvRows(path, reading)), isKept: false };
  }
  return readOnce(path, { format }, keepAt);
}

/** Reads a file that is no text of rows, as it is taken for, or another sheet of it. */
export async function readOnce(path: string, reading: Reading, keepAt: string): Promise<Reading & { isKept: boolean }> {
  const { format } = reading;
  const workbook = format === "xlsx" ? await openWorkbook(path, reading.sheet) : undefined;
  const about = workbook ? { format, sheets: workbook.sheets, sheet: workbook.sheet } : { format };
  const isQuick = !workbook && (await stat(path)).size > MOST_BYTES_AT_ONCE;
  const isKept = !isQuick && (await keepRows(workbook?.rows ?? allRows(path, about), { from: path, to: keepAt }));
  return { ...about, headerRow: await headerRowOf(isKept ? keptRows(keepAt) : allRows(path, about)), isKept };
}

/** Nobody waits for more objects and cards than these after sending a file: a larger one is read as far as a step needs it. */
const MOST_BYTES_AT_ONCE = 32 * 1024 * 1024;

/** The rows of a file, or those that are kept of it: then it is their path. */
function allRows(path: string, reading: Reading): AsyncGenerator<TableRow, void> {
  const { format, rows } = reading;
  if (rows !== undefined) return keptRows(path);
  if (format === "xlsx") return xlsxRows(path, reading.sheet);
  if (format === "vcard") return vcardRows(path);
  if (format === "jsonld") return jsonLdRows(path);
  if (format === "json") return jsonRows(path);
  return csvRows(path, reading);
}

const MAX_COLUMNS = 200;
const LOOKED_AT = 25;

/** The first row that fills half of the columns or more: what stands above are titles. 0 where that is a row like those below. */
async function headerRowOf(table: AsyncGenerator<TableRow, void>): Promise<number> {
  const rows = await firstRows(table, LOOKED_AT);
  const filled = rows.map(({ cells }) => cells.filter((cell) => !isEmpty(cell)).length);
  const width = Math.max(0, ...filled);
  if (width === 0) throw new AppError("invalid", "This table is empty.");
  const at = Math.max(
    0,
    filled.findIndex((count) => count >= Math.max(1, width / 2)),
  );
  return isLikeRowsBelow(rows.slice(at).map(({ cells }) => cells)) ? 0 : (rows[at]?.row ?? 1);
}

/** Addresses, mail addresses, identifiers and dates name no column. */
const VALUES = [
  /^(?:https?:\/\/|www\.)\S+$/i,
  /^[^\s@]+@[^\s@.]+\.[^\s@]+$/,
  /^\d{4}-\d{4}-\d{4}-\d{3}[\dX]$/,
  /^(?:\d{4}-\d\d?-\d\d?|\d\d?[./]\d\d?[./]\d{4})$/,
];

/** Tells whether the first row has values of the same kind as the rows below: then there is no header. */
function isLikeRowsBelow([first = [], ...below]: string[][]): boolean {
  if (below.length === 0) return false;
  const isOfBelow = (pattern: RegExp, place: number) =>
    below.filter((cells) => pattern.test((cells[place] ?? "").trim())).length * 2 > below.length;
  return first.some((cell, place) => VALUES.some((pattern) => pattern.test(cell.trim()) && isOfBelow(pattern, place)));
}

async function firstRows(table: AsyncGenerator<TableRow, void>, count: number): Promise<TableRow[]> {
  const rows: TableRow[] = [];
  for await (const row of table) {
    rows.push(row);
    if (rows.length >= count) break;
  }
  return rows;
}

export interface Table {
  columns: string[];
  /** Rows above the names of the columns. */
  above: TableRow[];
  sample: TableRow[];
}

/** Throws "invalid". */
export async function previewTable(path: string, reading: Reading, rows = 5): Promise<Table> {
  const { headerRow = 1 } = reading;
  const read = await firstRows(allRows(path, reading), headerRow + 200);
  const header = read.find(({ row }) => row === headerRow);
  const below = read.filter(({ row, cells }) => row > headerRow && !cells.every(isEmpty));
  const names = header?.cells ?? below[0]?.cells.map((_, place) => `Column ${place + 1}`) ?? [];
  if (names.length > MAX_COLUMNS) {
    const count = formatNumber(names.length);
    throw new AppError("invalid", `This table has ${count} columns: at most ${MAX_COLUMNS} can be read.`);
  }
  if (below.length === 0) throw new AppError("invalid", "This table has no rows below the names of its columns.");
  return {
    columns: names.map((name) => storable(name).replace(/\s+/g, " ").trim().slice(0, 200)),
    above: read.filter(({ row }) => row < headerRow).slice(-3),
    sample: below.slice(0, rows).map(tidy),
  };
}

/** The rows below the names of the columns, without empty ones. Throws "invalid". */
export async function* readTable(path: string, reading: Reading): AsyncGenerator<TableRow, void> {
  let count = 0;
  for await (const row of allRows(path, reading)) {
    if (row.row <= (reading.headerRow ?? 1) || row.cells.every(isEmpty)) continue;
    yield counted(tidy(row), ++count);
  }
}

function tidy({ row, cells }: TableRow): TableRow {
  return { row, cells: cells.map((cell) => (isEmpty(cell) ? "" : storable(cell).replace(/\r\n?/g, "\n"))) };
}

const NOTHING = /^(?:n\/?a|null|none|nil|nan|#n\/a|undefined|-+|–|—|0+([/.-])0+\1 ?0+)?$/i;

/** Tells whether a cell has one of the signs that programs write for an empty value. */
export function isEmpty(cell: string): boolean {
  return cell.length < 20 && NOTHING.test(cell.trim());
}
