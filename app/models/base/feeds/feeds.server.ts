import { type FeedEntry, writeAtom } from "./atom.server";

/** The file extension in a feed's address. */
export type FeedFormat = "xml" | "json";

export interface FeedHead {
  title: string;
  /** The name of the site, as the author of the feed. */
  author: string;
  origin: string;
  /** The path of the page with the same list, with its query. */
  page: string;
}

/** Writes a feed as Atom or JSON Feed; its address is the page's with `/feed.xml` or `/feed.json`. */
export function writeFeed(head: FeedHead, entries: FeedEntry[], format: FeedFormat): string {
  const { title, author, origin, page } = head;
  const [path = "", query] = page.split("?");
  const feedPath = `${path}/feed.${format}${query ? `?${query}` : ""}`;
  if (format === "xml") return writeAtom({ title, author, origin, page, path: feedPath }, entries);
  return JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title,
    home_page_url: origin + page,
    feed_url: origin + feedPath,
    language: "en",
    authors: [{ name: author, url: origin }],
    items: entries.map(toJsonItem),
  });
}

/** Converts an entry, which must have content as HTML or as text (JSON Feed 1.1). */
function toJsonItem({ id, url, title, html, summary, image, publishedAt, updatedAt, terms }: FeedEntry) {
  return {
    id,
    url,
    title,
    ...(html === undefined ? { content_text: summary } : { content_html: html }),
    summary,
    ...(image && { image }),
    date_published: publishedAt,
    date_modified: updatedAt,
    tags: terms,
  };
}
