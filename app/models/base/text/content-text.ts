/**
 * The title of a text and what stands below it: its first line is the title, without a leading # and marks of
 * emphasis.
 */
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

/** A Markdown text as it is stored: browsers send CRLF, and nothing blank stands at its ends. */
export function proseAsStored(text: string): string {
  return withoutBlankEnds(text.replace(/\r\n?/g, "\n"));
}

/** Trimmed, but for the indentation of a code block at the beginning (CommonMark §4.4). */
export function withoutBlankEnds(text: string): string {
  const written = text.trimEnd().replace(/^(?:[^\S\n]*\n)+/, "");
  return /^(?: {4}| {0,3}\t)/.test(written) ? written : written.trimStart();
}
