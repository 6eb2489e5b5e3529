/** Reads workbooks in a thread with limited memory and time, after measuring their unpacked size. */
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import pLimit from "p-limit";
import { AppError } from "~/errors";
import type { TableRow } from "./reading";

/** Limits the unpacked size, in bytes, to some 100,000 rows of people: a zip of one megabyte can unpack to a thousand. */
const MAX_BYTES = 400 * 1024 * 1024;
/** Limits the cells up to the farthest cell of a sheet, because the reader makes all of them. A small file may name the last of 17 billion cells. */
const MAX_CELLS = 50_000_000;
/** The number of rows that a sheet of Excel can have. */
const MAX_ROWS = 1_048_576;
const MAX_TIME_MS = 120_000;
const MEMORY_LIMITS = { maxOldGenerationSizeMb: 1_024 };
/** The number of rows in a message of the thread. */
const BATCH_SIZE = 500;

// Contains the thread's code as text, because the thread cannot import this site's modules.
const THREAD_CODE = `
const { createReadStream } = require("node:fs");
const { parentPort, workerData } = require("node:worker_threads");
const { path, sheet, maxBytes, maxCells, maxRows, batch, reader, unzip, entities } = workerData;
const columnNumber = (letters) => [...letters].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 64, 0);
const CELL = /<(?:[^<>\\s/:]+:)?(c|row)\\s[^<]*/g;
const TAG = /<(?:[^<>\\s/:]+:)?([^<>\\s/:]+)\\s[^<>]*>/g;
const MERGED = /<(?:[^<>\\s/:]+:)?mergeCell\\s[^<>]*\\bref\\s*=\\s*["']([A-Z]{1,3})([0-9]{1,7}):([A-Z]{1,3})([0-9]{1,7})["']/g;
const ATTRIBUTE = /\\s(?:[^\\s:=]+:)?([^\\s:=]+)\\s*=\\s*(?:"([^"]*)"|'([^']*)')/g;
const CELL_START = /^<(?:[^<>\\s/:]+:)?(?:c|row)\\s/;
async function measure() {
  const { Unzip, UnzipInflate } = await import(unzip);
  let bytes = 0;
  const mergedRanges = new Map();
  const parts = new Map([["xl/workbook.xml", []], ["xl/_rels/workbook.xml.rels", []]]);
  const zip = new Unzip((file) => {
    let [columns, rows, unreadXml] = [0, 0, ""];
    file.ondata = (error, chunk) => {
      if (error) throw error;
      bytes += chunk.length;
      const chunks = parts.get(file.name);
      if (chunks && chunks.length < 100) chunks.push(Buffer.from(chunk));
      if (bytes > maxBytes) throw new Error("too large");
      if (!file.name.endsWith(".xml")) return;
      const xml = unreadXml + Buffer.from(chunk).toString("latin1");
      // Any file may be a sheet, and a value in any notation of XML places its cell.
      for (const [tag, kind] of xml.matchAll(CELL))
        for (const [, place] of tag.matchAll(/\\sr\\s*=\\s*["']([^"']*)["']/g)) {
          const [, letters, row] = /^([A-Z]{0,3})([0-9]{1,7})$/.exec(place) ?? [];
          if (row === undefined || Number(row) > maxRows) throw new Error("too far");
          if (kind === "row") continue;
          columns = Math.max(columns, columnNumber(letters));
          rows = Math.max(rows, Number(row));
        }
      for (const [, first, from, last, to] of xml.matchAll(MERGED)) {
        const ranges = mergedRanges.get(file.name) ?? mergedRanges.set(file.name, []).get(file.name);
        ranges.push({ first: columnNumber(first) - 1, last: columnNumber(last) - 1, from: from - 1, to: to - 1 });
      }
      if (columns * rows > maxCells) throw new Error("too far");
      unreadXml = xml.slice(Math.max(0, xml.lastIndexOf("<")));
      if (unreadXml.length > 1_000 && CELL_START.test(unreadXml)) throw new Error("damaged");
      if (unreadXml.length > 1_000) unreadXml = "";
    };
    file.start();
  });
  zip.register(UnzipInflate);
  for await (const chunk of createReadStream(path)) zip.push(new Uint8Array(chunk));
  return { mergedRanges, parts: [...parts.values()].map((chunks) => Buffer.concat(chunks).toString("utf8")) };
}
// Gives each row of a merged cell its text, because only the first row has it in the file. It leaves cells that are merged across columns,
// which are titles and headings of groups. It also leaves the cells beside them, which are headings of two rows.
function fillMergedRows(rows, ranges) {
  if (ranges.length === 0) return rows;
  const wideRows = new Set(ranges.filter(({ first, last }) => last > first).map(({ from }) => from));
  const hasText = rows.map((cells) => cells.some((cell) => text(cell) !== ""));
  // The last row of each column that got a text. No cell belongs to two ranges, so each is visited once, whatever a file says.
  const filledUntil = new Map();
  for (const { first, last, from, to } of ranges.sort((range, next) => range.from - next.from)) {
    const value = rows[from]?.[first];
    if (last > first || wideRows.has(from) || text(value) === "") continue;
    const end = Math.min(to, rows.length - 1);
    for (let row = Math.max(from, filledUntil.get(first) ?? 0) + 1; row <= end; row++) if (hasText[row]) rows[row][first] = value;
    filledUntil.set(first, Math.max(end, filledUntil.get(first) ?? 0));
  }
  return rows;
}
// Lists the sheets of cells: no charts, and hidden sheets last.
async function sheetsIn([workbook, relations]) {
  const { decodeXML } = await import(entities);
  const attribute = (tag, name) => {
    const [, , quoted, otherQuoted] = [...tag.matchAll(ATTRIBUTE)].find((match) => match[1] === name) ?? [];
    return decodeXML(quoted ?? otherQuoted ?? "");
  };
  const tags = (xml, name) => [...xml.matchAll(TAG)].filter((match) => match[1] === name).map(([tag]) => tag);
  const files = new Map(tags(relations, "Relationship")
    .filter((tag) => attribute(tag, "Type").endsWith("/worksheet"))
    .map((tag) => [attribute(tag, "Id"), attribute(tag, "Target").replace(/^(?!\\/)/, "xl/").replace(/^\\//, "")]));
  const sheets = tags(workbook, "sheet")
    .filter((tag) => attribute(tag, "name"))
    .map((tag, place) => ({ tag, name: attribute(tag, "name"), number: place + 1, file: files.get(attribute(tag, "id")) }))
    .filter(({ file }) => file !== undefined);
  const isHidden = ({ tag }) => /hidden/i.test(attribute(tag, "state"));
  return [...sheets.filter((entry) => !isHidden(entry)), ...sheets.filter(isHidden)];
}
const text = (value) => {
  if (value === null || value === undefined) return "";
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) return "";
    const iso = value.toISOString();
    return iso.endsWith("T00:00:00.000Z") ? iso.slice(0, 10) : iso.slice(0, 16).replace("T", " ");
  }
  // Writes numbers as a spreadsheet shows them: 0.1 + 0.2 is 0.3.
  return typeof value === "number" ? String(Number(value.toPrecision(15))) : String(value);
};
// Ranks a sheet: 3 for a table with columns, 2 for a list with a heading, 1 for other text, 0 for an empty sheet.
const rankOf = (rows) => {
  const widths = rows.map((cells) => cells.filter((cell) => text(cell).trim()).length).filter(Boolean);
  return widths.filter((width) => width > 1).length > 1 ? 3 : Math.min(widths.length, 2);
};
(async () => {
  const { mergedRanges, parts } = await measure();
  const sheets = await sheetsIn(parts);
  const wantedSheets = sheet === undefined ? sheets : sheets.filter(({ name }) => name === sheet).slice(0, 1);
  if (wantedSheets.length === 0) throw new Error("damaged");
  const { readSheet } = await import(reader);
  let [chosenSheet, chosenRows, bestRank] = [wantedSheets[0].name, [], 0];
  for (const { name, number, file } of wantedSheets) {
    const rows = fillMergedRows(await readSheet(path, number), mergedRanges.get(file) ?? []);
    const rank = sheet === undefined ? rankOf(rows) : 3;
    if (rank <= bestRank) continue;
    [chosenSheet, chosenRows, bestRank] = [name, rows, rank];
    if (rank === 3) break;
  }
  parentPort.postMessage({ sheets: sheets.map(({ name }) => name), chosenSheet });
  for (let at = 0; at < chosenRows.length; at += batch)
    parentPort.postMessage({ rows: chosenRows.slice(at, at + batch).map((cells) => cells.map(text)) });
  parentPort.postMessage({ end: true });
})().catch((error) => parentPort.postMessage({ failed: String(error && error.message || error) }));
`;

