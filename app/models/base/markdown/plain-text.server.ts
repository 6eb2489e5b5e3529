/** Converts texts to plain sentences for cards and descriptions; removes the markup of Markdown only. */

import type { Token } from "marked";
import { sliceWellFormed } from "~/models/base/text/content-text";
import { isPlainParagraph, wellFormed, wordsOf } from "~/models/base/text/words";
import { readMarkdown } from "./markdown-bounds";

/**
 * Returns the beginning of a Markdown text as one line without markup, for meta descriptions: sentences before
 * headings, at most `maxLength` characters, cut between words with "…".
 */
export function plainText(markdown: string, maxLength: number): string {
  const beginning = markdown.slice(0, 1000 + 8 * maxLength);
  if (isPlainParagraph(beginning)) return excerpt(beginning, maxLength);
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
export function shorten(text: string, maxLength: number): string {
  return excerpt(wellFormed(text.slice(0, 1000 + 8 * maxLength)), maxLength);
}

/** Returns all words of a Markdown text without markup, including those of its headings. */
export function allPlainWords(markdown: string): string {
  if (isPlainParagraph(markdown)) return markdown;
  const source = wellFormed(markdown);
  try {
    return wordsOf(readMarkdown(source));
  } catch {
    return source;
  }
}

function excerpt(text: string, maxLength: number): string {
  const line = readBeginning(text, maxLength);
  if (line.length <= maxLength) return line;
  const room = Math.max(0, maxLength - 1);
  const space = line.lastIndexOf(" ", room);
  const shortText = space > 0 ? line.slice(0, space) : sliceWellFormed(line, 0, room);
  const words = shortText.replace(/(?<![\s,;:–—-])[\s,;:–—-]+$/, "");
  // Removes the end of a sentence, so that only the ellipsis marks the cut.
  return `${words.replace(/(?<=[\p{L}\p{N}]{2})[.!?]{1,3}$/u, "")}…`;
}

function readBeginning(text: string, length: number): string {
  const beginning = collapseSpaces(text.slice(0, length + 32));
  return beginning.length > length ? beginning : collapseSpaces(text);
}

function collapseSpaces(text: string): string {
  return text.replace(/\s{2,}|[^\S ]/g, " ").trim();
}
