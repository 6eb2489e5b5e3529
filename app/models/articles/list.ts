export const ADMIN_ARTICLES = "/admin/articles";

export interface ArticleFilters {
  search?: string;
  status?: string;
  type?: string;
  page?: number;
}

/** Leaves out defaults. */
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
