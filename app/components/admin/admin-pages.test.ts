import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { ADMIN_PAGES } from "./admin-pages";

/** The admin pages that are not about one thing, without the search over all of them. */
const routes = readdirSync("app/routes")
  .filter((file) => /^admin\.[a-z-]+(\._index)?(\.tsx)?$/.test(file) && file !== "admin.go.tsx")
  .map((file) => file.replace(/\.tsx$/, "").replace(/\._index$/, ""));

test("EM03 EM05 every admin page is in the side bar and has a tile, and none leads nowhere", () => {
  const pages = new Set(["/admin", ...routes.map((route) => `/${route.replace(".", "/")}`)]);
  pages.delete("/admin/_index");
  expect(new Set(ADMIN_PAGES.map(({ to }) => to))).toEqual(pages);
});
