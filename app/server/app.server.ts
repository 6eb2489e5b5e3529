/** Creates a handler for each part of the site, because a router compares each request with all its routes. */
import * as build from "@remix-run/dev/server-build";
import { createRequestHandler, type RequestHandler } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import { methodsOf } from "~/http/api.server";
import { canonicalPaths } from "./address.server";

const apiHandler = makeHandler(/^(root|routes\/(\$|api\..*))$/);
const adminHandler = makeHandler(/^(root|routes\/(\$|admin\b.*))$/);
const siteHandler = makeHandler(/^(root|routes\/(?!api\.|admin\b).*)$/);

const routes = Object.values(build.routes)
  .filter(({ path, index }) => path !== undefined || index)
  .map(({ id, module }) => ({ path: pathOf(id), module }));

export const canonicalPath = canonicalPaths(routes.map(({ path }) => path));

/** Returns the methods that an address answers (RFC 9110 §9). `isCall` means that its route also answers OPTIONS. */
export function methodsAt(path: string): { methods: string[]; isCall: boolean } {
  const { module } = matchRoutes(routes, path.replace(/\.data$/, ""))?.at(-1)?.route ?? {};
  const callMethods = module?.loader ? methodsOf(module.loader) : null;
  if (callMethods) return { methods: callMethods, isCall: true };
  return { methods: ["GET", "HEAD", ...(module?.action ? ["POST"] : []), "OPTIONS"], isCall: false };
}

function pathOf(id: string): string {
  const { path = "", parentId } = build.routes[id] ?? {};
  const parent = parentId === undefined ? "" : pathOf(parentId);
  return [parent.replace(/\/$/, ""), path].join("/").replace(/(?<=.)\/$/, "");
}

export function handlerOf(path: string): RequestHandler {
  // The page about the interface is the only one below /api.
  if (/^\/api\/docs(\.data)?$/.test(path)) return siteHandler;
  if (/^\/api(\/|$)/.test(path)) return apiHandler;
  return /^\/admin(\/|\.data$|$)/.test(path) ? adminHandler : siteHandler;
}

function makeHandler(idPattern: RegExp): RequestHandler {
  const matchingRoutes = <T>(routes: Record<string, T>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => idPattern.test(id)));
  const assets = { ...build.assets, routes: matchingRoutes(build.assets.routes) };
  return createRequestHandler({ ...build, routes: matchingRoutes(build.routes), assets }, process.env.NODE_ENV);
}
