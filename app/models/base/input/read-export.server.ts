/** Reads the JSON export record by record, without holding the whole file in memory. */
import { createReadStream } from "node:fs";
import { AppError } from "~/errors";
import { parseJson } from "~/json";
import { formatNumber } from "~/models/base/text/numbers";
import { lazyPackage } from "~/services/lazy-package.server";

const streamparser = lazyPackage<typeof import("@streamparser/json")>("@streamparser/json");

/** The version of the format. Raise it when earlier versions can no longer read an export. */
export const EXPORT_FORMAT = 1;

export interface ExportedRecord<Name extends string> {
  list: Name;
  /** The position in the list, from 1. */
  row: number;
  value: unknown;
}

export const MAX_RECORDS = 250_000;
/** Limits a record, because the parser holds it in memory. */
const MAX_RECORD_BYTES = 16 * 1024 * 1024;
/** Limits the levels of a record, because each level takes memory, and a file may open millions. No record has as many. */
const MAX_LEVELS = 100;
/** The parts of the file that are one record each; the others are lists. */
const SINGLE_RECORDS: unknown[] = ["format", "settings"];

const TOO_DEEP = "This file has too many lists within lists, and is not an export.";
const TOO_LARGE = "This file has a record that is larger than 16 MB, or is not an export.";

/**
 * Yields the records of some lists of an export, in the order of the file; `settings` is one record. Throws "invalid"
 * for a file that is damaged, too large or no export.
 */
export async function* readExport<Name extends string>(
  path: string,
  names: readonly Name[],
): AsyncGenerator<ExportedRecord<Name>, void> {
  const paths = ["$.format", ...names.map((name) => (name === "settings" ? "$.settings" : `$.${name}.*`))];
  const { JSONParser, TokenType } = streamparser();
  const parser = new JSONParser({ paths, keepStack: false });
  const openingTokens = [TokenType.LEFT_BRACE, TokenType.LEFT_BRACKET];
  const closingTokens = [TokenType.RIGHT_BRACE, TokenType.RIGHT_BRACKET];
  let levels = 0;
  let section: unknown;
  let bytesSinceRecord = 0;
  parser.onToken = ({ token, value }) => {
    if (openingTokens.includes(token)) levels++;
    else if (closingTokens.includes(token)) levels--;
    if (levels > MAX_LEVELS) throw new AppError("invalid", TOO_DEEP);
    if (levels === 1 && token === TokenType.STRING) section = value;
    // The parser holds no record between two records, and no list that was not asked for.
    if (levels <= 1 || (levels === 2 && !SINGLE_RECORDS.includes(section))) bytesSinceRecord = 0;
  };
  let parsedRecords: ExportedRecord<Name>[] = [];
  let format: unknown;
  let recordCount = 0;
  parser.onValue = ({ value: parsedValue, key, stack }) => {
    const value = parseJson(JSON.stringify(parsedValue)); // Removes half characters (lone surrogates)
    const list = String(stack.length > 1 ? stack[1]?.key : key);
    if (list === "format") format = value;
    else parsedRecords.push({ list: list as Name, row: list === "settings" ? 1 : Number(key) + 1, value });
  };
  try {
    for await (const chunk of createReadStream(path)) {
      bytesSinceRecord += chunk.length;
      if (bytesSinceRecord > MAX_RECORD_BYTES) throw new AppError("invalid", TOO_LARGE);
      parser.write(chunk as Uint8Array);
      for (const record of parsedRecords) yield checkRecordCount(record, ++recordCount);
      parsedRecords = [];
    }
    // Throws for a truncated file.
    if (!parser.isEnded) parser.end();
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError("invalid", "This file is not valid JSON, or only a part of it.");
  }
  if (format !== EXPORT_FORMAT) throw new AppError("invalid", "This file is not an export of this software.");
}

/** Returns the record; throws "invalid" if the file has more records than can be read. */
export function checkRecordCount<T>(record: T, count: number): T {
  if (count <= MAX_RECORDS) return record;
  throw new AppError("invalid", `This file has more than ${formatNumber(MAX_RECORDS)} records. Please split it.`);
}
