/** Splits a text into title and body. The first line is the title, without a leading # and emphasis. */
export function titleAndBody(content: string): { title: string; body: string } {
  const text = content.replace(/\r\n?/g, "\n").trim();
  const end = text.indexOf("\n");
  const line = end < 0 ? text : text.slice(0, end);
  const title = line
    .trim()
    .replace(/^#+\s*/, "")
    .replace(/(?<!#)#+$/, "")
    .trim()
    .replace(/^(\*\*|__|\*|_)(.+)\1$/, "$2")
    .trim();
  return { title, body: end < 0 ? "" : trimBlankEnds(text.slice(end)) };
}

/** Returns a part of a text by UTF-16 positions, like `slice`, without half characters at its ends. */
export function sliceWellFormed(text: string, start: number, end?: number): string {
  return text.slice(start, end).replace(/\p{Cs}/gu, "");
}

/**
 * Returns a Markdown text as it is stored: with LF, and without blank ends. Converts bullets and soft line breaks of
 * word processors to Markdown; an indented first line alone is no code block.
 */
export function normalizeProse(text: string): string {
  const markdown = trimBlankEnds(convertBullets(text.replace(/\r\n?/g, "\n")));
  const [firstLine = "", secondLine = ""] = markdown.split("\n", 2);
  return /^\s/.test(firstLine) && !/^(?: {4}|\t)/.test(secondLine) ? markdown.trimStart() : markdown;
}

const SOFT_BREAK = /[\v\u2028]/g;
const BULLET = /^([ \t]*)[•●▪◦‣⁃∙\uf0b7\uf0a7](?:[ \t]+|(?=\S))|^([ \t]*)[·o§](?:\t[ \t]*| {2,})/gm;
const NUMBER = /^([ \t]*)(\d{1,3})[.)]\t[ \t]*/gm;

function convertBullets(text: string): string {
  return text
    .replace(SOFT_BREAK, "\n\n")
    .replace(
      BULLET,
      (_match, blanks: string | undefined, otherBlanks: string | undefined) =>
        `${listIndent(blanks ?? otherBlanks ?? "")}- `,
    )
    .replace(NUMBER, (_match, blanks: string, number: string) => `${listIndent(blanks)}${number}. `);
}

/** Returns the indentation of a list item, one level for each tab before its bullet. */
function listIndent(blanks: string): string {
  return "  ".repeat(Math.min(3, blanks.split("\t").length - 1));
}

/** Joins the lines of a text with spaces, for fields that every form and list shows on one line. Tabs count as line ends. */
export function onOneLine(text: string): string {
  const parts = text.split(/[\t-\r\u0085\u2028\u2029]+/).map((part) => part.trim());
  return parts.filter(Boolean).join(" ");
}

/** Trims a text, except the indentation of a code block at its beginning (CommonMark §4.4). */
export function trimBlankEnds(text: string): string {
  const trimmedText = text.trimEnd().replace(/^(?:[^\S\n]*\n)+/, "");
  return /^(?: {4}| {0,3}\t)/.test(trimmedText) ? trimmedText : trimmedText.trimStart();
}
