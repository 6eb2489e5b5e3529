/**
 * The options with which csv-stringify writes CSV (RFC 4180). Cells that begin like formulas are marked, because spreadsheets
 * would run them (OWASP, CSV injection).
 */
export const CSV_OPTIONS = {
  record_delimiter: "windows",
  escape_formulas: true,
  // Quotes a cell with any character that some programs take for a line end.
  quoted_match: /[\r\n]/,
  // Also marks formulas after a line break. A text that begins with the mark gets a second one, which the import
  // removes.
  cast: { string: (text: string) => (/^(?:\n|'+[=+\-@\t\n＝＋－＠])/.test(text) ? `'${text}` : text) },
} as const;
