/** Recognises the format of a file by its content, and refuses unreadable kinds with advice. */
import { open } from "node:fs/promises";
import { AppError } from "~/errors";
import type { Encoding, Format } from "./reading";

const LOOK_BYTES = 64 * 1024;

/** Returns the format of a file and its first bytes. Throws "invalid" for kinds that cannot be read. */
export async function formatOf(path: string): Promise<{ format: Format; start: Buffer }> {
  const file = await open(path);
  const read = async (position: number) => {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(LOOK_BYTES), position });
    return buffer.subarray(0, bytesRead);
  };
  const readEnds = (async () =>
    [await read(0), await read(Math.max(0, (await file.stat()).size - LOOK_BYTES))] as const)();
  const [start, end] = await readEnds.finally(() => file.close());
  const refusal = refusalFor(start, end);
  if (refusal) throw new AppError("invalid", refusal, { file: refusal });
  return { format: readableFormat(start), start };
}

function readableFormat(start: Buffer): Format {
  if (start.subarray(0, 2).toString("latin1") === "PK") return "xlsx";
  const text = textOf(start).trimStart();
  if (/^BEGIN:VCARD/i.test(text)) return "vcard";
  if (/^\{/.test(text) && /^\{\s*"format"\s*:/.test(text)) return "export";
  if (/^[[{]\s*["{[]/.test(text)) return /"@(context|graph|type)"\s*:/.test(text) ? "jsonld" : "json";
  if (/^\s*\[\s*\]/.test(text)) return "json";
  return "csv";
}

const MAGIC: [RegExp, string][] = [
  [/^%PDF/, "This is a PDF. Open the table that it was made from, and save that as XLSX or CSV."],
  [
    /^(\x89PNG|\xff\xd8\xff|GIF8|RIFF....WEBP|BM[^,;\t]{4}\0)/s,
    "This is a picture. A table is needed: XLSX, CSV, vCard or JSON.",
  ],
  [
    /^\x1f\x8b/,
    "This is a compressed file (gzip). Unpack it and send what is in it; a backup is restored by the operator.",
  ],
  [/^SQLite format 3\0/, "This is a database. Save the table of people as CSV."],
  [/^(7z\xbc\xaf|Rar!)/, "This is a compressed file. Unpack it and send the table that is in it."],
  [/^\{\\rtf/, "This is a text with formatting (RTF). Copy its table into a spreadsheet and save that as XLSX or CSV."],
  [/^BEGIN:VCALENDAR/i, "These are dates of a calendar. Contacts can be read: vCard."],
];

function refusalFor(start: Buffer, end: Buffer): string | null {
  if (start.length === 0) return "This file is empty.";
  const bytes = start.toString("latin1");
  const magic = MAGIC.find(([pattern]) => pattern.test(bytes.slice(0, 32)));
  if (magic) return magic[1];
  // Includes the end, because an archive lists the names of its files there.
  const bothEnds = bytes + end.toString("latin1");
  if (bytes.startsWith("PK")) return zipRefusal(bothEnds);
  if (bytes.startsWith("\xd0\xcf\x11\xe0")) return compoundRefusal(bothEnds.replaceAll("\0", ""));
  const text = textOf(start).trimStart().slice(0, 300);
  if (/^(<!doctype html|<html|<head|<table)/i.test(text))
    return "This is a web page. Copy its table into a spreadsheet and save that as XLSX or CSV.";
  if (/^<\?xml|^<[a-z][\w:-]*(\s[^<>]*)?>/i.test(text))
    return "This is XML. Save the people in it as XLSX, CSV, vCard or JSON.";
  if (utf16Of(start) === null && start.includes(0))
    return "This is no table of text. XLSX, CSV, vCard and JSON can be read.";
  return null;
}

/** Returns advice about an Office file from before 2007, or about a workbook with a password. */
function compoundRefusal(names: string): string {
  if (names.includes("EncryptedPackage"))
    return "This workbook has a password. Open it, take the password off (File, Info, Protect Workbook), save it, and send it again.";
  return "This is a file of an old Excel or Word (before 2007). Open it and save the table as XLSX or CSV.";
}

function zipRefusal(bytes: string): string | null {
  const hasEntry = (name: string) => bytes.includes(name);
  if (hasEntry("xl/") || hasEntry("[Content_Types].xml")) {
    if (hasEntry("word/"))
      return "This is a Word document. Copy its table into a spreadsheet and save that as XLSX or CSV.";
    if (hasEntry("xl/workbook.bin")) return "This is a binary workbook (XLSB). Open it and save it as XLSX or CSV.";
    if (hasEntry("ppt/"))
      return "This is a presentation. Copy its table into a spreadsheet and save that as XLSX or CSV.";
    return null;
  }
  if (hasEntry("mimetypeapplication/vnd.oasis"))
    return "This is an OpenDocument file. Save it as XLSX or CSV (File, Save as).";
  if (hasEntry("Index/") || hasEntry("Index.zip"))
    return "This is a file of Apple’s Numbers or Pages. Export it as Excel or CSV (File, Export To).";
  return "This is a ZIP archive. Unpack it and send the table that is in it.";
}

/** Recognises UTF-16 by its byte order mark, or by zeros in every second byte of Latin text. Returns null for another encoding. */
export function utf16Of(start: Buffer): Encoding | null {
  if (start[0] === 0xff && start[1] === 0xfe) return "utf16le";
  if (start[0] === 0xfe && start[1] === 0xff) return "utf16be";
  const zeros = [0, 0];
  for (let index = 0; index < start.length; index++)
    if (start[index] === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [evenCount = 0, oddCount = 0] = zeros;
  const half = start.length / 2;
  if (oddCount > 0.3 * half && evenCount < 0.05 * half) return "utf16le";
  if (evenCount > 0.3 * half && oddCount < 0.05 * half) return "utf16be";
  return null;
}

function textOf(start: Buffer): string {
  const utf16 = utf16Of(start);
  const text =
    utf16 === "utf16le"
      ? start.toString("utf16le")
      : utf16 === "utf16be"
        ? decodeUtf16be(start)
        : start.toString("utf8");
  return text.replace(/^\ufeff/, "");
}

function decodeUtf16be(bytes: Buffer): string {
  return Buffer.from(bytes.subarray(0, bytes.length & ~1))
    .swap16()
    .toString("utf16le");
}
