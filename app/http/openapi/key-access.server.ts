/** Decides which API key each call needs. A key opens only calls in the OpenAPI document. */
import { matchRoutes } from "@remix-run/react";
import type { RequiredScope } from "~/models/base/accounts/api-keys.server";
import { allOperations, operationAt, SUBJECTS } from "./operation.server";

/** Returns the scope that an operation such as "PUT /api/experts/{slug}" needs. No key opens calls that only admins may make. */
export function keyNeedOf(operation: string): RequiredScope {
  const { access, key, subject } = operationAt(operation) ?? {};
  const isRead = operation.startsWith("GET ");
  if (key === "any" || (access === "public" && isRead)) return "any";
  const scope = subject && SUBJECTS[subject];
  if (!access || access === "admin" || !scope) return "none";
  return `${scope}:${isRead ? "read" : "write"}`;
}

/** Returns the scope that a request needs. */
export function keyNeedOfCall(method: string, pathname: string): RequiredScope {
  routes ??= routesOf();
  const path = matchRoutes(routes, pathname)?.at(-1)?.route.id ?? "";
  return keyNeedOf(`${method === "HEAD" ? "GET" : method} ${path}`);
}

let routes: ReturnType<typeof routesOf> | undefined;

/** Returns the paths in the notation of the router, which writes parameters with colons. */
function routesOf() {
  const paths = new Set(allOperations().map(([key]) => key.split(" ")[1] ?? ""));
  return Array.from(paths, (path) => ({ path: path.replace(/\{(\w+)\}/g, ":$1"), id: path }));
}
