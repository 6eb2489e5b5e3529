/** Divides a text into title and body: the first line is the title, without a leading # and marks of emphasis. */
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
  return { title, body: end < 0 ? "" : withoutBlankEnds(text.slice(end)) };
}

/** A part of a text, by UTF-16 units as `slice` takes them, without half characters at its ends. */
export function partOf(text: string, start: number, end?: number): string {
  return text.slice(start, end).replace(/\p{Cs}/gu, "");
}

/**
 * Returns a Markdown text in its stored form: LF in place of CRLF, and no blank ends. Bullets and soft breaks of a word
 * processor become Markdown, and blanks before the first line alone are no code block.
 */
export function proseAsStored(text: string): string {
  const written = withoutBlankEnds(asLooked(text.replace(/\r\n?/g, "\n")));
  const [first = "", second = ""] = written.split("\n", 2);
  return /^\s/.test(first) && !/^(?: {4}|\t)/.test(second) ? written.trimStart() : written;
}

const SOFT_BREAK = /[\v\u2028]/g;
const BULLET = /^([ \t]*)[•●▪◦‣⁃∙\uf0b7\uf0a7](?:[ \t]+|(?=\S))|^([ \t]*)[·o§](?:\t[ \t]*| {2,})/gm;
const NUMBER = /^([ \t]*)(\d{1,3})[.)]\t[ \t]*/gm;

function asLooked(text: string): string {
  return text
    .replace(SOFT_BREAK, "\n\n")
    .replace(
      BULLET,
      (_whole, tab: string | undefined, second: string | undefined) => `${levelOf(tab ?? second ?? "")}- `,
    )
    .replace(NUMBER, (_whole, before: string, number: string) => `${levelOf(before)}${number}. `);
}

/** A tab before a bullet is a level of the list. */
function levelOf(blanks: string): string {
  return "  ".repeat(Math.min(3, blanks.split("\t").length - 1));
}

/** Trimmed, but for the indentation of a code block at the beginning (CommonMark §4.4). */
export function withoutBlankEnds(text: string): string {
  const written = text.trimEnd().replace(/^(?:[^\S\n]*\n)+/, "");
  return /^(?: {4}| {0,3}\t)/.test(written) ? written : written.trimStart();
}
