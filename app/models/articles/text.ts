/** The text of an article as its page takes it. Shared by server and browser. */
import type { Rendered } from "~/models/text/markdown-renderer";

/** A text as its page will show it. */
export interface Preview {
  html: string;
  /** Reading time in minutes. */
  minutes: number;
}

/** What a page shows of a text by this renderer. */
export function previewOf(
  { title, body }: { title: string; body: string },
  render: (text: string) => Rendered,
): Preview {
  const text = withoutTitle(asStored(body), asStored(title));
  return { html: render(text).html, minutes: readingTime(text) };
}

/** Spaces before a text can make another text of it, so none are stored. */
export function asStored(text: string): string {
  return text.replace(/\r\n?/g, "\n").trim();
}

/** The text without a first line that repeats the title, as a heading or in bold: the page has it already. */
export function withoutTitle(body: string, title: string): string {
  const [, first = "", rest = ""] = /^([^\r\n]*)(.*)$/s.exec(body.trimStart()) ?? [];
  const words = first.replace(/^#{1,6}\s+|\s+#+\s*$/g, "").replace(/^\s*(\*\*|__)(.*)\1\s*$/, "$2");
  const isTitle = words !== first && words.trim().toLowerCase() === title.trim().toLowerCase();
  return isTitle ? rest.trimStart() : body;
}

const WORDS_A_MINUTE = 230;

/** In whole minutes, at least one. */
export function readingTime(text: string): number {
  const words = text.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu)?.length ?? 0;
  return Math.max(1, Math.round(words / WORDS_A_MINUTE));
}
