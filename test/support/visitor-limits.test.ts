/** Checks that a rate limit counts everything that visitors may send without an account, or that a reason is given. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import { expect, test } from "vitest";
import type { LimitName } from "~/models/base/rate-limits/rate-limits.server";
import { OPERATIONS } from "./operations";

const BY_MAILED_LINK = "not: people with the link of a mail change only their own data";
const ONLY_A_COOKIE = "not: it only sets a cookie";

/** Maps each route or call to the limit that counts it. */
const LIMITED: Record<string, LimitName | `not: ${string}`> = {
  "_entry.$slug.ask": "askFrom",
  "_entry.$slug.report": "reportFrom",
  "_entry.follow": "followFrom",
  "_entry.follow_.$token": BY_MAILED_LINK,
  "_entry.forgot-password": "linkFrom",
  "_entry.login": "triesHere",
  "_entry.login_.verify": "triesHere",
  "_entry.question_.$token": "questionReply",
  "_entry.report": "reportFrom",
  "_entry.reset-password": BY_MAILED_LINK,
  "_entry.setup": "not: its link is printed by the server, until there is an account",
  "_entry.sign-in-link": "linkFrom",
  "_entry.still-right": BY_MAILED_LINK,
  "_site.my-list": "not: it sets a cookie, or changes rows of the person's account, whose number is limited",
  "_site.submit": "draftSave",
  "follow.$token.unsubscribe": BY_MAILED_LINK,
  "still-right.$token.unsubscribe": BY_MAILED_LINK,
  logout: "not: it only ends the person's session",
  mcp: "mcp",
  preferences: ONLY_A_COOKIE,
  "POST /api/auth/forgot-password": "linkFrom",
  "POST /api/auth/login": "triesHere",
  "POST /api/auth/logout": "not: it only ends the person's session",
  "POST /api/auth/passkey": "triesFrom",
  "POST /api/auth/register": "signUp",
  "POST /api/auth/reset-password": BY_MAILED_LINK,
  "PUT /api/drafts/{id}": "draftSave",
  "POST /api/follows": "followFrom",
  "POST /api/my-list": ONLY_A_COOKIE,
  "POST /api/questions": "askFrom",
  "POST /api/reports": "reportFrom",
};

/** Routes for editors, and routes that answer every method with the same problem. */
const OTHER_ROUTES = /^(admin([._]|$)|api[._]|\$$)/;
const WRITE_PATTERN = /export async function action\b|\b(POST|PUT|PATCH|DELETE): /;
const ACCOUNT_PATTERN = /\brequire(Recent)?(User|Editor|Admin|Reader)\b/;

const ROUTES = readdirSync("app/routes")
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map((file) => {
    const path = join("app/routes", file);
    const parts = ["route.tsx", "route.ts"].map((part) => join(path, part));
    return {
      id: file.replace(/\.tsx?$/, ""),
      file: statSync(path).isDirectory() ? parts.find((part) => existsSync(part)) : path,
    };
  });

function textOf(file = ""): string {
  return file === "" ? "" : readFileSync(file, "utf8");
}

/** Returns the routes and calls to which visitors may send something. */
function publicWrites(): string[] {
  const pages = ROUTES.filter(({ id, file }) => {
    const text = textOf(file);
    return !OTHER_ROUTES.test(id) && WRITE_PATTERN.test(text) && !ACCOUNT_PATTERN.test(text);
  });
  const calls = OPERATIONS.filter(([key, { access }]) => access === "public" && !key.startsWith("GET "));
  return [...pages.map(({ id }) => id), ...calls.map(([key]) => key)];
}

/** Returns true if the route's file, or a file that it imports, names the limit. */
function namesLimit(route: string, limit: string): boolean {
  const path = route
    .split(" /")[1]
    ?.replaceAll("/", ".")
    .replaceAll(/\{(\w+)\}/g, "$$$1");
  const routeEntry = ROUTES.find(({ id }) =>
    path ? id.replaceAll("_", "").replace(/\.index$/, "") === path : id === route,
  );
  const files = [routeEntry?.file ?? ""];
  for (const file of files) {
    const text = textOf(file);
    if (text.includes(`"${limit}"`) && !file.includes("/rate-limits/")) return true;
    if (text.includes("countAttempt(") && limit === "triesHere") return true;
    for (const [, type, specifier = ""] of text.matchAll(
      /(?:^|\n)(?:import|export)\s+(type\s)?[^"';]*?\sfrom\s"([^"]+)"/g,
    )) {
      const basePath = specifier.startsWith("~/") ? join("app", specifier.slice(2)) : join(dirname(file), specifier);
      const importedFile = [".ts", ".tsx"]
        .map((extension) => basePath + extension)
        .find((candidate) => existsSync(candidate));
      if (!type && importedFile && !files.includes(importedFile)) files.push(importedFile);
    }
  }
  return false;
}

test("PL04 each form and call for visitors has a rate limit, or a reason for having none", () => {
  const writes = publicWrites();
  expect(writes.length).toBeGreaterThan(25);
  const undecidedRoutes = writes
    .filter((route) => !(route in LIMITED))
    .map((route) => `${route} takes something from visitors. Name the limit that counts it, or why none does.`);
  expect(undecidedRoutes).toEqual([]);
  expect(
    Object.keys(LIMITED).filter((route) => !writes.includes(route)),
    "routes that do not exist",
  ).toEqual([]);
  const sources = readdirSync("app", { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.|rate-limits\.server/.test(file),
  );
  const appText = sources.map((file) => readFileSync(join("app", file), "utf8")).join("\n");
  const rules = readFileSync("app/models/base/rate-limits/rate-limits.server.ts", "utf8");
  const [calls, names] = [rules.slice(rules.indexOf("} satisfies")), rules.matchAll(/^ {2}(\w+): \{ times:/gm)];
  const unusedLimits = Array.from(names, ([, name]) => `"${name}"`).filter((name) => !(appText + calls).includes(name));
  expect(unusedLimits, "limits that nothing counts").toEqual([]);
  const uncountedRoutes = Object.entries(LIMITED)
    .filter(([route, limit]) => !limit.startsWith("not: ") && !namesLimit(route, limit))
    .map(([route, limit]) => `${route}: nothing of it counts "${limit}"`);
  expect(uncountedRoutes).toEqual([]);
});
