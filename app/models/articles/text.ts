import type { Rendered } from "~/models/text/markdown-renderer";

export interface Preview {
  html: string;
  /** In minutes. */
  minutes: number;
}

export function previewOf(
  { title, body }: { title: string; body: string },
  render: (text: string) => Rendered,
): Preview {
  const text = withoutTitle(asStored(body), asStored(title));
  return { html: render(text).html, minutes: readingTime(text) };
}

/** Leading spaces change the meaning of Markdown, so store none. */
export function asStored(text: string): string {
  return text.replace(/\r\n?/g, "\n").trim();
}

/** Drops a first heading or bold line that repeats the title. */
export function withoutTitle(body: string, title: string): string {
  const [, first = "", rest = ""] = /^([^\r\n]*)(.*)$/s.exec(body.trimStart()) ?? [];
  const words = first.replace(/^#{1,6}\s+|\s+#+\s*$/g, "").replace(/^\s*(\*\*|__)(.*)\1\s*$/, "$2");
  const isTitle = words !== first && words.trim().toLowerCase() === title.trim().toLowerCase();
  return isTitle ? rest.trimStart() : body;
}

const WORDS_A_MINUTE = 230;

/** In minutes, at least one. */
export function readingTime(text: string): number {
  const words = text.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu)?.length ?? 0;
  return Math.max(1, Math.round(words / WORDS_A_MINUTE));
}
