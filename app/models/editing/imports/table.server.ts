/** A file of any readable kind as a table: columns, and rows with their numbers. */
import { AppError } from "~/errors";
import { counted } from "~/models/base/input/read-export.server";
import { storable } from "~/models/base/text/json";
import { formatNumber } from "~/models/base/text/numbers";
import { vcardRows } from "./cards.server";
import { csvReading, csvRows } from "./csv.server";
import { formatOf } from "./file-kinds.server";
import { jsonLdRows, jsonRows } from "./objects.server";
import type { Reading, TableRow } from "./reading";
import { sheetsOf, xlsxRows } from "./xlsx.server";

/** What a file is taken for. Throws "invalid" with what it is, where it cannot be read. */
export async function readingOf(path: string): Promise<Reading> {
  const { format, start } = await formatOf(path);
  const reading = await firstReading(path, format, start);
  return format === "export" ? reading : { ...reading, headerRow: await headerRowOf(path, reading) };
}

async function firstReading(path: string, format: Reading["format"], start: Buffer): Promise<Reading> {
  if (format === "csv") return csvReading(path, start);
  if (format !== "xlsx") return { format };
  const { sheets, first } = await sheetsOf(path);
  return { format, sheets, sheet: first };
}

function allRows(path: string, reading: Reading): AsyncGenerator<TableRow, void> {
  const { format } = reading;
  if (format === "xlsx") return xlsxRows(path, reading.sheet);
  if (format === "vcard") return vcardRows(path);
  if (format === "jsonld") return jsonLdRows(path);
  if (format === "json") return jsonRows(path);
  return csvRows(path, reading);
}

const MAX_COLUMNS = 200;
const LOOKED_AT = 25;

/** The first row that fills half of the columns or more: what stands above are titles. */
async function headerRowOf(path: string, reading: Reading): Promise<number> {
  const rows = await firstRows(path, reading, LOOKED_AT);
  const filled = rows.map(({ cells }) => cells.filter((cell) => !isEmpty(cell)).length);
  const width = Math.max(0, ...filled);
  if (width === 0) throw new AppError("invalid", "This table is empty.");
  const at = filled.findIndex((count) => count >= Math.max(1, width / 2));
  return rows[Math.max(0, at)]?.row ?? 1;
}

async function firstRows(path: string, reading: Reading, count: number): Promise<TableRow[]> {
  const rows: TableRow[] = [];
  for await (const row of allRows(path, reading)) {
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
  const read = await firstRows(path, reading, headerRow + 200);
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

/** What programs write where there is nothing. */
export function isEmpty(cell: string): boolean {
  return cell.length < 20 && NOTHING.test(cell.trim());
}
