import { Link } from "@remix-run/react";
import { AdminSearch } from "~/components/admin/admin-search";
import { FilterSelect } from "~/components/admin/filter-select";
import { Tabs } from "~/components/admin/page-parts";
import { formatResultCount } from "~/models/base/text/numbers";
import { type ContentTab, GENERATE, LIBRARY_TABS, libraryAddress } from "~/models/editing/library/address";
import type { LibraryProject } from "~/models/editing/library/projects.server";
import type { ContentCounts } from "~/models/editing/promotions/content-counts.server";

interface TabsProps {
  current: ContentTab;
  counts: ContentCounts;
  search?: string;
  expert?: string;
  project?: string;
}

/** Renders the tabs of the library. Search and expert stay when the reader changes tabs. */
export function LibraryTabs({ current, counts, ...filter }: TabsProps) {
  return (
    <Tabs aria-label="Kind">
      {LIBRARY_TABS.map((tab) => (
        <Link
          key={tab}
          to={libraryAddress({ tab, ...filter })}
          aria-current={tab === current ? "page" : undefined}
          preventScrollReset
        >
          {NAMES[tab]} (
          {filter.search && tab !== "projects" ? formatResultCount(counts[tab]) : counts[tab].toLocaleString("en")})
        </Link>
      ))}
    </Tabs>
  );
}

const NAMES: Record<ContentTab, string> = {
  content: "Content",
  images: "Images",
  profiles: "Profiles",
  projects: "Projects",
};

interface SearchProps {
  tab: Exclude<ContentTab, "projects">;
  search: string;
  expert: string;
  experts: string[];
  project?: string;
  projects?: LibraryProject[];
}

export function LibrarySearch({ tab, search, expert, experts, project = "", projects = [] }: SearchProps) {
  return (
    <AdminSearch
      action={tab === "profiles" ? GENERATE : "/admin/library"}
      search={search}
      label={tab === "profiles" ? "Search names and drafts" : "Search texts, experts and prompts"}
    >
      {tab === "images" && <input type="hidden" name="tab" value="images" />}
      <FilterSelect name="expert" label="Expert" value={expert}>
        <option value="">All Experts</option>
        {/* The list lacks experts who have only images or drafts, but the address may name one. */}
        {expert && !experts.includes(expert) && <option dir="auto">{expert}</option>}
        {experts.map((name) => (
          <option key={name} dir="auto">
            {name}
          </option>
        ))}
      </FilterSelect>
      {projects.length > 0 && (
        <FilterSelect name="project" label="Project" value={project}>
          <option value="">All projects</option>
          {projects.map(({ id, name }) => (
            <option key={id} value={id} dir="auto">
              {name}
            </option>
          ))}
        </FilterSelect>
      )}
    </AdminSearch>
  );
}
