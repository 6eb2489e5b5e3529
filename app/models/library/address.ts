/** The addresses of the library's lists. Shared by server and browser. */

export type LibraryTab = "content" | "images";

export interface LibraryAddress {
  tab: LibraryTab;
  search?: string;
  expert?: string;
  page?: number;
  /** Everything on the page is selected. */
  all?: boolean;
}

export function libraryAddress({ tab, search, expert, page = 1, all }: LibraryAddress): string {
  const params = new URLSearchParams();
  if (tab === "images") params.set("tab", tab);
  if (search) params.set("search", search);
  if (expert) params.set("expert", expert);
  if (page > 1) params.set("page", String(page));
  if (all) params.set("all", "");
  const query = params.toString();
  return query ? `/admin/library?${query}` : "/admin/library";
}
