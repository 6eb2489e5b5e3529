import { addressWith } from "~/models/base/input/list-address";

export const ADMIN_ARTICLES = "/admin/articles";

export interface ArticleFilters {
  search?: string;
  status?: string;
  type?: string;
  page?: number;
}

export function articleListAddress({ search, status, type, page }: ArticleFilters): string {
  return addressWith(ADMIN_ARTICLES, { search, status, type, page });
}
