export const ARTICLES = "/articles";
export const ATOM_PATH = "/articles/feed.xml";
export const JSON_FEED_PATH = "/articles/feed.json";

export const AI_NOTE = "This article was written with the help of AI. An editor decided to publish it.";

export interface ArticleFilters {
  search?: string;
  /** "" means all. */
  type?: string;
  page?: number;
}

/** Leaves out defaults. */
export function articlesAddress({ search, type, page }: ArticleFilters = {}): string {
  const params = new URLSearchParams();
  if (type) params.set("type", type);
  const trimmed = search?.trim();
  if (trimmed) params.set("search", trimmed);
  if (page && page > 1) params.set("page", String(page));
  const query = params.toString();
  return query ? `${ARTICLES}?${query}` : ARTICLES;
}
