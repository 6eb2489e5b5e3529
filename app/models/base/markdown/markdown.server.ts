/** Renders Markdown for readers with a cache, and leaves out images whose files are missing. */
import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { textWithoutMissingImages } from "~/models/base/uploads/missing.server";
import { type Headings, type RenderedMarkdown, render } from "./markdown-renderer";

/** Renders Markdown as HTML that any page can contain. */
export function renderMarkdown(text: string, { headings = "section" }: { headings?: Headings } = {}): string {
  return headings === "article" ? renderArticle(text).html : renderCached(text, "section").html;
}

/** Renders an article, and lists its headings of level 2 in their order. */
export function renderArticle(text: string): RenderedMarkdown {
  return renderCached(textWithoutMissingImages(text).text, "article");
}

const cache = new LRUCache<string, RenderedMarkdown>({
  maxSize: 2_000_000,
  maxEntrySize: 250_000,
  sizeCalculation: ({ html }) => html.length + 1,
});

function renderCached(text: string, headings: Headings): RenderedMarkdown {
  // Uses a hash as the key, because a short string cut from a long one would keep the long string in memory.
  const key = headings + hash("sha256", text);
  const cachedResult = cache.get(key);
  if (cachedResult) return cachedResult;
  const result = render(text, headings);
  cache.set(key, result);
  return result;
}
