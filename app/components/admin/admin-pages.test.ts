import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { ADMIN_PAGES, ADMIN_PLACES, pageAbove, pagesOfRecord, placesFor } from "./admin-pages";

/** The admin pages that are not about one thing, without the search over all of them. */
const routes = readdirSync("app/routes")
  .filter((file) => /^admin\.[a-z-]+(\._index)?(\.tsx)?$/.test(file) && file !== "admin.go.tsx")
  .map((file) => file.replace(/\.tsx$/, "").replace(/\._index$/, ""));

test("EM03 EM05 every admin page belongs to a place of the side bar and has a tile, and none leads nowhere", () => {
  const below = ["/admin/settings/pages", "/admin/experts/drafts"];
  const pages = new Set(["/admin", ...below, ...routes.map((route) => `/${route.replace(".", "/")}`)]);
  pages.delete("/admin/_index");
  // What other pages lead to.
  pages.delete("/admin/keys");
  expect(new Set(ADMIN_PAGES.map(({ to }) => to))).toEqual(pages);
});

test("EM05 the side bar has the specified links by their names, and twelve places at most", () => {
  const links = Object.fromEntries(ADMIN_PLACES.map(({ label, pages }) => [pages[0]?.to, label]));
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
  expect(ADMIN_PLACES.length).toBeLessThanOrEqual(12);
});

test("EM05 a page belongs to the place with the nearest address; editors see no place without a page for them", () => {
  expect(pageAbove("/admin/topics/abc")?.label).toBe("Topics");
  expect(pageAbove("/admin/settings/pages/about")?.label).toBe("Pages");
  expect(pageAbove("/admin/importer")?.label).toBe("Dashboard");
  const forEditors = placesFor(false).flat();
  expect(forEditors.map(({ label }) => label)).not.toContain("User Management");
  expect(forEditors.at(-1)).toMatchObject({ label: "API Keys", pages: [{ to: "/admin/api-keys" }] });
});

test("EM05 the pages of a profile or article are tabs above each of them, and lead to routes that exist", () => {
  const tabs = pagesOfRecord("/admin/experts/abc/sources/find");
  expect(tabs.filter(({ isCurrent }) => isCurrent)).toEqual([
    { to: "/admin/experts/abc/sources", label: "Sources", isCurrent: true },
  ]);
  expect(tabs[0]).toEqual({ to: "/admin/experts/abc", label: "Edit", isCurrent: false });
  expect(pagesOfRecord("/admin/articles/abc").map(({ label }) => label)).toEqual(["Edit", "Sources", "History"]);
  for (const other of ["/admin/experts", "/admin/experts/new", "/admin/articles/trash", "/admin/experts/abc/delete"])
    expect(pagesOfRecord(other), other).toEqual([]);
  const files = readdirSync("app/routes");
  for (const { to } of [...tabs, ...pagesOfRecord("/admin/articles/abc")]) {
    const [, , kind, , page] = to.split("/");
    const names = page ? [`admin.${kind}_.$id_.${page}`, `admin.$kind.$id.${page}`] : [`admin.${kind}_.$id`];
    expect(
      files.some((file) => names.includes(file.replace(/\.tsx$/, ""))),
      to,
    ).toBe(true);
  }
});
