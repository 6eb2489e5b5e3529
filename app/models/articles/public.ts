/** Addresses and texts of the public articles. Shared by server and browser. */

export const ARTICLES = "/articles";
export const ATOM_PATH = "/articles/feed.xml";
export const JSON_FEED_PATH = "/articles/feed.json";

/** What readers are told of an article that a model wrote. */
export const AI_NOTE = "This article was written with the help of AI. A curator decided to publish it.";

/** What a list of articles shows: the parts of its address that are not defaults. */
export interface ArticleFilters {
  search?: string;
  /** A kind's id; "" means all. */
  type?: string;
  page?: number;
}

/** The address of a list of articles with only what differs from the defaults. */
export function articlesAddress({ search, type, page }: ArticleFilters = {}): string {
  const params = new URLSearchParams();
  if (type) params.set("type", type);
  const trimmed = search?.trim();
  if (trimmed) params.set("search", trimmed);
  if (page && page > 1) params.set("page", String(page));
  const query = params.toString();
  return query ? `${ARTICLES}?${query}` : ARTICLES;
}
