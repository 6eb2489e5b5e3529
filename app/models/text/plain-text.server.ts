/** Markdown as plain sentences, for cards and descriptions. */
import type { Token } from "marked";
import { readMarkdown } from "./markdown-bounds.server";

/**
 * The beginning of a Markdown text as one line without markup, for meta descriptions: sentences before headings, at
 * most `maxLength` characters, cut between words with "…".
 */
export function plainText(markdown: string, maxLength: number): string {
  const beginning = markdown.slice(0, 1000 + 8 * maxLength);
  if (isPlain(beginning)) return excerpt(beginning, maxLength);
  const source = wellFormed(beginning);
  let tokens: Token[];
  try {
    tokens = readMarkdown(source);
  } catch {
    return excerpt(source, maxLength);
  }
  const sentences = tokens.filter(({ type }) => !["heading", "table", "code"].includes(type));
  return excerpt(wordsOf(sentences), maxLength) || excerpt(wordsOf(tokens), maxLength);
}

/** Whether a text is one paragraph of plain words: most of what stands on cards is, and need not be read then. */
export function isPlain(text: string): boolean {
  return !SIGN.test(text) && !BLOCK.test(text) && !ADDRESS.test(text);
}

// Three quick searches; as one they would take as long as all the rest of an excerpt.
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
  if (token.type === "text") return withoutEntities(token.text).replace(/<\/?[a-z][^<>]*>/gi, " ");
  return "text" in token && token.type !== "def" ? token.text : " ";
}

const INLINE = new Set(["link", "image", "em", "strong", "del"]);
const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

function withoutEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,5})|(\w+));/g, (entity, number?: string, name?: string) =>
    number ? wellFormed(String.fromCodePoint(Number(number))) : (ENTITIES[name as string] ?? entity),
  );
}

function excerpt(text: string, maxLength: number): string {
  const line = beginningOf(text, maxLength);
  if (line.length <= maxLength) return line;
  const room = Math.max(0, maxLength - 1);
  const space = line.lastIndexOf(" ", room);
  const cut = space > 0 ? line.slice(0, space) : line.slice(0, room).replace(/[\uD800-\uDBFF]$/, "");
  return `${cut.replace(/[\s,;:–—-]+$/, "")}…`;
}

function beginningOf(text: string, length: number): string {
  const beginning = singleSpaced(text.slice(0, length + 32));
  return beginning.length > length ? beginning : singleSpaced(text);
}

function singleSpaced(text: string): string {
  return text.replace(/\s{2,}|[^\S ]/g, " ").trim();
}
