import { type CategoryKey, toCategoryKeys } from "./categories";

/** Experts on a page of the directory; scripts in the browser count with it, too. */
export const DIRECTORY_PAGE_SIZE = 24;

export interface ListFilters {
  search?: string;
  /** Keys of categories, separated by commas; "" or "all" means every category. */
  category?: string;
  sort?: string;
  page?: number;
}

/** What the directory is sorted by, and what a reader calls it. The default is the featured first, or the best match. */
export const SORTS = { name: "Name", newest: "Newest first", updated: "Recently updated" } as const;

/** "" means the default. */
export type Sort = keyof typeof SORTS | "";

export function isSort(value: string): value is Sort {
  return value === "" || Object.hasOwn(SORTS, value);
}

/** The address of a list with only what differs from the defaults. */
export function listAddress(path: string, { search, category, sort, page }: ListFilters): string {
  const trimmed = search?.trim();
  const parts: string[] = [];
  if (category && category !== "all") parts.push(`category=${encoded(category)}`);
  if (trimmed) parts.push(`search=${encoded(trimmed)}`);
  if (sort) parts.push(`sort=${encoded(sort)}`);
  if (page && page > 1) parts.push(`page=${page}`);
  return parts.length > 0 ? `${path}?${parts.join("&")}` : path;
}

/** As `URLSearchParams` writes a value (URL Standard, application/x-www-form-urlencoded), but with readable commas. */
function encoded(value: string): string {
  if (/^[\w.*,-]*$/.test(value)) return value;
  return new URLSearchParams([["", value]]).toString().slice(1).replaceAll("%2C", ",");
}

/** The value of `category` in an address for these categories, in their fixed order. */
export function categoryFilter(keys: Iterable<CategoryKey | string>): string {
  return toCategoryKeys([...keys].join(",")).join(",");
}

/**
 * Where a form without scripts left defaults or a category for each tick in the address (`?search=&category=author&category=investor`):
 * the tidy address to go to, else null. Parameters that are not ours are left alone.
 */
export function tidiedAddress(url: URL): string | null {
  const kept = new URLSearchParams(url.searchParams);
  const chosen = kept.getAll("category");
  if (chosen.length > 1) kept.set("category", chosen.includes("all") ? "all" : categoryFilter(chosen));
  for (const name of ["search", "category", "sort", "page"]) {
    const value = kept.get(name)?.trim();
    const isDefault = value === "" || (name === "category" && value === "all") || (name === "page" && value === "1");
    if (isDefault) kept.delete(name);
  }
  if (kept.toString() === url.searchParams.toString()) return null;
  const query = kept.toString().replaceAll("%2C", ",");
  return query ? `${url.pathname}?${query}` : url.pathname;
}

/** Pages of the home list shown below each other before it links to the directory. */
export const HOME_PAGES = 25;
