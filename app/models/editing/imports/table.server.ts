/** Reads a file of any supported format as a table: columns, and numbered rows. */
import { stat } from "node:fs/promises";
import { AppError } from "~/errors";
import { toStorable } from "~/json";
import { checkRecordCount } from "~/models/base/input/read-export.server";
import { formatNumber } from "~/models/base/text/numbers";
import { vcardRows } from "./cards.server";
import { csvReading, csvRows } from "./csv.server";
import { formatOf } from "./file-kinds.server";
import type { Target } from "./mapping";
import { jsonLdRows, jsonRows } from "./objects.server";
import type { Reading, TableRow } from "./reading";
import { MAX_STORED_BYTES, readStoredRows, storeRows } from "./stored-rows.server";
import { openWorkbook, xlsxRows } from "./xlsx.server";

/**
 * Recognises how a file is to be read. The rows of formats that take long to parse are stored at `rowsPath`; `isKept` tells
 * whether they are. Throws "invalid" with the file's kind if it cannot be read.
 */
export async function readingOf(path: string, rowsPath: string): Promise<Reading & { isKept: boolean }> {
  const { format, start } = await formatOf(path);
  if (format === "export") return { format, isKept: false };
  if (format === "csv") {
    const reading = await csvReading(path, start);
    return { ...reading, headerRow: await headerRowOf(csvRows(path, reading)), isKept: false };
  }
  return readOnce(path, { format }, rowsPath);
}

/** Reads a file other than CSV, or one sheet of it, and stores its rows as `readingOf` does. */
export async function readOnce(
  path: string,
  reading: Reading,
  rowsPath: string,
): Promise<Reading & { isKept: boolean }> {
  const { format } = reading;
  const workbook = format === "xlsx" ? await openWorkbook(path, reading.sheet) : undefined;
  try {
    const rowsReading = workbook ? { format, sheets: workbook.sheets, sheet: workbook.sheet } : { format };
    const isTooLarge = !workbook && (await stat(path)).size > MAX_STORED_BYTES;
    const isKept =
      !isTooLarge && (await storeRows(workbook?.rows ?? allRows(path, rowsReading), { from: path, to: rowsPath }));
    await workbook?.close();
    return {
      ...rowsReading,
      headerRow: await headerRowOf(isKept ? readStoredRows(rowsPath) : allRows(path, rowsReading)),
      isKept,
    };
  } finally {
    await workbook?.close();
  }
}

/** Yields the rows of a file; if its rows are stored, `path` is the path of the stored rows. */
function allRows(path: string, reading: Reading): AsyncGenerator<TableRow, void> {
  const { format, rows } = reading;
  if (rows !== undefined) return readStoredRows(path);
  if (format === "xlsx") return xlsxRows(path, reading.sheet);
  if (format === "vcard") return vcardRows(path);
  if (format === "jsonld") return jsonLdRows(path);
  if (format === "json") return jsonRows(path);
  return csvRows(path, reading);
}

const MAX_COLUMNS = 200;
const SAMPLE_ROWS = 25;

/** Returns the number of the first row with half of the columns filled; rows above it are titles. Returns 0 if it looks like the rows below. */
async function headerRowOf(table: AsyncGenerator<TableRow, void>): Promise<number> {
  const rows = await firstRows(table, SAMPLE_ROWS);
  const filledCounts = rows.map(({ cells }) => cells.filter((cell) => !isEmpty(cell)).length);
  const width = Math.max(0, ...filledCounts);
  if (width === 0) throw new AppError("invalid", "This table is empty.");
  const index = Math.max(
    0,
    filledCounts.findIndex((count) => count >= Math.max(1, width / 2)),
  );
  return isLikeRowsBelow(rows.slice(index).map(({ cells }) => cells)) ? 0 : (rows[index]?.row ?? 1);
}

