/** The addresses of the admins' list of articles. Shared by server and browser. */

export const ADMIN_ARTICLES = "/admin/articles";

/** What the list shows: the parts of its address that are not defaults. */
export interface ArticleFilters {
  search?: string;
  status?: string;
  type?: string;
  page?: number;
}

/** The address of the list with only what differs from the defaults. */
export function articleListAddress({ search, status, type, page }: ArticleFilters): string {
  const params = new URLSearchParams();
  const trimmed = search?.trim();
  if (trimmed) params.set("search", trimmed);
  if (status) params.set("status", status);
  if (type) params.set("type", type);
  if (page && page > 1) params.set("page", String(page));
  const query = params.toString();
  return query ? `${ADMIN_ARTICLES}?${query}` : ADMIN_ARTICLES;
}
