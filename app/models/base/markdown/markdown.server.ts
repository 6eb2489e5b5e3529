/** Renders Markdown for readers once, without images whose files are gone. */
import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { textWithoutMissingImages } from "~/models/base/uploads/missing.server";
import { type Headings, type Rendered, render } from "./markdown-renderer";

/** Turns Markdown into HTML that can stand in any page. */
export function renderMarkdown(text: string, { headings = "section" }: { headings?: Headings } = {}): string {
  return headings === "article" ? renderArticle(text).html : renderOnce(text, "section").html;
}

/** `renderMarkdown` of an article, and its headings of level 2 in their order. */
export function renderArticle(text: string): Rendered {
  return renderOnce(textWithoutMissingImages(text).text, "article");
}

const rendered = new LRUCache<string, Rendered>({
  maxSize: 2_000_000,
  maxEntrySize: 250_000,
  sizeCalculation: ({ html }) => html.length + 1,
});

function renderOnce(text: string, headings: Headings): Rendered {
  // Uses a hash as the key: a short text cut out of a long one would keep the long one in memory.
  const key = headings + hash("sha256", text);
  const cached = rendered.get(key);
  if (cached) return cached;
  const result = render(text, headings);
  rendered.set(key, result);
  return result;
}