interface Message {
  sheets?: string[];
  chosenSheet?: string;
  rows?: string[][];
  end?: true;
  failed?: string;
}

const runAlone = pLimit(1);

export interface Workbook {
  sheets: string[];
  /** The requested sheet, else the first with a table; without a table the first with a list, else the first with any text. */
  sheet: string | undefined;
  rows: AsyncGenerator<TableRow, void>;
  /** Ends the thread. No other workbook opens before. */
  close(): Promise<void>;
}

/**
 * Opens a workbook, which the caller must close. Throws "invalid" for a damaged file, a file that is too large when
 * unpacked, or an unknown sheet.
 */
export async function openWorkbook(path: string, sheet: string | undefined): Promise<Workbook> {
  const messages = messagesOf(path, sheet);
  const { value } = await messages.next();
  const { sheets = [], chosenSheet } = value ?? {};
  const close = async () => {
    await messages.return();
  };
  return { sheets, sheet: chosenSheet, rows: rowsIn(messages), close };
}

async function* rowsIn(messages: AsyncGenerator<Message, void>): AsyncGenerator<TableRow, void> {
  let row = 0;
  for await (const { rows } of messages) for (const cells of rows ?? []) yield { row: ++row, cells };
}

/** Yields the rows of a sheet. Throws the errors of `openWorkbook`. */
export async function* xlsxRows(path: string, sheet: string | undefined): AsyncGenerator<TableRow, void> {
  const workbook = await openWorkbook(path, sheet);
  try {
    yield* workbook.rows;
  } finally {
    await workbook.close();
  }
}

