/** Stores the rows of a workbook, of cards and of objects as lines of JSON, so that the file is parsed only once. */
import { createReadStream, createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createInterface } from "node:readline";
import { pipeline } from "node:stream/promises";
import type { TableRow } from "./reading";

/** The rows of larger files of cards and objects are not stored, so that the upload is fast; each step reads what it needs. */
export const MAX_STORED_BYTES = 32 * 1024 * 1024;

/** The minimum limit for stored rows, in bytes: rows with many empty cells can be longer than their file. */
const MIN_ROOM = 64 * 1024 * 1024;
const ROOM_FACTOR = 4;

/** Writes rows to a path; returns false if they exceed the limit. Throws what reading them throws. */
export async function storeRows(
  rows: AsyncIterable<TableRow>,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const room = Math.max(MIN_ROOM, ROOM_FACTOR * (await stat(from)).size);
  let byteCount = 0;
  let isFull = false;
  await pipeline(async function* () {
    for await (const { row, cells } of rows) {
      const line = `${withEscapedLineEnds(JSON.stringify([row, ...withoutEmptyEnd(cells)]))}\n`;
      byteCount += Buffer.byteLength(line);
      isFull = byteCount > room;
      if (isFull) return;
      yield line;
    }
  }, createWriteStream(to));
  return !isFull;
}

/** Escapes the two line ends of Unicode that JSON has as they are, but at which `readline` ends a line. */
function withEscapedLineEnds(json: string): string {
  return json.replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}

function withoutEmptyEnd(cells: string[]): string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell !== "") + 1);
}

/** Yields the rows that `storeRows` wrote. If the file is cut off, it leaves out the incomplete last line. */
export async function* readStoredRows(path: string): AsyncGenerator<TableRow, void> {
  const file = createReadStream(path, "utf8");
  try {
    for await (const line of createInterface({ input: file, crlfDelay: Infinity })) {
      const values = parseLine(line);
      if (!values) return;
      const [row, ...cells] = values;
      yield { row, cells };
    }
  } finally {
    file.destroy();
  }
}

/** Returns null for an incomplete line, which is never valid JSON, even if a text in it was cut off after a bracket. */
function parseLine(line: string): [number, ...string[]] | null {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
