/** Experts on a page of the directory; scripts in the browser count with it, too. */
export const DIRECTORY_PAGE_SIZE = 24;

/** What a list shows: the parts of its address that are not defaults. */
export interface ListFilters {
  search?: string;
  /** A category's key; "" or "all" means every category. */
  category?: string;
  page?: number;
}

/** The address of a list with only what differs from the defaults. */
export function listAddress(path: string, { search, category, page }: ListFilters): string {
  const trimmed = search?.trim();
  const parts: string[] = [];
  if (category && category !== "all") parts.push(`category=${encoded(category)}`);
  if (trimmed) parts.push(`search=${encoded(trimmed)}`);
  if (page && page > 1) parts.push(`page=${page}`);
  return parts.length > 0 ? `${path}?${parts.join("&")}` : path;
}

function encoded(value: string): string {
  return /^[\w.*-]*$/.test(value) ? value : new URLSearchParams([["", value]]).toString().slice(1);
}

/**
 * Where a form without scripts left defaults in the address (`?search=&category=all`): the tidy address to go to,
 * else null. Parameters that are not ours are left alone.
 */
export function tidiedAddress(url: URL): string | null {
  const { searchParams } = url;
  const spare = ["search", "category", "page"].filter((name) => {
    const value = searchParams.get(name)?.trim();
    return value === "" || (name === "category" && value === "all") || (name === "page" && value === "1");
  });
  if (spare.length === 0) return null;
  const kept = new URLSearchParams(searchParams);
  for (const name of spare) kept.delete(name);
  const query = kept.toString();
  return query ? `${url.pathname}?${query}` : url.pathname;
}

/** The most pages of the home list that are shown one below the other; the directory has the rest. */
export const HOME_PAGES = 25;
