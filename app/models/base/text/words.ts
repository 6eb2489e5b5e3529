/** The words of a Markdown text. */
import { decodeHTMLStrict } from "entities/decode";
import type { Token } from "marked";

/** Tells whether a text is one paragraph of plain words, as most on cards are, so that it needs no rendering. */
export function isPlain(text: string): boolean {
  return !SIGN.test(text) && !BLOCK.test(text) && !ADDRESS.test(text);
}

// Uses three quick searches; one alone would take as long as all the rest of an excerpt.
const SIGN = /[\\`*_[\]<>#|~&\n\r@\0\uD800-\uDFFF\uFEFF]/;
const BLOCK = /^\s*([-+]|\d+[.)])(\s|$)|^\s{4}|^\s*(-\s*){3,}$/;
const ADDRESS = /https?:|www\.|mailto:|xmpp:/i;

/** NUL and halves of surrogate pairs cannot be sent as UTF-8; a byte order mark is no part of the text. */
export function wellFormed(text: string): string {
  return text.replace(/^\uFEFF/, "").replace(/[\0\p{Surrogate}]/gu, "\uFFFD");
}

export function wordsOf(tokens: Token[]): string {
  return tokens.map(wordsOfOne).join("");
}

function wordsOfOne(token: Token): string {
  if (token.type === "list") return wordsOf(token.items);
  if (token.type === "table") return wordsOf([...token.header, ...token.rows.flat()]);
  if (token.type === "br") return " ";
  if ("tokens" in token && token.tokens) return wordsOf(token.tokens) + (INLINE.has(token.type) ? "" : " ");
  if (token.type === "text") return wellFormed(decodeHTMLStrict(token.text)).replace(/<\/?[a-z][^<>]*>/gi, " ");
  return "text" in token && token.type !== "def" ? token.text : " ";
}

const INLINE = new Set(["link", "image", "em", "strong", "del"]);

/** The words of a heading's line, such as "## Early life ##", without its signs (CommonMark §4.2). */
export function headingWords(line: string): string {
  const words = line.trim().replace(/^#{1,6}(?=\s|$)/, "");
  return words
    .replace(/(?<!#)#+$/, (signs, at: number) => (at === 0 || /\s/.test(words[at - 1] as string) ? "" : signs))
    .trim();
}
