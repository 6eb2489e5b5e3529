/** Checks that addresses in the code lead to a route. It names the remaining links when a subject is taken out. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** The segments of each route's path; "$" stands for any segment. */
const ROUTES = readdirSync("app/routes").map((file) => {
  const segments = file
    .replace(/\.tsx?$/, "")
    .split(/\.(?![^[]*\])/)
    .filter((segment) => segment !== "_index" && !(segment.startsWith("_") && segment !== "_"))
    .map((segment) => segment.replace(/_$/, "").replace(/\[(.*?)\]/g, "$1"));
  return segments.map((segment) => segment.replace(/^\$.*/, "$"));
});
/** Leaves out the route of profiles, which any one-segment path would match. */
const ROUTES_BESIDE_PROFILE = ROUTES.filter((segments) => segments.join("/") !== "$");

const FILES = (readdirSync("app", { recursive: true }) as string[]).filter(
  (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
);

/** Matches the addresses of links, forms and redirects in the code. They may contain ${…}. */
const ADDRESS = /(?:\b(?:to|href|action|path)[=:] ?\{?|\bredirect\(|\bgoTo\()["`](\/(?:[a-z][^"`?#\s]*)?)[^"`]*["`]/g;

function isRoute(path: string): boolean {
  const segments = path
    .replace(/\$\{[^}]*\}/g, "$")
    .split("/")
    .filter(Boolean);
  return (segments[0] === "$" ? ROUTES : ROUTES_BESIDE_PROFILE).some(
    (route) =>
      route.length === segments.length &&
      route.every((segment, index) => segment === segments[index] || segment === "$" || segments[index]?.includes("$")),
  );
}

/** Files, addresses that the server answers before the routes, and a page of the starter directory. */
const NOT_ROUTES = /^\/(?:build|uploads|editorial-policy)(?:\/|$)|\.\w+$/;

test("links, forms and redirects in the code lead to routes", () => {
  const linkedPaths = FILES.flatMap((file) => {
    const addresses = readFileSync(join("app", file), "utf8").matchAll(ADDRESS);
    return Array.from(addresses, ([, path = ""]) => ({ file, path }));
  }).filter(({ path }) => path !== "/" && !NOT_ROUTES.test(path));
  expect(linkedPaths.length).toBeGreaterThan(200);
  expect(linkedPaths.filter(({ path }) => !isRoute(path)).map(({ file, path }) => `${file}: ${path}`)).toEqual([]);
});
