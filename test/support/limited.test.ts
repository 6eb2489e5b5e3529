/** What visitors may send without an account is counted, or it is said why not: the list of what they may send is made from the routes. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import { expect, test } from "vitest";
import type { LimitName } from "~/models/base/rate-limits/rate-limits.server";
import { OPERATIONS } from "./operations";

const SECRET = "not: who has the link of a mail changes what is their own";
const BROWSER = "not: a cookie alone is written";

/** The limit that counts it, by the route or call. */
const LIMITED: Record<string, LimitName | `not: ${string}`> = {
  "_entry.$slug.ask": "askFrom",
  "_entry.$slug.report": "reportFrom",
  "_entry.follow": "followFrom",
  "_entry.follow_.$token": SECRET,
  "_entry.forgot-password": "linkFrom",
  "_entry.login": "triesHere",
  "_entry.login_.verify": "triesHere",
  "_entry.question_.$token": "questionReply",
  "_entry.report": "reportFrom",
  "_entry.reset-password": SECRET,
  "_entry.setup": "not: its link is printed by the server, until there is an account",
  "_entry.sign-in-link": "linkFrom",
  "_entry.still-right": SECRET,
  "_site.my-list": "not: a cookie, or a row of the own account, whose number is limited",
  "_site.submit": "draftSave",
  "follow.$token.unsubscribe": SECRET,
  "still-right.$token.unsubscribe": SECRET,
  logout: "not: it ends the own session",
  mcp: "mcp",
  preferences: BROWSER,
  "POST /api/auth/forgot-password": "linkFrom",
  "POST /api/auth/login": "triesHere",
  "POST /api/auth/logout": "not: it ends the own session",
  "POST /api/auth/passkey": "triesFrom",
  "POST /api/auth/register": "signUp",
  "POST /api/auth/reset-password": SECRET,
  "PUT /api/drafts/{id}": "draftSave",
  "POST /api/follows": "followFrom",
  "POST /api/my-list": BROWSER,
  "POST /api/questions": "askFrom",
  "POST /api/reports": "reportFrom",
};

/** Of editors, and those that answer each method alike with a problem. */
const OTHERS = /^(admin([._]|$)|api[._]|\$$)/;
const WRITES = /export async function action\b|\b(POST|PUT|PATCH|DELETE): /;
const FOR_ACCOUNTS = /\brequire(Recent)?(User|Editor|Admin)\b|\breaderOf\b/;

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

/** What visitors may send: the routes, and the calls. */
function sent(): string[] {
  const pages = ROUTES.filter(({ id, file }) => {
    const text = textOf(file);
    return !OTHERS.test(id) && WRITES.test(text) && !FOR_ACCOUNTS.test(text);
  });
  const calls = OPERATIONS.filter(([key, { access }]) => access === "public" && !key.startsWith("GET "));
  return [...pages.map(({ id }) => id), ...calls.map(([key]) => key)];
}

/** Tells whether the program of a route names a limit. */
function counts(route: string, limit: string): boolean {
  const path = route
    .split(" /")[1]
    ?.replaceAll("/", ".")
    .replaceAll(/\{(\w+)\}/g, "$$$1");
  const start = ROUTES.find(({ id }) =>
    path ? id.replaceAll("_", "").replace(/\.index$/, "") === path : id === route,
  );
  const files = [start?.file ?? ""];
  for (const file of files) {
    const text = textOf(file);
    if (text.includes(`"${limit}"`) && !file.includes("/rate-limits/")) return true;
    if (text.includes("countTry(") && limit === "triesHere") return true;
    for (const [, type, name = ""] of text.matchAll(
      /(?:^|\n)(?:import|export)\s+(type\s)?[^"';]*?\sfrom\s"([^"]+)"/g,
    )) {
      const base = name.startsWith("~/") ? join("app", name.slice(2)) : join(dirname(file), name);
      const found = [".ts", ".tsx"].map((end) => base + end).find((one) => existsSync(one));
      if (!type && found && !files.includes(found)) files.push(found);
    }
  }
  return false;
}

test("PL04 each form and call that takes something from visitors is limited, or says why not", () => {
  const all = sent();
  expect(all.length).toBeGreaterThan(25);
  const asked = all
    .filter((route) => !(route in LIMITED))
    .map((route) => `${route} takes something from visitors. Name the limit that counts it, or why none does.`);
  expect(asked).toEqual([]);
  expect(
    Object.keys(LIMITED).filter((route) => !all.includes(route)),
    "routes that there are not",
  ).toEqual([]);
  const sources = readdirSync("app", { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.|rate-limits\.server/.test(file),
  );
  const program = sources.map((file) => readFileSync(join("app", file), "utf8")).join("\n");
  const rules = readFileSync("app/models/base/rate-limits/rate-limits.server.ts", "utf8");
  const [own, names] = [rules.slice(rules.indexOf("} satisfies")), rules.matchAll(/^ {2}(\w+): \{ times:/gm)];
  const unused = Array.from(names, ([, name]) => `"${name}"`).filter((name) => !(program + own).includes(name));
  expect(unused, "limits that nothing counts").toEqual([]);
  const missing = Object.entries(LIMITED)
    .filter(([route, limit]) => !limit.startsWith("not: ") && !counts(route, limit))
    .map(([route, limit]) => `${route}: nothing of it counts "${limit}"`);
  expect(missing).toEqual([]);
});
