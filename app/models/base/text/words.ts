/** Extracts words from Markdown. */
import { decodeHTMLStrict } from "entities/decode";
import type { Token } from "marked";

/** Tells whether a text is one paragraph of plain words, as most excerpts are, so that it needs no Markdown. */
export function isPlainParagraph(text: string): boolean {
  return !MARKUP.test(text) && !BLOCK.test(text) && !ADDRESS.test(text);
}

// Runs three quick searches, because a single expression takes as long as the rest of an excerpt.
const MARKUP = /[\\`*_[\]<>#|~&\n\r@\0\uD800-\uDFFF\uFEFF]/;
const BLOCK = /^\s*([-+]|\d+[.)])(\s|$)|^\s{4}|^\s*(-\s*){3,}$/;
const ADDRESS = /https?:|www\.|mailto:|xmpp:/i;

/** Replaces NUL and lone surrogates, which UTF-8 cannot contain, and removes a byte order mark. */
export function wellFormed(text: string): string {
  return text.replace(/^\uFEFF/, "").replace(/[\0\p{Surrogate}]/gu, "\uFFFD");
}

export function wordsOf(tokens: Token[]): string {
  return tokens.map(wordsOfToken).join("");
}

function wordsOfToken(token: Token): string {
  if (token.type === "list") return wordsOf(token.items);
  if (token.type === "table") return wordsOf([...token.header, ...token.rows.flat()]);
  if (token.type === "br") return " ";
  if ("tokens" in token && token.tokens) return wordsOf(token.tokens) + (INLINE_TOKENS.has(token.type) ? "" : " ");
  if (token.type === "text") return wellFormed(decodeHTMLStrict(token.text)).replace(/<\/?[a-z][^<>]*>/gi, " ");
  return "text" in token && token.type !== "def" ? token.text : " ";
}

const INLINE_TOKENS = new Set(["link", "image", "em", "strong", "del"]);

/** Returns the words of a heading's line, such as "## Early life ##", without its number signs (CommonMark §4.2). */
export function headingWords(line: string): string {
  const words = line.trim().replace(/^#{1,6}(?=\s|$)/, "");
  return words
    .replace(/(?<!#)#+$/, (hashes, at: number) => (at === 0 || /\s/.test(words[at - 1] as string) ? "" : hashes))
    .trim();
}
