/**
 * The app's answer to a request, from those of its routes that can be meant: the router compares an address with every route it
 * knows, several times a page, and the beginning of an address leaves few of them. A call is one function of one route, and needs
 * nothing else of the framework; a page that succeeds is made straight (pages.server.tsx).
 */
import * as build from "@remix-run/dev/server-build";
import { createRequestHandler, type LoaderFunctionArgs, type RequestHandler, type ServerBuild } from "@remix-run/node";
import type { ApiArgs } from "~/http.server";
import type { Asked } from "./asked.server";
import { makerOf, type Outcomes } from "./pages.server";

/** Has the app answer. */
export async function handle(asked: Asked): Promise<Response> {
  const { url } = asked;
  const call = callAt(url.pathname);
  if (call) return call(asked);
  const known = beginnings(url.pathname).find((beginning) => parts.has(beginning)) ?? ANY;
  let handler = handlers.get(known);
  if (!handler) {
    handler = handlerOf(withRoutesOf(known));
    handlers.set(known, handler);
  }
  return handler(asked);
}

type Handler = (asked: Asked) => Promise<Response>;

const handlers = new Map<string, Handler>();

/** The framework goes on with what the loaders gave when a page could not be made straight. */
function handlerOf(part: ServerBuild): Handler {
  const make = makerOf(part.routes);
  let framework: RequestHandler | undefined;
  return async (asked) => {
    const made = process.env.DIRECT_PAGES !== "off" ? await make(asked.light, asked.url) : {};
    if ("response" in made) return made.response;
    framework ??= createRequestHandler({ ...part, routes: withOutcomes(part.routes) }, process.env.NODE_ENV);
    return framework(asked.request, { outcomes: made.outcomes });
  };
}

/** The routes with loaders that give once more what they gave for this request. */
function withOutcomes(routes: ServerBuild["routes"]): ServerBuild["routes"] {
  return Object.fromEntries(
    Object.entries(routes).map(([id, route]) => {
      const { loader } = route.module;
      if (!loader) return [id, route];
      const again = async (args: LoaderFunctionArgs) => {
        const outcome = (args.context.outcomes as Outcomes | undefined)?.get(id);
        if (!outcome) return loader(args);
        if ("error" in outcome) throw outcome.error;
        return outcome.value;
      };
      return [id, { ...route, module: { ...route.module, loader: again } }];
    }),
  );
}

const ids = Object.keys(build.routes);

function pathOf(id: string): string {
  const { path = "", parentId } = build.routes[id] ?? {};
  return [parentId ? pathOf(parentId) : "", path].filter(Boolean).join("/");
}

// ------ Calls: routes that `api` in app/http.server.ts made, which answers everything itself, faults too.

const callIds = ids.filter((id) => pathOf(id).startsWith("api/")).filter((id) => !pathOf(id).includes("*"));

/** What has a component is a page. Asked only of what is to answer: to look at a route is to load it. */
function isCall(id: string): boolean {
  return !build.routes[id]?.module.default;
}

/** Those with one address, by it. As the router ranks them they come before the others. */
const callsByPath = new Map(
  callIds.filter((id) => !pathOf(id).includes(":")).map((id) => [`/${pathOf(id)}`.toLowerCase(), id]),
);

/** Those with parameters, those with fewer first; no two of them differ in anything else. */
const callsByPattern = callIds
  .filter((id) => pathOf(id).includes(":"))
  .sort((one, other) => pathOf(one).split(":").length - pathOf(other).split(":").length)
  .map((id) => ({ id, pattern: patternOf(pathOf(id)) }));

function patternOf(path: string): RegExp {
  const segments = path
    .split("/")
    .map((segment) => (segment.startsWith(":") ? `(?<${segment.slice(1)}>[^/]+)` : segment.replaceAll(".", "\\.")));
  return new RegExp(`^/${segments.join("/")}/?$`, "i");
}

function callAt(pathname: string): ((asked: Asked) => Promise<Response>) | null {
  if (!pathname.startsWith("/api/")) return null;
  const known = callsByPath.get(pathname.replace(/\/$/, "").toLowerCase());
  if (known !== undefined) return isCall(known) ? callOf(known, {}) : null;
  for (const { pattern, id } of callsByPattern) {
    const match = pattern.exec(pathname);
    if (!match || !isCall(id)) continue;
    const params = Object.entries(match.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]);
    return callOf(id, Object.fromEntries(params));
  }
  return null;
}

function callOf(id: string, params: ApiArgs["params"]): (asked: Asked) => Promise<Response> {
  return (asked) => {
    const { loader, action } = build.routes[id]?.module ?? {};
    const answer = (asked.method === "GET" ? loader : action) as ((args: ApiArgs) => Promise<Response>) | undefined;
    if (!answer) throw new Error(`The call ${id} answers nothing.`);
    const { method, url } = asked;
    return answer({
      method,
      url,
      params,
      context: {},
      request: asked.light,
    });
  };
}

// ------ Pages, and whatever else the framework answers.

/** Addresses that begin with a name, a number, anything. */
const ANY = ":";

/** What a route's addresses begin with, in lower case: "directory", "admin/experts", "" for the home page, ":" for anything. */
const partsOfRoutes = new Map(ids.map((id) => [id, partOf(id)]));
const parts = new Set([...partsOfRoutes.values()].filter((part) => part !== null));

/** null for layouts that have no path: they stand around every page. */
function partOf(id: string): string | null {
  const path = pathOf(id);
  if (path === "" && !build.routes[id]?.index) return null;
  const [first = "", second = ""] = path.toLowerCase().split("/");
  if (/^[:*]/.test(first)) return ANY;
  return first === "admin" && /^\w/.test(second) ? `${first}/${second}` : first;
}

/** The beginnings of an address as the router compares it, the longer one first: decoded, and without what asks for data only. */
function beginnings(pathname: string): string[] {
  const [first = "", second = ""] = pathname
    .replace(/\.data$/, "")
    .slice(1)
    .split("/");
  if (first === "_root") return [""];
  try {
    const [one, two] = [decodeURIComponent(first).toLowerCase(), decodeURIComponent(second).toLowerCase()];
    return [`${one}/${two}`, one];
  } catch {
    return [ANY];
  }
}

/** The build with the routes of one part, those around them, and those whose beginning is open. */
function withRoutesOf(wanted: string): ServerBuild {
  const [first] = wanted.split("/");
  const meant = new Set([null, ANY, wanted, first]);
  const only = <Route>(routes: Record<string, Route>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => meant.has(partsOfRoutes.get(id) ?? null)));
  return { ...build, routes: only(build.routes), assets: { ...build.assets, routes: only(build.assets.routes) } };
}