async function* messagesOf(path: string, sheet: string | undefined): AsyncGenerator<Message, void> {
  let release: () => void = () => {};
  const whenReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await new Promise<void>((resolve) => {
    void runAlone(() => {
      resolve();
      return whenReleased;
    });
  });
  const resolver = createRequire(import.meta.url);
  const workerData = {
    path,
    sheet,
    maxBytes: MAX_BYTES,
    maxCells: MAX_CELLS,
    maxRows: MAX_ROWS,
    batch: BATCH_SIZE,
    reader: pathToFileURL(resolver.resolve("read-excel-file/node")).href,
    unzip: pathToFileURL(resolver.resolve("fflate")).href,
    entities: pathToFileURL(resolver.resolve("entities")).href,
  };
  const thread = new Worker(THREAD_CODE, {
    eval: true,
    workerData,
    env: {},
    resourceLimits: MEMORY_LIMITS,
    stdout: true,
    stderr: true,
  });
  const queue: Message[] = [];
  let wake: () => void = () => {};
  const add = (message: Message) => {
    queue.push(message);
    wake();
  };
  thread.on("message", add);
  thread.on("error", () => add({ failed: "too large" }));
  thread.on("exit", () => add({ failed: "it ended" }));
  const timer = setTimeout(() => add({ failed: "too slow" }), MAX_TIME_MS);
  try {
    for (;;) {
      const message = queue.shift();
      if (!message) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      if (message.end) return;
      if (message.failed !== undefined) throw refusal(message.failed);
      yield message;
    }
  } finally {
    clearTimeout(timer);
    await thread.terminate();
    release();
  }
}

function refusal(reason: string): AppError {
  if (reason.includes("too far"))
    return new AppError(
      "invalid",
      "This workbook is too large, because a cell stands far from the others. Copy the people into a new workbook.",
    );
  const isTooLarge = /too (large|slow)|memory/i.test(reason);
  return new AppError(
    "invalid",
    isTooLarge
      ? "This workbook is too large when it is unpacked. Save the sheet with the people as CSV."
      : "This workbook cannot be read: it is damaged, has a password, or is none of Excel. Open it and save it as XLSX or CSV.",
  );
}
