/** Reads CSV tables as spreadsheets and forms write them, and detects their encoding and separator. */
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { AppError } from "~/errors";
import { lazyPackage } from "~/services/lazy-package.server";
import { utf16Of } from "./file-kinds.server";
import type { Encoding, Reading, Separator, TableRow } from "./reading";

const csvParse = lazyPackage<typeof import("csv-parse")>("csv-parse");
const chardet = lazyPackage<typeof import("chardet")>("chardet");
const iconv = lazyPackage<typeof import("iconv-lite")>("iconv-lite");

/** Limits the length of a row, in characters. */
const MAX_ROW_LENGTH = 1_000_000;

export async function csvReading(path: string, start: Buffer): Promise<Reading> {
  const encoding = await encodingOf(path);
  const text = iconv().decode(start, encoding);
  return { format: "csv", encoding, separator: separatorOf(text) };
}

/** Detects the encoding of a text file. */
export async function encodingOf(path: string): Promise<Encoding> {
  const start = await firstBytes(path);
  const utf16 = utf16Of(start);
  if (utf16) return utf16;
  return (await isUtf8(path)) ? "utf8" : (nonLatinEncoding(start) ?? (await byteEncoding(path)));
}

async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path);
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(SAMPLE_BYTES) }).finally(() => file.close());
  return buffer.subarray(0, bytesRead);
}

/** Maps the names that `chardet` gives to encodings of non-Latin scripts. */
const ENCODING_BY_NAME: Record<string, Encoding> = {
  Shift_JIS: "shiftjis",
  "EUC-JP": "eucjp",
  GB18030: "gb18030",
  Big5: "big5",
  "EUC-KR": "euckr",
  "windows-1251": "win1251",
  "ISO-8859-5": "iso88595",
  "KOI8-R": "koi8r",
  "windows-1253": "win1253",
  "ISO-8859-7": "win1253",
  "windows-1255": "win1255",
  "ISO-8859-8": "win1255",
  "windows-1256": "win1256",
  "ISO-8859-6": "win1256",
};
const SAMPLE_BYTES = 256 * 1024;

/** Detects the encoding of a text in a non-Latin script. Returns null if most of its letters are Latin. */
function nonLatinEncoding(start: Buffer): Encoding | null {
  let [latinCount, otherCount] = [0, 0];
  for (const byte of start) {
    if (byte >= 0x80) otherCount++;
    else if (isLetter(byte)) latinCount++;
  }
  if (otherCount < latinCount / 3) return null;
  const names = chardet().analyse(start);
  return names.flatMap(({ name }) => ENCODING_BY_NAME[name] ?? [])[0] ?? null;
}

/** Tells whether a file is UTF-8, perhaps with a few broken letters. Reads it to the end, because the only character beyond ASCII may be the last. */
async function isUtf8(path: string): Promise<boolean> {
  const decoder = new TextDecoder("utf-8");
  let [letterCount, invalidCount] = [0, 0];
  const count = (text: string) => {
    const invalid = text.split(UNREADABLE).length - 1;
    invalidCount += invalid;
    letterCount += (text.match(/[^\0-\x7f]/g)?.length ?? 0) - invalid;
  };
  for await (const chunk of createReadStream(path)) count(decoder.decode(chunk as Uint8Array, { stream: true }));
  count(decoder.decode());
  return MIN_LETTERS_FOR_INVALID * invalidCount <= letterCount;
}

/** Stands for bytes that do not fit the encoding of a file. */
export const UNREADABLE = "\uFFFD";
/** A text in another encoding has far fewer bytes that happen to be letters of UTF-8. */
const MIN_LETTERS_FOR_INVALID = 4;

/**
 * Tells Mac Roman from Windows-1252 by the accented letters within words. Mac Roman has them at 80 to 9F, where
 * Windows-1252 has quotation marks and dashes. Windows-1252 has them at C0 to FF.
 */
async function byteEncoding(path: string): Promise<Encoding> {
  let [macCount, windowsCount] = [0, 0];
  let byteBeforeLast = 0;
  let lastByte = 0;
  for await (const chunk of createReadStream(path)) {
    for (const byte of chunk as Uint8Array) {
      if (isLetter(byteBeforeLast) && isLowerCase(byte)) {
        // Leaves out 92, the apostrophe of Windows-1252, which occurs within words ("O’Brien").
        if (lastByte >= 0x80 && lastByte <= 0x9f && lastByte !== 0x92) macCount++;
        if (lastByte >= 0xc0) windowsCount++;
      }
      byteBeforeLast = lastByte;
      lastByte = byte;
    }
  }
  return macCount > windowsCount ? "macroman" : "win1252";
}

