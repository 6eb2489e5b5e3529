import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { pageAbove, pagesNamed, pagesOfRecord, placesOf } from "~/components/admin/admin-pages";
import { type AdminPage, PLACES } from "~/models/base/parts/admin-page";
import { ADMIN_PAGES, RECORD_PAGES } from "~/models/whole/parts.server";

const SIDE = { adminPages: ADMIN_PAGES, recordPages: RECORD_PAGES };
const placesFor = (isAdmin: boolean) => placesOf(ADMIN_PAGES.filter((page) => isAdmin || !page.isForAdmins)).flat();

/** The admin pages that are not about one thing, without the search over all of them. */
const routes = readdirSync("app/routes")
  .filter((file) => /^admin\.[a-z-]+(\._index)?(\.tsx)?$/.test(file) && file !== "admin.go.tsx")
  .map((file) => file.replace(/\.tsx$/, "").replace(/\._index$/, ""));

test("EM03 EM05 every admin page belongs to a place of the side bar and has a tile, and none leads nowhere", () => {
  const below = ["/admin/settings/pages", "/admin/settings/prompts", "/admin/experts/drafts"];
  const pages = new Set(["/admin", ...below, ...routes.map((route) => `/${route.replace(".", "/")}`)]);
  pages.delete("/admin/_index");
  // Pages that other pages lead to.
  pages.delete("/admin/keys");
  const ranked = ADMIN_PAGES.filter(({ rank }) => rank !== undefined).map(({ to }) => to);
  const missing = [...pages].filter((to) => !ranked.includes(to));
  expect(missing, "pages of which no part.server.ts says the place, under adminPages").toEqual([]);
  expect(
    ranked.filter((to) => !pages.has(to)),
    "pages without a route",
  ).toEqual([]);
  expect(pagesNamed("", ADMIN_PAGES)).toHaveLength(ADMIN_PAGES.length);
});

test("EM05 every page that can be gone to by name is a route, and no two pages of a place have one rank", () => {
  const paths = readdirSync("app/routes").map((file) => {
    const path = file.replace(/\.tsx$/, "").replace(/\._index$/, "");
    return `/${path.replace(/_(?=\.)/g, "").replaceAll(".", "/")}`;
  });
  const lost = ADMIN_PAGES.filter(({ to }) => to !== "/admin" && !paths.includes(to.replace(/\?.*/, "")));
  expect(lost).toEqual([]);
  const rankOf = ({ place, rank, to }: Pick<AdminPage, "place" | "rank" | "to">) =>
    rank === undefined ? to : `${place} ${rank}`;
  expect(new Set(ADMIN_PAGES.map(rankOf)).size).toBe(ADMIN_PAGES.length);
  const ofRecords = RECORD_PAGES.map(({ to, rank }) => (rank === undefined ? to : `${to.split("/")[2]} ${rank}`));
  expect(new Set(ofRecords).size).toBe(ofRecords.length);
});

test("EM05 the side bar has the specified links by their names, and twelve places at most", () => {
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

test("EM05 a page belongs to the place with the nearest address; editors see no place without a page for them", () => {
  expect(pageAbove("/admin/topics/abc", ADMIN_PAGES)?.label).toBe("Topics");
  expect(pageAbove("/admin/settings/pages/about", ADMIN_PAGES)?.label).toBe("Pages");
  expect(pageAbove("/admin/importer", ADMIN_PAGES)?.label).toBe("Dashboard");
  const forEditors = placesFor(false);
  expect(forEditors.map(({ label }) => label)).not.toContain("User Management");
  expect(forEditors.at(-1)).toMatchObject({ label: "API Keys", pages: [{ to: "/admin/api-keys" }] });
});

test("EM05 the pages of a profile or article are tabs or parts of the first, and lead to routes that exist", () => {
  const { tabs, parts } = pagesOfRecord("/admin/experts/abc/sources/find", SIDE);
  expect(tabs).toEqual([
    { to: "/admin/experts/abc", label: "Profile", isCurrent: true },
    { to: "/admin/experts/abc/history", label: "History", isCurrent: false },
    { to: "/admin/experts/abc/numbers", label: "Numbers", isCurrent: false },
  ]);
  expect(parts.filter(({ isCurrent }) => isCurrent)).toEqual([
    { to: "/admin/experts/abc/sources", label: "Sources", isCurrent: true },
  ]);
  const [, history] = pagesOfRecord("/admin/experts/abc/history", SIDE).tabs;
  expect(history).toMatchObject({ label: "History", isCurrent: true });
  const ofArticle = pagesOfRecord("/admin/articles/abc", SIDE).tabs;
  expect(ofArticle.map(({ label }) => label)).toEqual(["Edit", "Sources", "History"]);
  for (const other of ["/admin/experts", "/admin/experts/new", "/admin/articles/trash", "/admin/experts/abc/delete"])
    expect(pagesOfRecord(other, SIDE), other).toEqual({ tabs: [], parts: [] });
  const files = readdirSync("app/routes");
  for (const { to } of [...tabs, ...parts, ...ofArticle]) {
    const [, , kind, , page] = to.split("/");
    const names = page ? [`admin.${kind}_.$id_.${page}`, `admin.$kind.$id.${page}`] : [`admin.${kind}_.$id`];
    expect(
      files.some((file) => names.includes(file.replace(/\.tsx$/, ""))),
      to,
    ).toBe(true);
  }
});
