import type { Rendered } from "~/models/base/markdown/markdown-renderer";
import { normalizeProse, trimBlankEnds } from "~/models/base/text/content-text";
import { headingWords } from "~/models/base/text/words";

export interface Preview {
  html: string;
  /** The reading time in minutes. */
  minutes: number;
  words: number;
}

export function previewOf(
  { title, body }: { title: string; body: string },
  render: (text: string) => Rendered,
): Preview {
  const text = withoutTitle(normalizeProse(body), title);
  return { html: render(text).html, minutes: readingTime(text), words: wordCount(text) };
}

/** Removes a first heading or bold line that repeats the title. */
export function withoutTitle(body: string, title: string): string {
  const text = body.trimStart();
  const [line = ""] = text.split(/[\r\n]/, 1);
  const first = line.trim();
  const words = headingWords(first).replace(/^(\*\*|__)(.*)\1$/, "$2");
  const isTitle = words !== first && words.trim().toLowerCase() === title.trim().toLowerCase();
  return isTitle ? trimBlankEnds(text.slice(line.length)) : body;
}

const WORDS_A_MINUTE = 230;

/** Returns the reading time in minutes, at least one. */
export function readingTime(text: string): number {
  return Math.max(1, Math.round(wordCount(text) / WORDS_A_MINUTE));
}

export function wordCount(text: string): number {
  return text.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu)?.length ?? 0;
}
