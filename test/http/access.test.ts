/**
 * Checks who may open every admin route. The list of routes comes from the files in app/routes, so a new route is checked without a change
 * here (reliability.md 27).
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ADMIN_PAGES } from "../../app/models/whole/parts.server";
import { signUp } from "../support/accounts";
import { signUpAdmin, signUpEditor } from "../support/admin";
import { OPERATIONS } from "../support/operations";
import { parsePage } from "../support/parse-page";
import { form, get } from "../support/requests";
import { type Site, startSite } from "../support/site";

/** Matches the pages and calls of editors and admins, and the calls that spend money at a provider or show unpublished work. */
const STAFF = /^(admin|api\.(admin|ai|openai|research|library))([._]|$)/;

/**
 * Returns whether only admins may send a method to a route: a call declares its access, which contract.txt shows, and a page calls
 * only `requireAdmin`. Functions of models take an `Admin`, so the compiler notices a page that calls a weaker guard.
 */
function isForAdmins({ id, isCall }: Pick<Route, "id" | "isCall">, method: string): boolean {
  if (isCall)
    return OPERATIONS.some(([key, { access }]) => key === `${method} ${templateOf(id)}` && access === "admin");
  const source = sourceOf(id);
  const start = source.indexOf(`export async function ${method === "GET" ? "loader" : "action"}(`);
  if (start < 0) return false;
  const guards = source.slice(start, source.indexOf("\n}\n", start)).match(/\brequire\w*(Admin|Editor|User)\b/g) ?? [];
  return guards.length > 0 && guards.every((guard) => guard.endsWith("Admin"));
}

/** Returns the path of a call's route as the description writes it, such as /api/admin/users/{id}. */
function templateOf(id: string): string {
  const segments = id.split(".").filter((segment) => segment !== "_index");
  return `/${segments
    .map((name) =>
      name
        .replace(/_$/, "")
        .replace(/[[\]]/g, "")
        .replace(/^\$(.*)/, "{$1}"),
    )
    .join("/")}`;
}

function sourceOf(id: string): string {
  const file = [`${id}.tsx`, `${id}.ts`, `${id}/route.tsx`].find((name) => existsSync(`app/routes/${name}`));
  return file ? readFileSync(`app/routes/${file}`, "utf8") : "";
}

const BOUNDARY_HINT =
  "the typed text or the link to sign in is missing. A page of the site exports FormErrorBoundary of components/forms/signed-out; an admin page has no ErrorBoundary of its own";
const GUARD_HINT =
  "Each loader and action calls requireEditor or requireAdmin within page(), listPage(), form() or pressed(). Status 500 mostly means that it calls the guard before them. Status 404 of a new route means that the build is old";

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
  const refusals = Object.values(answers).filter((answer) => answer === status);
  const acceptedMethods = Object.entries(answers).filter(([, answer]) => answer !== status && answer !== 405);
  return refusals.length ? Object.fromEntries(acceptedMethods) : answers;
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
    expect(await findViolations(check), GUARD_HINT).toEqual({});
  });

  test("RO01 let editors in, except routes and forms for admins, which answer 403", async () => {
    const check = async (route: Route): Promise<Record<string, Record<string, number>>> => {
      const isPageForAdmins = isForAdmins(route, "GET");
      const isFormForAdmins = !route.isCall && isForAdmins(route, "POST");
      const documents = isPageForAdmins || isFormForAdmins;
      const answers = Object.entries(await tryAllMethods(route, editor, { documents }));
      const [refusedAnswers, allowedAnswers] = [true, false].map((isRefused) =>
        Object.fromEntries(answers.filter(([method]) => isForAdmins(route, method.split(" ")[0] ?? "") === isRefused)),
      ) as [Record<string, number>, Record<string, number>];
      const open = Object.keys(refusedAnswers).length > 0 ? methodsWithoutStatus(refusedAnswers, 403) : {};
      return { open, shut: refusedMethods(allowedAnswers) };
    };
    expect(await findViolations(check), GUARD_HINT).toEqual({});
  });

  test("RO01 hide the admin pages from editors that refuse them, and only these", () => {
    const faults = ADMIN_PAGES.flatMap(({ to, isForAdmins: isHidden = false }) => {
      const page = routes.find(({ id, path, isCall }) => !isCall && path === to && id !== "admin");
      if (page && isForAdmins(page, "GET") !== isHidden)
        return `${to}: its entry under adminPages has isForAdmins if its loader calls requireAdmin, and only then`;
      if (!isHidden) return [];
      const routesBelow = staffRoutes.filter(({ path }) => path.replace(/^\/api/, "").startsWith(`${to}/`));
      return routesBelow
        .filter((route) => !["GET", "POST", "PUT", "PATCH", "DELETE"].some((method) => isForAdmins(route, method)))
        .map(({ id }) => `${id} lies below ${to}, which is for admins: it demands an admin too`);
    });
    expect(faults).toEqual([]);
    const pages = staffRoutes.filter(({ isCall }) => !isCall);
    expect(pages.filter((page) => isForAdmins(page, "GET")).length).toBeGreaterThan(15);
    expect(pages.filter((page) => !isForAdmins(page, "GET") && isForAdmins(page, "POST")).length).toBeGreaterThan(2);
  });

  test("RO01 let admins in where editors are refused; headers.txt has the statuses of all routes", async () => {
    const check = async (route: Route): Promise<Record<string, Record<string, number>>> => {
      if (!["GET", "POST", "PUT", "PATCH", "DELETE"].some((method) => isForAdmins(route, method))) return {};
      return { shut: refusedMethods(await tryAllMethods(route, admin, { documents: false })) };
    };
    expect(await findViolations(check), GUARD_HINT).toEqual({});
  });

  test("EM06 each form whose session has ended, with its cookie or without, offers to sign in and gives back what was typed", async () => {
    const signedOut = await signUpAdmin(site);
    await form(site, "/logout", {}, { headers: signedOut.headers });
    const failures: [string, string][] = [];
    let formCount = 0;
    for (const { id, path, search, isCall } of [...staffRoutes, ...(await pagesForAccounts())])
      for (const [cookie, headers] of Object.entries({
        "an ended session": signedOut.headers,
        "without a cookie": {},
      })) {
        const typedFields = { id: "something", intent: "", text: "typed <text>" };
        const submit = (target: string, accept: string) =>
          form(site, target + search, typedFields, { headers: { ...headers, Accept: accept } });
        const page = isCall ? null : await submit(path, "text/html");
        if (!page || page.status === 405) continue;
        formCount++;
        const document = parsePage(await page.text());
        const input = document.querySelector<HTMLInputElement>('main form[method="post"] input[name="text"]');
        const signIn = document.querySelector('main a[target="_blank"][href^="/login"]');
        if (page.status !== 401)
          failures.push([
            id,
            `${cookie}: status ${page.status} in place of 401. The action calls its guard first, within form()`,
          ]);
        else if (input?.value !== typedFields.text || !signIn) failures.push([id, `${cookie}: ${BOUNDARY_HINT}`]);
        // With scripts the form stays, and the answer says that the session has ended.
        const answer = FILE_ROUTE.test(path) ? null : await submit(`${path}.data`, "*/*");
        if (answer && !/signedOut",true/.test(await answer.text()))
          failures.push([id, `${cookie}, with scripts: the answer lacks signedOut, which form() gives`]);
      }
    expect(formCount).toBeGreaterThan(80);
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
