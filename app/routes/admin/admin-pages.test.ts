import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { pageAbove, pageShownAt, pagesNamed, placesOf, tabsOfRecord } from "~/components/admin/admin-pages";
import { type AdminPage, PLACES } from "~/models/base/parts/admin-page";
import { ADMIN_PAGES, RECORD_PAGES } from "~/models/whole/parts.server";

const SIDE = { adminPages: ADMIN_PAGES, recordPages: RECORD_PAGES };
const placesFor = (isAdmin: boolean) => placesOf(ADMIN_PAGES.filter((page) => isAdmin || !page.isForAdmins)).flat();

/** The admin routes that are not about a single record, except the search of pages. */
const routes = readdirSync("app/routes")
  .filter((file) => /^admin\.[a-z-]+(\._index)?(\.tsx)?$/.test(file) && file !== "admin.go.tsx")
  .map((file) => file.replace(/\.tsx$/, "").replace(/\._index$/, ""));

test("EM03 EM05 every admin page belongs to a place of the side bar", () => {
  const pages = new Set(["/admin", ...routes.map((route) => `/${route.replace(".", "/")}`)]);
  pages.delete("/admin/_index");
  // Only other pages link to the page about keys.
  pages.delete("/admin/keys");
  const rankedPaths = ADMIN_PAGES.filter(({ rank }) => rank !== undefined).map(({ to }) => to);
  const missingPaths = [...pages].filter((to) => !rankedPaths.includes(to));
  expect(missingPaths, "pages without a place under adminPages of any part.server.ts").toEqual([]);
  expect(pagesNamed("", ADMIN_PAGES)).toHaveLength(ADMIN_PAGES.length);
});

test("EM05 every admin page has a route, and no two pages of a place have the same rank", () => {
  const paths = readdirSync("app/routes").map((file) => {
    const path = file.replace(/\.tsx$/, "").replace(/\._index$/, "");
    return `/${path.replace(/_(?=\.)/g, "").replaceAll(".", "/")}`;
  });
  const pagesWithoutRoute = ADMIN_PAGES.filter(({ to }) => to !== "/admin" && !paths.includes(to.replace(/\?.*/, "")));
  expect(pagesWithoutRoute).toEqual([]);
  const rankOf = ({ place, rank, to }: Pick<AdminPage, "place" | "rank" | "to">) =>
    rank === undefined ? to : `${place} ${rank}`;
  expect(new Set(ADMIN_PAGES.map(rankOf)).size).toBe(ADMIN_PAGES.length);
  const recordRanks = RECORD_PAGES.map(({ to, rank }) => (rank === undefined ? to : `${to.split("/")[2]} ${rank}`));
  expect(new Set(recordRanks).size).toBe(recordRanks.length);
});

test("EM05 the side bar has the specified links and at most twelve places", () => {
  const links = Object.fromEntries(placesFor(true).map(({ label, pages }) => [pages[0]?.to, label]));
  expect(links).toMatchObject({
    "/admin": "Dashboard",
    "/admin/generate": "AI Generator",
    "/admin/experts": "Manage Experts",
    "/admin/submissions": "Review Submissions",
    "/admin/promote": "Generate Articles with Images",
    "/admin/library": "Article Assets",
    "/admin/articles": "Manage Articles",
    "/admin/users": "User Management",
  });
  expect(placesFor(true).map(({ label }) => label)).toEqual(PLACES.flat());
  expect(PLACES.flat().length).toBeLessThanOrEqual(12);
});

test("EM05 a page belongs to the place with the longest matching address, and editors see no place without a page for them", () => {
  expect(pageAbove("/admin/topics/abc", ADMIN_PAGES)?.label).toBe("Topics");
  expect(pageAbove("/admin/settings/pages/about", ADMIN_PAGES)?.label).toBe("Pages");
  expect(pageAbove("/admin/importer", ADMIN_PAGES)?.label).toBe("Dashboard");
  const placesForEditors = placesFor(false);
  expect(placesForEditors.map(({ label }) => label)).not.toContain("User Management");
  expect(placesForEditors.at(-1)).toMatchObject({ label: "API Keys", pages: [{ to: "/admin/api-keys" }] });
});

test("EM05 the pages of a profile or article are tabs, sections of a profile are not, and all have routes", () => {
  const profile = { to: "/admin/experts/abc", label: "Profile", isCurrent: true };
  const otherTabs = [
    { to: "/admin/experts/abc/history", label: "History", isCurrent: false },
    { to: "/admin/experts/abc/numbers", label: "Numbers", isCurrent: false },
  ];
  for (const page of ["", "/sources", "/sources/find", "/portrait", "/merge"])
    expect(tabsOfRecord(`/admin/experts/abc${page}`, SIDE), page).toEqual([profile, ...otherTabs]);
  expect(tabsOfRecord("/admin/experts/abc/history", SIDE)[1]).toMatchObject({ label: "History", isCurrent: true });
  const articleTabs = tabsOfRecord("/admin/articles/abc", SIDE);
  expect(articleTabs.map(({ label }) => label)).toEqual(["Edit", "Sources", "History"]);
  for (const path of ["/admin/experts", "/admin/experts/new", "/admin/articles/trash", "/admin/experts/abc/delete"])
    expect(tabsOfRecord(path, SIDE), path).toEqual([]);
  const files = readdirSync("app/routes").map((file) => file.replace(/\.tsx$/, ""));
  for (const { to, isSection } of RECORD_PAGES) {
    const [, , kind, , page] = to.split("/");
    const openedRoute = `admin.${kind}_.$id.${page}`;
    const names = page ? [`admin.${kind}_.$id_.${page}`, `admin.$kind.$id.${page}`] : [`admin.${kind}_.$id`];
    expect(
      files.some((file) => (isSection ? file === openedRoute : names.includes(file))),
      to,
    ).toBe(true);
  }
});

test("EM05 pageShownAt returns the page of a profile for each of its sections", () => {
  const pageAt = (path: string) => pageShownAt(path, RECORD_PAGES);
  for (const section of ["sources", "portrait", "identifiers", "positions", "works", "review", "editors", "inform"])
    expect(pageAt(`/admin/experts/abc/${section}`)).toBe("/admin/experts/abc");
  for (const path of ["/admin/experts/abc/history", "/admin/experts/abc/sources/find", "/admin/articles/abc/sources"])
    expect(pageAt(path)).toBe(path);
});
