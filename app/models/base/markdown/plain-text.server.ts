/** Texts as plain sentences, for cards and descriptions: Markdown without its markup, all others as they stand. */

import type { Token } from "marked";
import { partOf } from "~/models/base/text/content-text";
import { isPlain, wellFormed, wordsOf } from "~/models/base/text/words";
import { readMarkdown } from "./markdown-bounds";

/**
 * Returns the beginning of a Markdown text as one line without markup, for meta descriptions: sentences before headings, at
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

/**
 * Returns the beginning of a plain text as one line with every character: at most `maxLength`, cut between words with "…".
 */
export function shortened(text: string, maxLength: number): string {
  return excerpt(wellFormed(text.slice(0, 1000 + 8 * maxLength)), maxLength);
}

/** All words of a Markdown text, those of its headings too, without markup. */
export function plainWords(markdown: string): string {
  if (isPlain(markdown)) return markdown;
  const source = wellFormed(markdown);
  try {
    return wordsOf(readMarkdown(source));
  } catch {
    return source;
  }
}

function excerpt(text: string, maxLength: number): string {
  const line = beginningOf(text, maxLength);
  if (line.length <= maxLength) return line;
  const room = Math.max(0, maxLength - 1);
  const space = line.lastIndexOf(" ", room);
  const cut = space > 0 ? line.slice(0, space) : partOf(line, 0, room);
  const words = cut.replace(/(?<![\s,;:–—-])[\s,;:–—-]+$/, "");
  // Replaces the end of a sentence, so that only one sign marks the omission.
  return `${words.replace(/(?<=[\p{L}\p{N}]{2})[.!?]{1,3}$/u, "")}…`;
}

function beginningOf(text: string, length: number): string {
  const beginning = singleSpaced(text.slice(0, length + 32));
  return beginning.length > length ? beginning : singleSpaced(text);
}

function singleSpaced(text: string): string {
  return text.replace(/\s{2,}|[^\S ]/g, " ").trim();
}
