/** Lists the endpoints of the site from the build, so that the checks of all routes include new ones. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { FACETS } from "../../app/models/records/listings/facets";

export interface Route {
  /** For example "routes/admin.articles_.$id". */
  id: string;
  /** The path with its parameters, such as "/admin/articles/:id"; "*" stands for any rest. */
  path: string;
  isIndex: boolean;
  /** True if it accepts forms or calls. */
  hasAction: boolean;
  /** True if it answers with JSON. */
  isCall: boolean;
  /** True if it answers with HTML, and its data has an address too. */
  isPage: boolean;
}

interface ManifestRoute {
  id: string;
  parentId?: string;
  path?: string;
  index?: boolean;
  hasAction: boolean;
}

/**
 * Returns every route that has an address.
 *
 * @throws Error when the build has no manifest.
 */
export function builtRoutes(): Route[] {
  // Files of former builds stay for open pages. This list has only the files of the present build.
  const files = readFileSync(join("build", ".files"), "utf8").split("\n");
  const file = files.find((name) => /\bmanifest-\w+\.js$/.test(name));
  if (!file) throw new Error("The build has no list of its routes: npm run build makes one.");
  const text = readFileSync(file, "utf8");
  const { routes } = JSON.parse(text.replace(/^[^{]*/, "").replace(/;\s*$/, "")) as {
    routes: Record<string, ManifestRoute>;
  };
  // The layout of an index page has no address. A page with sections has one.
  const layouts = new Set(Object.values(routes).map(({ parentId, index }) => (index ? parentId : undefined)));
  return Object.values(routes)
    .filter(({ id, path, index }) => index || (path && !layouts.has(id)))
    .map((route) => {
      const path = pathOf(routes, route);
      const { id, hasAction } = route;
      const isPage = [`${id}.tsx`, `${id}/route.tsx`].some((file) => existsSync(join("app", file)));
      return { id, path, isIndex: Boolean(route.index), hasAction, isCall: id.startsWith("routes/api."), isPage };
    });
}

function pathOf(routes: Record<string, ManifestRoute>, { path = "", parentId }: ManifestRoute): string {
  const parent = parentId ? routes[parentId] : undefined;
  return `${parent ? pathOf(routes, parent).replace(/\/$/, "") : ""}/${path}`.replace(/\/$/, "") || "/";
}

/** Returns the route of a path; if several match, the one with the fewest parameters. */
export function routeAt(routes: Route[], path: string): Route | undefined {
  const matching = routes.filter((route) => {
    const pattern = route.path
      .split("/")
      .map((segment) =>
        segment === "*" ? ".*" : segment.startsWith(":") ? "[^/]+" : segment.replace(/[.\\]/g, "\\$&"),
      )
      .join("/");
    return new RegExp(`^${pattern}/?$`).test(path);
  });
  const wildcardCount = ({ path }: Route) => (path.match(/:/g)?.length ?? 0) + (path.includes("*") ? 100 : 0);
  return matching.sort((route, other) => wildcardCount(route) - wildcardCount(other))[0];
}

/** Returns a route's path with its parameters filled in. */
export function addressOf(route: Route, params: Record<string, string>): string {
  return route.path
    .split("/")
    .map((segment) => {
      if (segment === "*") return params["*"] ?? "something";
      return segment.startsWith(":") ? encodeURIComponent(params[segment.slice(1)] ?? "something") : segment;
    })
    .join("/");
}

/** Returns the address of a page's data, which costs the site less than the page; files and calls have none. */
export function dataAddressOf({ isPage }: Route, path: string): string {
  if (!isPage) return path;
  return path === "/" ? "/_root.data" : `${path}.data`;
}

/** Returns the names of query parameters that the sources read. Tests send all of them to every route. */
export function queryNames(): string[] {
  const names = new Set([
    "page",
    "limit",
    "category",
    "type",
    "action",
    "subject",
    "by",
    "_routes",
    "index",
    ...FACETS,
  ]);
  for (const entry of readdirSync("app", { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.tsx?$/.test(entry.name) || /\.test\./.test(entry.name)) continue;
    const source = readFileSync(join(entry.parentPath, entry.name), "utf8");
    for (const [, name] of source.matchAll(/\b(?:searchParams|params|query)\.(?:get|getAll|has)\("(\w+)"\)/g))
      names.add(name as string);
    for (const [, name] of source.matchAll(/\b(?:lineIn|countIn|param)\((?:\w+, )?"(\w+)"/g)) names.add(name as string);
  }
  return [...names].sort();
}
