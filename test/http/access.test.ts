/**
 * Checks who may open every admin route. The list of routes comes from the files in app/routes, so a new route is checked without a change
 * here (reliability.md 27).
 */
import { readdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { RECORD_TABLES } from "../../app/models/records/shared/public-kinds";
import { ADMIN_PAGES } from "../../app/models/whole/parts.server";
import { signUp } from "../support/accounts";
import { signUpAdmin, signUpEditor } from "../support/admin";
import { OPERATIONS } from "../support/operations";
import { parsePage } from "../support/parse-page";
import { form, get } from "../support/requests";
import { type Site, startSite } from "../support/site";

/** Matches the pages and calls of editors and admins, and the calls that spend money at a provider or show unpublished work. */
const STAFF = /^(admin|api\.(admin|ai|openai|research|library))([._]|$)/;

const ADMIN_ONLY_PAGES = ADMIN_PAGES.filter(({ isForAdmins }) => isForAdmins).map(({ to }) =>
  to.replace("/admin/", ""),
);
const OTHER_ADMIN_ONLY_PAGES = ["requests/$id/remove"];
const OTHER_ADMIN_ONLY_CALLS = ["export-database", "imports"];

function isForAdmins(id: string): boolean {
  const path = id
    .replace(/^(api\.)?admin[._]*/, "")
    .replaceAll(".", "/")
    .replaceAll("_", "");
  const places = [...ADMIN_ONLY_PAGES, ...(id.startsWith("api.") ? OTHER_ADMIN_ONLY_CALLS : OTHER_ADMIN_ONLY_PAGES)];
  return /^(api\.)?admin\b/.test(id) && places.some((place) => path === place || path.startsWith(`${place}/`));
}

/** Matches pages that editors may read but whose form is for admins: it deletes for good, or sends a mail again. */
const ADMIN_ONLY_FORMS = new RegExp(`^admin\\.(_index|(${RECORD_TABLES.join("|")})_\\.trash)$`);

/** Matches routes that answer with a file, which Remix has no data address for. */
const FILE_ROUTE = /\.[a-z]+$|\/(download|preview)$/;

let site: Site;
let user: Record<string, string>;
let editor: Record<string, string>;
let admin: Record<string, string>;
beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMIT: "off", TRUST_PROXY: "on" } });
  user = (await signUp(site)).headers;
  editor = (await signUpEditor(site)).headers;
  admin = (await signUpAdmin(site)).headers;
});
afterAll(() => site?.stop());

interface Route {
  /** The file's name without its ending, which is the route's id in Remix. */
  id: string;
  path: string;
  /** The query that sends a form to an index page instead of its layout. */
  search: string;
  isCall: boolean;
}

/** Returns the public pages that send visitors to the sign-in. */
async function pagesForAccounts(): Promise<Route[]> {
  const pages = routes.filter(({ id }) => !STAFF.test(id) && /^_(site|entry)\./.test(id));
  const answers = await Promise.all(pages.map(async (page) => ({ page, answer: await get(site, page.path) })));
  const redirected = answers.filter(({ answer }) => answer.headers.get("Location")?.startsWith("/login?returnTo="));
  expect(redirected.length).toBeGreaterThan(10);
  return redirected.map(({ page }) => page);
}

const routes = readdirSync("app/routes")
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map((file) => routeOf(file.replace(/\.tsx?$/, "")));
const staffRoutes = routes.filter(({ id }) => STAFF.test(id) && id !== "admin");

/** Returns the route of a flat file name: dots become slashes, "$name" becomes a word, "_index" and a leading "_layout" disappear. */
function routeOf(id: string): Route {
  const segments = id.split(/\.(?![^[]*\])/).filter((segment) => !segment.startsWith("_"));
  const names = segments.map((segment) =>
    segment.replace(/_$/, "").replace(/[[\]]/g, "").replace(/^\$.*/, "something"),
  );
  const isCall = id.startsWith("api.");
  const search = !isCall && id.endsWith("_index") ? "?index" : "";
  return { id, path: `/${names.join("/")}`, search, isCall };
}

/**
 * Returns the status of each method that somebody tries on a route. Without `documents`, pages are only asked as scripts ask, which renders
 * none. Without `forms`, no form is sent to a page.
 */
