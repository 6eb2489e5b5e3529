/** Decides which API key each call needs. A key opens described calls only. */
import { matchRoutes } from "@remix-run/react";
import type { KeyNeed } from "~/models/base/accounts/api-keys.server";
import { allOperations, operationAt, SUBJECTS } from "./operation.server";

/** Returns the scope that an operation needs, such as "PUT /api/experts/{slug}". No key opens calls for admins alone. */
export function keyNeedOf(operation: string): KeyNeed {
  const { access, key, subject } = operationAt(operation) ?? {};
  const isRead = operation.startsWith("GET ");
  if (key === "any" || (access === "public" && isRead)) return "any";
  const scope = subject && SUBJECTS[subject];
  if (!access || access === "admin" || !scope) return "none";
  return `${scope}:${isRead ? "read" : "write"}`;
}

/** Returns the scope that a request needs. */
export function keyNeedOfCall(method: string, pathname: string): KeyNeed {
  routes ??= routesOf();
  const path = matchRoutes(routes, pathname)?.at(-1)?.route.id ?? "";
  return keyNeedOf(`${method === "HEAD" ? "GET" : method} ${path}`);
}

let routes: ReturnType<typeof routesOf> | undefined;

/** Writes parameters with colons, as the router does, so that both mean the same call. */
function routesOf() {
  const paths = new Set(allOperations().map(([key]) => key.split(" ")[1] ?? ""));
  return Array.from(paths, (path) => ({ path: path.replace(/\{(\w+)\}/g, ":$1"), id: path }));
}
