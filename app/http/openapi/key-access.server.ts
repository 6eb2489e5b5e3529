/** What an API key needs for each call: the one place that says so. What is not named here no key opens. */
import { matchRoutes } from "@remix-run/react";
import type { KeyNeed } from "~/models/accounts/api-keys.server";
import type { KeySubject } from "~/models/accounts/key-scopes";
import { OPERATIONS, SUBJECTS } from "./operations.server";

/** By the description's subjects: a scope covers what people would look for under its name. */
const SCOPES: Record<string, KeySubject> = {
  Experts: "profiles",
  "Editing experts": "profiles",
  AI: "profiles",
  Suggestions: "submissions",
  Review: "submissions",
  Articles: "articles",
  "Editing articles": "articles",
  Promotion: "articles",
  Images: "library",
  Library: "library",
};

const scopeOf = new Map(
  SUBJECTS.flatMap(([subject, operations]) => Object.keys(operations).map((key) => [key, SCOPES[subject]] as const)),
);

/** What a key needs for an operation, such as "PUT /api/experts/{slug}". What is for admins alone, no key may do. */
export function keyNeedOf(operation: string): KeyNeed {
  const access = OPERATIONS[operation]?.access;
  const isRead = operation.startsWith("GET ");
  if (operation === WHO_AM_I || (access === "public" && isRead)) return "any";
  const subject = scopeOf.get(operation);
  if (!access || access === "admin" || !subject) return "none";
  return `${subject}:${isRead ? "read" : "write"}`;
}

const WHO_AM_I = "GET /api/auth/user";

/** With colons, as the router knows them, which is asked so that both mean the same call. */
const ROUTES = [...new Set(Object.keys(OPERATIONS).map((key) => key.split(" ")[1] ?? ""))].map((path) => ({
  path: path.replace(/\{(\w+)\}/g, ":$1"),
  id: path,
}));

/** What a key needs for a request. */
export function keyNeedOfCall(method: string, pathname: string): KeyNeed {
  const path = matchRoutes(ROUTES, pathname)?.at(-1)?.route.id ?? "";
  return keyNeedOf(`${method === "HEAD" ? "GET" : method} ${path}`);
}
