/** The Remix app as one request handler for each part of the site: React Router compares a request with every route it is given. */
import * as build from "@remix-run/dev/server-build";
import { createRequestHandler, type RequestHandler } from "@remix-run/node";

const PARTS = {
  api: { paths: /^\/api\//i, routes: /^(root|routes\/(\$|api\..*))$/ },
  admin: { paths: /^\/admin(\/|\.data|$)/i, routes: /^(root|routes\/(\$|admin\b.*))$/ },
  site: { paths: /^\//, routes: /^(root|routes\/(?!api\.|admin\b).*)$/ },
};

const parts = Object.values(PARTS).map(({ paths, routes }) => ({ paths, handler: handlerFor(routes) }));

/** @param path that of the request. */
export function handlerOf(path: string): RequestHandler {
  return (parts.find(({ paths }) => paths.test(path)) ?? parts[2]).handler;
}

function handlerFor(ids: RegExp): RequestHandler {
  const only = <T>(routes: Record<string, T>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => ids.test(id)));
  const assets = { ...build.assets, routes: only(build.assets.routes) };
  return createRequestHandler({ ...build, routes: only(build.routes), assets }, process.env.NODE_ENV);
}
