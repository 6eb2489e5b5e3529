/** Defines how a file is read: format, encoding, separator, header row and sheet, which the import's page can change. */
export const ENCODINGS = {
  utf8: "UTF-8",
  utf16le: "UTF-16, little-endian",
  utf16be: "UTF-16, big-endian",
  win1252: "Windows-1252 (Western Europe)",
  win1250: "Windows-1250 (Central Europe)",
  win1251: "Windows-1251 (Cyrillic)",
  koi8r: "KOI8-R (Cyrillic)",
  iso88595: "ISO 8859-5 (Cyrillic)",
  win1253: "Windows-1253 (Greek)",
  win1254: "Windows-1254 (Turkish)",
  win1255: "Windows-1255 (Hebrew)",
  win1256: "Windows-1256 (Arabic)",
  win1257: "Windows-1257 (Baltic)",
  shiftjis: "Shift JIS (Japanese)",
  eucjp: "EUC-JP (Japanese)",
  gb18030: "GB 18030 (Chinese)",
  big5: "Big5 (Chinese)",
  euckr: "EUC-KR (Korean)",
  macroman: "Mac Roman",
} as const;
export type Encoding = keyof typeof ENCODINGS;

export const SEPARATORS = { ",": "Comma", ";": "Semicolon", "\t": "Tab", "|": "Bar" } as const;
export type Separator = keyof typeof SEPARATORS;

export type Format = "csv" | "xlsx" | "vcard" | "jsonld" | "json" | "export";

export const FORMATS: Record<Format, string> = {
  csv: "Table of text (CSV)",
  xlsx: "Excel workbook (XLSX)",
  vcard: "Contacts (vCard)",
  jsonld: "People of schema.org (JSON-LD)",
  json: "List of objects (JSON)",
  export: "Export of a site like this",
};

export interface Reading {
  format: Format;
  /** The encoding of a text table. */
  encoding?: Encoding;
  separator?: Separator;
  /** The number of the header row, from 1; 0 for none. */
  headerRow?: number;
  /** The sheet of a workbook. */
  sheet?: string;
  sheets?: string[];
  /** The name of the stored rows; formats that are quick to read, and files that are too large, have none. */
  rows?: string;
  /** The address of this site when the file was sent. */
  origin?: string;
}

export interface TableRow {
  /** The number of the row as a spreadsheet counts, from 1. */
  row: number;
  cells: string[];
}