function isLetter(byte: number): boolean {
  return (byte >= 0x41 && byte <= 0x5a) || isLowerCase(byte);
}

function isLowerCase(byte: number): boolean {
  return byte >= 0x61 && byte <= 0x7a;
}

const SEPARATORS: Separator[] = [",", ";", "\t", "|"];

/** Returns the separator that "sep=" declares, else the separator that most of the first rows have equally often outside quotes. */
function separatorOf(text: string): Separator {
  const declaredSeparator = /^\ufeff?sep=(.)[\r\n]/i.exec(text)?.[1] as Separator | undefined;
  if (declaredSeparator && SEPARATORS.includes(declaredSeparator)) return declaredSeparator;
  const lines = text
    .replace(/"(?:[^"]|"")*"/g, "")
    .split(/\r\n?|\n/)
    .slice(0, 30)
    .filter((line) => line.trim());
  const scoreOf = (separator: string) => {
    const counts = lines.map((line) => line.split(separator).length - 1);
    const maxCount = Math.max(0, ...counts);
    const typicalCounts = counts.filter((count) => count > 0 && count === mode(counts.filter(Boolean)));
    return maxCount === 0 ? 0 : typicalCounts.length * 1_000 + maxCount;
  };
  return SEPARATORS.reduce(
    (bestSeparator, separator) => (scoreOf(separator) > scoreOf(bestSeparator) ? separator : bestSeparator),
    ",",
  );
}

function mode(counts: number[]): number {
  const groups = Map.groupBy(counts, (count) => count);
  return [...groups].sort(([, group], [, otherGroup]) => otherGroup.length - group.length)[0]?.[0] ?? 0;
}

/** Yields the rows of a CSV file. Throws "invalid" with advice if it is damaged. */
export async function* csvRows(
  path: string,
  { encoding = "utf8", separator = "," }: Reading,
): AsyncGenerator<TableRow, void> {
  const parser = csvParse().parse({
    bom: true,
    delimiter: separator,
    // Names all line ends, because the parser would take the line end of the first row as the only line end.
    record_delimiter: ["\r\n", "\n", "\r"],
    // Some programs write a blank after each separator, also before a quotation mark.
    ltrim: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: false,
    max_record_size: MAX_ROW_LENGTH,
  });
  const bytes = createReadStream(path);
  const text = bytes.pipe(iconv().decodeStream(encoding, { stripBOM: true }));
  bytes.on("error", (error) => parser.destroy(error));
  const rows = text.pipe(parser);
  let row = 0;
  try {
    for await (const cells of rows as AsyncIterable<string[]>) {
      if (row === 0 && /^sep=.$/i.test(cells.join(separator))) continue;
      if (row === 0 && cells.length === 2 && /^sep=$/i.test(cells[0] ?? "") && cells[1] === "") continue;
      yield { row: ++row, cells: cells.map(toShownText) };
    }
  } catch (error) {
    if (!(error instanceof csvParse().CsvError)) throw error;
    throw new AppError("invalid", adviceOn(error.code, parser.info.records + 1));
  } finally {
    bytes.destroy();
  }
}

/** Returns the text of a cell that is written as the formula ="0123", which keeps a spreadsheet from changing it. */
function toShownText(cell: string): string {
  const text = /^="((?:[^"]|"")*)"$/.exec(cell)?.[1];
  return text === undefined ? cell : text.replaceAll('""', '"');
}

function adviceOn(code: string, row: number): string {
  const place = `row ${row.toLocaleString("en")}`;
  if (code === "CSV_QUOTE_NOT_CLOSED")
    return `A quotation mark (") is opened in ${place} and never closed. Close or remove it there, and send the file again.`;
  if (code === "CSV_MAX_RECORD_SIZE")
    return `The table cannot be read from ${place} on, which has more than ${MAX_ROW_LENGTH.toLocaleString("en")} characters: a quotation mark (") is opened there and never closed, or this is no table. Mend it, or save it as XLSX, and send it again.`;
  return `The table cannot be read from ${place} on: its quotation marks or separators are damaged. Save it as CSV or XLSX again, and send that.`;
}
