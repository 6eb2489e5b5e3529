/** Addresses that stand in the code lead to a route: whoever takes a subject out is told of each link to it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** The paths of the routes, as patterns: "$slug" is any segment. */
const ROUTES = readdirSync("app/routes").map((file) => {
  const segments = file
    .replace(/\.tsx?$/, "")
    .split(/\.(?![^[]*\])/)
    .filter((segment) => segment !== "_index" && !(segment.startsWith("_") && segment !== "_"))
    .map((segment) => segment.replace(/_$/, "").replace(/\[(.*?)\]/g, "$1"));
  return segments.map((segment) => segment.replace(/^\$.*/, "$"));
});
/** A person's page; behind it everything would be a route. */
const NAMED = ROUTES.filter((segments) => segments.join("/") !== "$");

const FILES = (readdirSync("app", { recursive: true }) as string[]).filter(
  (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
);

/** What is linked to, sent to and redirected to, with ${…} where something is put in. */
const ADDRESS = /(?:\b(?:to|href|action|path)[=:] ?\{?|\bredirect\(|\bgoTo\()["`](\/(?:[a-z][^"`?#\s]*)?)[^"`]*["`]/g;

function isRoute(path: string): boolean {
  const segments = path
    .replace(/\$\{[^}]*\}/g, "$")
    .split("/")
    .filter(Boolean);
  return (segments[0] === "$" ? ROUTES : NAMED).some(
    (route) =>
      route.length === segments.length &&
      route.every((part, at) => part === segments[at] || part === "$" || segments[at]?.includes("$")),
  );
}

/** Files, what the server answers before the routes, and a page that every site starts with. */
const OTHERS = /^\/(?:build|uploads|editorial-policy)(?:\/|$)|\.\w+$/;

test("links, forms and redirects in the code lead to routes", () => {
  const linked = FILES.flatMap((file) => {
    const addresses = readFileSync(join("app", file), "utf8").matchAll(ADDRESS);
    return Array.from(addresses, ([, path = ""]) => ({ file, path }));
  }).filter(({ path }) => path !== "/" && !OTHERS.test(path));
  expect(linked.length).toBeGreaterThan(200);
  expect(linked.filter(({ path }) => !isRoute(path)).map(({ file, path }) => `${file}: ${path}`)).toEqual([]);
});