/** Patterns of addresses, mail addresses, identifiers and dates, which are no headings. */
const VALUE_PATTERNS = [
  /^(?:https?:\/\/|www\.)\S+$/i,
  /^[^\s@]+@[^\s@.]+\.[^\s@]+$/,
  /^\d{4}-\d{4}-\d{4}-\d{3}[\dX]$/,
  /^(?:\d{4}-\d\d?-\d\d?|\d\d?[./]\d\d?[./]\d{4})$/,
];

/** Tells whether the first row has values of the same kind as the rows below, so that there is no header. */
function isLikeRowsBelow([firstRow = [], ...rowsBelow]: string[][]): boolean {
  if (rowsBelow.length === 0) return false;
  const isBelow = (pattern: RegExp, place: number) =>
    rowsBelow.filter((cells) => pattern.test((cells[place] ?? "").trim())).length * 2 > rowsBelow.length;
  return firstRow.some((cell, index) =>
    VALUE_PATTERNS.some((pattern) => pattern.test(cell.trim()) && isBelow(pattern, index)),
  );
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
  /** The last rows above the header. */
  above: TableRow[];
  sample: TableRow[];
}

/** Returns the columns and the first rows of a table. Throws "invalid". */
export async function previewTable(path: string, reading: Reading, rowCount = 5): Promise<Table> {
  const { headerRow = 1 } = reading;
  const rowsRead = await firstRows(allRows(path, reading), headerRow + 200);
  const header = rowsRead.find(({ row }) => row === headerRow);
  const bodyRows = rowsRead.filter(({ row, cells }) => row > headerRow && !cells.every(isEmpty));
  const names = header?.cells ?? bodyRows[0]?.cells.map((_, index) => `Column ${index + 1}`) ?? [];
  if (names.length > MAX_COLUMNS) {
    const count = formatNumber(names.length);
    throw new AppError("invalid", `This table has ${count} columns: at most ${MAX_COLUMNS} can be read.`);
  }
  if (bodyRows.length === 0) throw new AppError("invalid", "This table has no rows below the names of its columns.");
  return {
    columns: names.map((name) => toStorable(name).replace(/\s+/g, " ").trim().slice(0, 200)),
    above: rowsRead.filter(({ row }) => row < headerRow).slice(-3),
    sample: bodyRows.slice(0, rowCount).map((row) => tidy(row)),
  };
}

/** Yields the rows below the header, without empty rows. The columns' targets decide what an empty value is. Throws "invalid". */
export async function* readTable(
  path: string,
  reading: Reading,
  targets: (Target | "")[] = [],
): AsyncGenerator<TableRow, void> {
  let count = 0;
  for await (const row of allRows(path, reading)) {
    if (row.row <= (reading.headerRow ?? 1) || row.cells.every(isEmpty)) continue;
    yield checkRecordCount(tidy(row, targets), ++count);
  }
}

function tidy({ row, cells }: TableRow, targets: (Target | "")[] = []): TableRow {
  const isMissing = (cell: string, column: number) => isEmpty(cell) && !isValue(cell.trim(), targets[column] ?? "");
  return {
    row,
    cells: cells.map((cell, column) => (isMissing(cell, column) ? "" : toStorable(cell).replace(/\r\n?/g, "\n"))),
  };
}

/** Tells whether a text that programs write for an empty value is a name ("Na Li", "Christopher Null") or Namibia's code. */
function isValue(text: string, target: Target | ""): boolean {
  if (target === "country") return text === "NA";
  return /^(?:name|firstName|middleName|lastName)$/.test(target) && /^(?:Na|Nan|Nil|Null)$/.test(text);
}

const EMPTY_VALUE = /^(?:n\/?a|null|none|nil|nan|#n\/a|undefined|-+|–|—|0+([/.-])0+\1 ?0+)?$/i;

/** Tells whether a cell is empty or has one of the texts that programs write for an empty value. */
export function isEmpty(cell: string): boolean {
  return cell.length < 20 && EMPTY_VALUE.test(cell.trim());
}
