import { type CategoryKey, toCategoryKeys } from "./categories";
import { FACETS, type FacetValues, facetQuery, facetsOf, hasFacets } from "./facets";

export const DIRECTORY_PAGE_SIZE = 24;

export interface ListFilters {
  search?: string;
  /** Category keys separated by commas; "" and "all" mean every category. */
  category?: string;
  sort?: string;
  page?: number;
  facets?: FacetValues;
}

/** Sort keys with their labels; the default is featured first, or the best match. */
export const SORTS = {
  name: "Name, A–Z",
  newest: "Newest first",
  reviewed: "Recently checked",
  updated: "Recently updated",
} as const;

export type Sort = keyof typeof SORTS | "";

export function isSort(value: string): value is Sort {
  return value === "" || Object.hasOwn(SORTS, value);
}

export function listAddress(path: string, { search, category, sort, page, facets }: ListFilters): string {
  const searchText = search?.trim();
  const parts: string[] = [];
  if (category && category !== "all") parts.push(`category=${encodeValue(category)}`);
  if (searchText) parts.push(`search=${encodeValue(searchText)}`);
  if (facets && hasFacets(facets)) parts.push(facetQuery(facets));
  if (sort) parts.push(`sort=${encodeValue(sort)}`);
  if (page && page > 1) parts.push(`page=${page}`);
  return parts.length > 0 ? `${path}?${parts.join("&")}` : path;
}

/** Encodes a value as `URLSearchParams` does (URL Standard), but with readable commas. */
function encodeValue(value: string): string {
  if (/^[\w.*,-]*$/.test(value)) return value;
  return new URLSearchParams([["", value]]).toString().slice(1).replaceAll("%2C", ",");
}

export function categoryFilter(keys: Iterable<CategoryKey | string>): string {
  return toCategoryKeys([...keys].join(",")).join(",");
}

/**
 * Returns the redirect target for a URL with default, unknown or repeated values (`?search=&sort=x&category=a&category=b`),
 * otherwise null.
 */
export function canonicalAddress(url: URL): string | null {
  const params = new URLSearchParams(url.searchParams);
  const chosenCategories = params.getAll("category");
  if (chosenCategories.length > 1)
    params.set("category", chosenCategories.includes("all") ? "all" : categoryFilter(chosenCategories));
  const facets = facetsOf(params);
  for (const facet of FACETS) {
    if (params.getAll(facet).length > 1) params.set(facet, facets[facet]?.join(",") ?? "");
    if (params.get(facet)?.trim() === "") params.delete(facet);
  }
  for (const name of ["search", "category", "sort", "page"]) {
    const value = params.get(name)?.trim();
    const isDefault = value === "" || (name === "category" && value === "all") || (name === "page" && value === "1");
    const isUnknownSort = name === "sort" && value !== undefined && !isSort(value);
    if (isDefault || isUnknownSort) params.delete(name);
  }
  if (params.toString() === url.searchParams.toString()) return null;
  const query = params.toString().replaceAll("%2C", ",");
  return query ? `${url.pathname}?${query}` : url.pathname;
}

/** The number of pages of the home list that are shown below each other before it links to the directory. */
export const HOME_PAGES = 25;