async function tryAllMethods(
  { path, search, isCall }: Route,
  headers: Record<string, string> = {},
  { documents = true, forms = true } = {},
): Promise<Record<string, number>> {
  const type = isCall ? "application/json" : "application/x-www-form-urlencoded";
  const send = async (method: string, target: string) => {
    const body = isCall ? "{}" : "id=something";
    const requestHeaders = { Origin: site.url, "Content-Type": type, ...headers };
    return (await fetch(site.url + target, { method, headers: requestHeaders, body, redirect: "manual" })).status;
  };
  const answers: Record<string, number> = {};
  if (documents || isCall || FILE_ROUTE.test(path)) {
    answers.GET = (await get(site, path, { headers })).status;
    if (forms || isCall) answers.POST = await send("POST", path + search);
  }
  if (isCall) for (const method of ["PUT", "PATCH", "DELETE"]) answers[method] = await send(method, path);
  else if (!FILE_ROUTE.test(path)) {
    answers["GET .data"] = (await get(site, `${path}.data${search}`, { headers })).status;
    if (forms) answers["POST .data"] = await send("POST", `${path}.data${search}`);
  }
  return answers;
}

/** Returns the methods that did not answer `status`. 405 is fine too: a call lacks that method, or a page has no action. */
function methodsWithoutStatus(answers: Record<string, number>, status: number): Record<string, number> {
  const refused = Object.values(answers).filter((answer) => answer === status);
  const acceptedMethods = Object.entries(answers).filter(([, answer]) => answer !== status && answer !== 405);
  return refused.length ? Object.fromEntries(acceptedMethods) : answers;
}

/** Returns the methods that refused somebody who may use them. */
function refusedMethods(answers: Record<string, number>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(answers).filter(([, answer]) => [401, 403].includes(answer) || answer >= 500),
  );
}

async function findViolations(check: (route: Route) => Promise<Record<string, Record<string, number>>>) {
  const problems: Record<string, object> = {};
  for (const route of staffRoutes) {
    const violations = Object.entries(await check(route)).filter(([, methods]) => Object.keys(methods).length);
    if (violations.length) problems[route.id] = Object.fromEntries(violations);
  }
  return problems;
}

