import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { ADMIN_PAGES } from "./admin-pages";

/** Pages of the desk that stand on their own: not those about one thing, and not the steps that such a page leads to. */
const routes = readdirSync("app/routes")
  .filter((file) => /^admin\.[a-z]+(\._index)?(\.tsx)?$/.test(file))
  .map((file) => file.replace(/\.tsx$/, "").replace(/\._index$/, ""));

test("EM03 EM05 every page of the desk has a tile, and no tile or link leads nowhere", () => {
  const pages = new Set(["/admin", ...routes.map((route) => `/${route.replace(".", "/")}`)]);
  pages.delete("/admin/_index");
  expect(new Set(ADMIN_PAGES.map(({ to }) => to))).toEqual(pages);
});
