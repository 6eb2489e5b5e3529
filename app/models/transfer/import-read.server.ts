/** Reading a file that was sent to be imported: an export of such a site (JSON), or a table of experts (CSV). */
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { JSONParser } from "@streamparser/json";
import { CsvError, parse as parseCsv } from "csv-parse";
import { AppError } from "~/errors";
import { EXPORT_FORMAT } from "./export.server";
import { LIBRARY_KINDS } from "./import-library.server";

/** The lists of an export that an import reads, and its settings. The files of pictures are in a backup. */
export const KINDS = ["settings", "users", "experts", "submissions", "articles", ...LIBRARY_KINDS] as const;
export type Kind = (typeof KINDS)[number];

export interface Found {
  kind: Kind;
  /** Where it stands: the line of a table's row, the place in a list of an export; from 1. */
  row: number;
  value: unknown;
}

/**
 * The records of an export, in the order of the file, whatever its size.
 *
 * @throws AppError "invalid" when it is no JSON, or no export that this version can read.
 */
export async function* readExport(path: string): AsyncGenerator<Found, void> {
  const parser = new JSONParser({
    paths: ["$.format", "$.settings", ...LISTS.map((name) => `$.${name}.*`)],
    keepStack: false,
  });
  let found: Found[] = [];
  let format: unknown;
  parser.onValue = ({ value, key, stack }) => {
    const list = String(stack.length > 1 ? stack[1]?.key : key);
    if (list === "format") format = value;
    else if (list === "settings") found.push({ kind: "settings", row: 1, value });
    else found.push({ kind: list as Kind, row: Number(key) + 1, value });
  };
  try {
    for await (const chunk of createReadStream(path)) {
      parser.write(chunk as Uint8Array);
      yield* found;
      found = [];
    }
    // Throws for a file that breaks off.
    if (!parser.isEnded) parser.end();
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError("invalid", "This file is not valid JSON, or only a part of it.");
  }
  if (format !== EXPORT_FORMAT) throw new AppError("invalid", "This file is not an export of such a site.");
}

const LISTS = KINDS.filter((kind) => kind !== "settings");

/**
 * The rows of a table, the first of which names the columns. The separator (comma, semicolon or tab) and the encoding
 * (UTF-8, else Windows Western) are found out.
 *
 * @throws AppError "invalid" for a table that cannot be taken apart.
 */
export async function* readTable(path: string): AsyncGenerator<{ row: number; cells: string[] }, void> {
  const { delimiter, encoding } = await shapeOf(path);
  const rows = createReadStream(path).pipe(
    parseCsv({
      bom: true,
      delimiter,
      encoding,
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: 1_000_000,
    }),
  );
  try {
    for await (const { record, info } of rows) yield { row: info.lines, cells: record };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new AppError("invalid", `This table cannot be read: ${error.message}`);
  }
}

/** Each is shown with everything that it could be: a page of thousands would take all memory there is. */
const MOST_COLUMNS = 200;

/**
 * The columns of a table by name, with the first rows below them.
 *
 * @throws AppError "invalid", also for a table without rows or with more columns than can be shown.
 */
export async function previewTable(path: string, rows = 5): Promise<{ columns: string[]; sample: string[][] }> {
  const read: string[][] = [];
  for await (const { cells } of readTable(path)) {
    read.push(cells);
    if (read.length > rows) break;
  }
  const [columns, ...sample] = read;
  if (columns && columns.length > MOST_COLUMNS) {
    const count = columns.length.toLocaleString("en");
    throw new AppError("invalid", `This table has ${count} columns: at most ${MOST_COLUMNS} can be read.`);
  }
  if (!columns || sample.length === 0) throw new AppError("invalid", "This table has no rows below its first line.");
  return { columns, sample };
}

async function shapeOf(path: string): Promise<{ delimiter: string; encoding: BufferEncoding }> {
  const file = await open(path);
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(64 * 1024) }).finally(() => file.close());
  const bytes = buffer.subarray(0, bytesRead);
  const [line = ""] = bytes.toString("latin1").split("\n", 1);
  const count = (separator: string) => line.split(separator).length;
  const [delimiter = ","] = [",", ";", "\t"].sort((a, b) => count(b) - count(a));
  return { delimiter, encoding: isUtf8(bytes) ? "utf8" : "latin1" };
}

/** A character that is cut at the end is no fault. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
