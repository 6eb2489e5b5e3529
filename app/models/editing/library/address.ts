/** Builds the addresses of the lists of generated content. Shared by server and browser. */
import { addressWith } from "~/models/base/input/list-address";

export type LibraryTab = "content" | "images";

/** The tabs of the lists of generated content. Generated profiles are listed below the form that generates them. */
export const LIBRARY_TABS = ["content", "images", "profiles", "projects"] as const;
export type ContentTab = (typeof LIBRARY_TABS)[number];

export const GENERATE = "/admin/generate";
export const PROJECTS = "/admin/library/projects";

export interface LibraryAddress {
  tab: ContentTab;
  search?: string;
  expert?: string;
  /** The id of a project. */
  project?: string;
  page?: number;
  /** Selects everything on the page. */
  all?: boolean;
}

export function libraryAddress({ tab, search, expert, project, page, all }: LibraryAddress): string {
  if (tab === "projects") return PROJECTS;
  if (tab === "profiles") return addressWith(GENERATE, { search, expert, page });
  return addressWith("/admin/library", { tab: tab === "images" && tab, search, expert, project, page, all });
}