describe("PL04 the routes of the admin area", () => {
  test("turn away visitors with 401 and ordinary users with 403, by every method", async () => {
    const check = async (route: Route) => ({
      // The test of forms whose session has ended sends every form without a cookie.
      visitors: methodsWithoutStatus(await tryAllMethods(route, {}, { forms: FILE_ROUTE.test(route.path) }), 401),
      users: methodsWithoutStatus(await tryAllMethods(route, user, { documents: false }), 403),
    });
    expect(await findViolations(check)).toEqual({});
  });

  test("RO01 let editors in, except routes for admins, which answer 403", async () => {
    const check = async (route: Route): Promise<Record<string, Record<string, number>>> => {
      if (isForAdmins(route.id)) return { open: methodsWithoutStatus(await tryAllMethods(route, editor), 403) };
      const answers = await tryAllMethods(route, editor, { documents: ADMIN_ONLY_FORMS.test(route.id) });
      if (!ADMIN_ONLY_FORMS.test(route.id)) return { shut: refusedMethods(answers) };
      const { GET, POST, "GET .data": getData, "POST .data": postData } = answers;
      return {
        shut: refusedMethods({ GET: GET as number, getData: getData as number }),
        open: methodsWithoutStatus({ POST, postData } as never, 403),
      };
    };
    expect(await findViolations(check)).toEqual({});
  });

  test("RO01 agree about what is for admins alone, pages and calls", () => {
    const calls = OPERATIONS.filter(([, { access }]) => access === "admin").map(([key]) => key.split(" ")[1] ?? "");
    const undeclaredCalls = calls.filter((path) => !isForAdmins(path.slice(1).replaceAll("/", ".")));
    expect(
      undeclaredCalls.map(
        (path) => `${path} is for admins: a page with "isForAdmins" in a part, or BESIDE_CALLS here, says so`,
      ),
    ).toEqual([]);
    const ids = staffRoutes.map(({ id }) => id);
    const unused = [...OTHER_ADMIN_ONLY_PAGES, ...OTHER_ADMIN_ONLY_CALLS].filter(
      (place) => !ids.some((id) => isForAdmins(id) && id.replaceAll("_", "").includes(place.replaceAll("/", "."))),
    );
    expect(unused).toEqual([]);
  });

  test("RO01 let admins in where editors are refused; headers.txt has the statuses of all routes", async () => {
    const check = async (route: Route): Promise<Record<string, Record<string, number>>> => {
      if (!isForAdmins(route.id) && !ADMIN_ONLY_FORMS.test(route.id)) return {};
      return { shut: refusedMethods(await tryAllMethods(route, admin, { documents: false })) };
    };
    expect(await findViolations(check)).toEqual({});
  });

  test("EM06 each form whose session has ended, with its cookie or without, offers to sign in and gives back what was typed", async () => {
    const signedOut = await signUpAdmin(site);
    await form(site, "/logout", {}, { headers: signedOut.headers });
    const failures: [string, string][] = [];
    let forms = 0;
    for (const { id, path, search, isCall } of [...staffRoutes, ...(await pagesForAccounts())])
      for (const [cookie, headers] of Object.entries({
        "an ended session": signedOut.headers,
        "without a cookie": {},
      })) {
        const typed = { id: "something", intent: "", text: "typed <text>" };
        const submit = (target: string, accept: string) =>
          form(site, target + search, typed, { headers: { ...headers, Accept: accept } });
        const page = isCall ? null : await submit(path, "text/html");
        if (!page || page.status === 405) continue;
        forms++;
        const document = parsePage(await page.text());
        const input = document.querySelector<HTMLInputElement>('main form[method="post"] input[name="text"]');
        const signIn = document.querySelector('main a[target="_blank"][href^="/login"]');
        if (page.status !== 401 || input?.value !== typed.text || !signIn)
          failures.push([id, `${cookie}: a page of the site exports FormErrorBoundary of components/forms/signed-out`]);
        // With scripts the form stays, and the answer says that the session has ended.
        const answer = FILE_ROUTE.test(path) ? null : await submit(`${path}.data`, "*/*");
        if (answer && !/signedOut",true/.test(await answer.text())) failures.push([id, `scripts, ${cookie}`]);
      }
    expect(forms).toBeGreaterThan(80);
    expect(failures).toEqual([]);
  });

  test("the checks above find the routes, and notice an open endpoint", async () => {
    for (const id of ["admin._index", "admin.users", "api.admin.users.$id", "api.openai.models", "admin_.other"]) {
      expect(STAFF.test(id), id).toBe(true);
    }
    expect(routes.length).toBeGreaterThan(10);
    expect(routeOf("api.admin.users.$id").path).toBe("/api/admin/users/something");
    expect(routeOf("admin._index").path).toBe("/admin");
    const publicCall = await tryAllMethods(routeOf("api.experts._index"));
    expect(methodsWithoutStatus(publicCall, 401)).toMatchObject({ GET: 200 });
    const publicPage = await tryAllMethods(routeOf("_site.directory._index"));
    expect(methodsWithoutStatus(publicPage, 401)).toMatchObject({ GET: 200, "GET .data": 200 });
  });
});

describe("PL04 routes for signed-in users", () => {
  test("RO01 lets in users, editors and admins", async () => {
    for (const path of ["/account", "/account/data", "/my-submissions", "/api/auth/user"]) {
      expect([302, 401], path).toContain((await get(site, path)).status);
      for (const headers of [user, editor, admin]) expect((await get(site, path, { headers })).status, path).toBe(200);
    }
  });

  test("answer 401 to visitors", async () => {
    for (const path of ["/api/auth/user", "/api/submissions"]) {
      const method = path === "/api/submissions" ? "POST" : "GET";
      const body = method === "POST" ? "{}" : undefined;
      const headers = { Origin: site.url, "Content-Type": "application/json" };
      const answer = await fetch(site.url + path, { method, headers, body });
      expect([answer.status, await answer.json()], path).toEqual([401, { message: "Unauthorized" }]);
    }
  });
});
