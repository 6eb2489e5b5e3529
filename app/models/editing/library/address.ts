/** The addresses of the lists of what was made. Shared by server and browser. */
import { addressWith } from "~/models/base/input/list-address";

export type LibraryTab = "content" | "images";

/** The parts of the view of what was made; drafted profiles stand below the form that asks for them. */
export const LIBRARY_TABS = ["content", "images", "profiles", "projects"] as const;
export type MadeTab = (typeof LIBRARY_TABS)[number];

export const GENERATE = "/admin/generate";
export const PROJECTS = "/admin/library/projects";

export interface LibraryAddress {
  tab: MadeTab;
  search?: string;
  expert?: string;
  /** The id of a project. */
  project?: string;
  page?: number;
  /** Everything on the page is selected. */
  all?: boolean;
}

export function libraryAddress({ tab, search, expert, project, page, all }: LibraryAddress): string {
  if (tab === "projects") return PROJECTS;
  if (tab === "profiles") return addressWith(GENERATE, { search, expert, page });
  return addressWith("/admin/library", { tab: tab === "images" && tab, search, expert, project, page, all });
}
