import type { RenderedMarkdown } from "~/models/base/markdown/markdown-renderer";
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
  render: (text: string) => RenderedMarkdown,
): Preview {
  const text = withoutTitle(normalizeProse(body), title);
  return { html: render(text).html, minutes: readingTime(text), words: wordCount(text) };
}

/** Removes a first heading or bold line that repeats the title. */
export function withoutTitle(body: string, title: string): string {
  const text = body.trimStart();
  const [line = ""] = text.split(/[\r\n]/, 1);
  const trimmedLine = line.trim();
  const words = headingWords(trimmedLine).replace(/^(\*\*|__)(.*)\1$/, "$2");
  const isTitle = words !== trimmedLine && words.trim().toLowerCase() === title.trim().toLowerCase();
  return isTitle ? trimBlankEnds(text.slice(line.length)) : body;
}

const WORDS_A_MINUTE = 230;

/** Returns the reading time in minutes, at least one. */
export function readingTime(text: string): number {
  return Math.max(1, Math.round(wordCount(text) / WORDS_A_MINUTE));
}

/**
 * Matches words. Scripts without spaces between words count by letters: two Chinese or Japanese letters make a word, five of
 * Thai, Lao, Khmer or Burmese. Combining marks belong to their letters.
 */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{1,2}|[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]{1,5}|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])[\p{L}\p{N}\p{M}])+(?:['’-][\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*/gu;

export function wordCount(text: string): number {
  return text.match(WORD)?.length ?? 0;
}
