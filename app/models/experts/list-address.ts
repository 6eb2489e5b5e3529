export const DIRECTORY_PAGE_SIZE = 24;

export interface ListFilters {
  search?: string;
  /** A category key; "" and "all" mean every category. */
  category?: string;
  page?: number;
}

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

/** The redirect target for a URL with default parameters (`?search=&category=all`), else null. */
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

/** Pages of the home list shown below each other before it links to the directory. */
export const HOME_PAGES = 25;
