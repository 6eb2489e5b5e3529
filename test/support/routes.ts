/** The endpoints of the site, as the build itself lists them: a new route is part of every check without anybody thinking of it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { FACETS } from "../../app/models/records/listings/facets";

export interface Route {
  /** Such as "routes/admin.articles_.$id". */
  id: string;
  /** With its parameters, such as "/admin/articles/:id"; "*" stands for any rest. */
  path: string;
  isIndex: boolean;
  /** Whether it takes forms or calls. */
  hasAction: boolean;
  /** Whether it is answered with JSON. */
  isCall: boolean;
}

interface ManifestRoute {
  id: string;
  parentId?: string;
  path?: string;
  index?: boolean;
  hasAction: boolean;
}

/**
 * Every route that answers at an address of its own.
 *
 * @throws Error when the build has no manifest.
 */
export function builtRoutes(): Route[] {
  // Files of former builds stay for pages that are open: this list has those of the present one.
  const files = readFileSync(join("build", ".files"), "utf8").split("\n");
  const file = files.find((name) => /\bmanifest-\w+\.js$/.test(name));
  if (!file) throw new Error("The build has no list of its routes: npm run build makes one.");
  const text = readFileSync(file, "utf8");
  const { routes } = JSON.parse(text.replace(/^[^{]*/, "").replace(/;\s*$/, "")) as {
    routes: Record<string, ManifestRoute>;
  };
  // A frame around an index page answers nothing itself; a page in which sections open does.
  const frames = new Set(Object.values(routes).map(({ parentId, index }) => (index ? parentId : undefined)));
  return Object.values(routes)
    .filter(({ id, path, index }) => index || (path && !frames.has(id)))
    .map((route) => {
      const path = pathOf(routes, route);
      const { id, hasAction } = route;
      return { id, path, isIndex: Boolean(route.index), hasAction, isCall: id.startsWith("routes/api.") };
    });
}

function pathOf(routes: Record<string, ManifestRoute>, { path = "", parentId }: ManifestRoute): string {
  const parent = parentId ? routes[parentId] : undefined;
  return `${parent ? pathOf(routes, parent).replace(/\/$/, "") : ""}/${path}`.replace(/\/$/, "") || "/";
}

/** The route that answers at a path; the one with the fewest parameters where several could. */
export function routeAt(routes: Route[], path: string): Route | undefined {
  const fits = routes.filter((route) => {
    const pattern = route.path
      .split("/")
      .map((part) => (part === "*" ? ".*" : part.startsWith(":") ? "[^/]+" : part.replace(/[.\\]/g, "\\$&")))
      .join("/");
    return new RegExp(`^${pattern}/?$`).test(path);
  });
  const openness = ({ path }: Route) => (path.match(/:/g)?.length ?? 0) + (path.includes("*") ? 100 : 0);
  return fits.sort((route, other) => openness(route) - openness(other))[0];
}

/** A route's address with its parameters filled in. */
export function addressOf(route: Route, params: Record<string, string>): string {
  return route.path
    .split("/")
    .map((part) => {
      if (part === "*") return params["*"] ?? "something";
      return part.startsWith(":") ? encodeURIComponent(params[part.slice(1)] ?? "something") : part;
    })
    .join("/");
}

/** Every name that the sources ask a query for: all of them are put to every route. */
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
    for (const [, name] of source.matchAll(/\b(?:lineIn|countIn|given)\((?:\w+, )?"(\w+)"/g)) names.add(name as string);
  }
  return [...names].sort();
}
