/** One handler per part of the site, because a router compares a request with every route. */
import * as build from "@remix-run/dev/server-build";
import { createRequestHandler, type RequestHandler } from "@remix-run/node";

const api = handlerFor(/^(root|routes\/(\$|api\..*))$/);
const admin = handlerFor(/^(root|routes\/(\$|admin\b.*))$/);
const site = handlerFor(/^(root|routes\/(?!api\.|admin\b).*)$/);

export function handlerOf(path: string): RequestHandler {
  // A page for people among the calls.
  if (/^\/api\/docs(\.data)?\/?$/i.test(path)) return site;
  if (/^\/api(\/|$)/i.test(path)) return api;
  return /^\/admin(\/|\.data$|$)/i.test(path) ? admin : site;
}

function handlerFor(ids: RegExp): RequestHandler {
  const known = <T>(routes: Record<string, T>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => ids.test(id)));
  const assets = { ...build.assets, routes: known(build.assets.routes) };
  return createRequestHandler({ ...build, routes: known(build.routes), assets }, process.env.NODE_ENV);
}
