import { addressWith } from "~/models/base/input/list-address";

export const ARTICLES = "/articles";
export const ATOM_PATH = "/articles/feed.xml";
export const JSON_FEED_PATH = "/articles/feed.json";

export const AI_NOTE = "This article was written with the help of AI. An editor decided to publish it.";

export interface ArticleFilters {
  search?: string;
  /** "" for all types. */
  type?: string;
  page?: number;
}

export function articlesAddress({ type, search, page }: ArticleFilters = {}): string {
  return addressWith(ARTICLES, { type, search, page });
}
