/** The addresses of the library's lists. Shared by server and browser. */
import { addressWith } from "~/models/base/input/list-address";

export type LibraryTab = "content" | "images";

export interface LibraryAddress {
  tab: LibraryTab;
  search?: string;
  expert?: string;
  /** The id of a project. */
  project?: string;
  page?: number;
  /** Everything on the page is selected. */
  all?: boolean;
}

export function libraryAddress({ tab, search, expert, project, page, all }: LibraryAddress): string {
  return addressWith("/admin/library", { tab: tab === "images" && tab, search, expert, project, page, all });
}
