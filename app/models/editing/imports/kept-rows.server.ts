/** The rows of a workbook, of cards and of objects are read once, and kept as a line of JSON each for all later steps. */
import { createReadStream, createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createInterface } from "node:readline";
import { pipeline } from "node:stream/promises";
import type { TableRow } from "./reading";

/** The least room in bytes: rows of many empty cells can be longer than their file. */
const LEAST_ROOM = 64 * 1024 * 1024;
const TIMES_THE_FILE = 4;

/** Writes rows to a path; false where they take too much room. Throws what reading them throws. */
export async function keepRows(
  rows: AsyncIterable<TableRow>,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const room = Math.max(LEAST_ROOM, TIMES_THE_FILE * (await stat(from)).size);
  let bytes = 0;
  let isFull = false;
  await pipeline(async function* () {
    for await (const { row, cells } of rows) {
      const line = `${JSON.stringify([row, ...withoutEmptyEnd(cells)])}\n`;
      bytes += Buffer.byteLength(line);
      isFull = bytes > room;
      if (isFull) return;
      yield line;
    }
  }, createWriteStream(to));
  return !isFull;
}

function withoutEmptyEnd(cells: string[]): string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell !== "") + 1);
}

/** Rows as `keepRows` wrote them. A file that breaks off, as the beginning of one does, ends before the line that breaks off. */
export async function* keptRows(path: string): AsyncGenerator<TableRow, void> {
  const file = createReadStream(path, "utf8");
  try {
    for await (const line of createInterface({ input: file, crlfDelay: Infinity })) {
      if (!line.endsWith("]")) return;
      const [row, ...cells] = JSON.parse(line) as [number, ...string[]];
      yield { row, cells };
    }
  } finally {
    file.destroy();
  }
}
