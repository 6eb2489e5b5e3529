/**
 * Who may what, for every route of the admins at once: the list is made from the files in app/routes, so a new route is
 * part of it without anybody thinking of it (reliability.md 27).
 */
import { readdirSync } from "node:fs";
import { JSDOM } from "jsdom";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { RECORD_TABLES } from "../../app/models/records/shared/public-kinds";
import { ADMIN_PAGES } from "../../app/models/whole/parts.server";
import { signUp } from "../support/accounts";
import { signUpAdmin, signUpEditor } from "../support/admin";
import { OPERATIONS } from "../support/operations";
import { form, get } from "../support/requests";
import { type Site, startSite } from "../support/site";

/** The pages and calls of editors and admins, and the calls that spend money at a provider or show unpublished work. */
const STAFF = /^(admin|api\.(admin|ai|openai|research|library))([._]|$)/;

/** Of these, what is not for editors: the pages of which their parts say so with what is below them and their calls; and what is below pages of editors. */
const ADMINS_PAGES = ADMIN_PAGES.filter(({ isForAdmins }) => isForAdmins).map(({ to }) => to.replace("/admin/", ""));
const BESIDE_PAGES = ["requests/$id/remove"];
const BESIDE_CALLS = ["export-database", "imports"];

function isForAdmins(id: string): boolean {
  const path = id
    .replace(/^(api\.)?admin[._]*/, "")
    .replaceAll(".", "/")
    .replaceAll("_", "");
  const places = [...ADMINS_PAGES, ...(id.startsWith("api.") ? BESIDE_CALLS : BESIDE_PAGES)];
  return /^(api\.)?admin\b/.test(id) && places.some((place) => path === place || path.startsWith(`${place}/`));
}

/** Only the form on these pages is for admins: it deletes for good, or sends a mail again. */
const ADMINS_FORMS = new RegExp(`^admin\\.(_index|(${RECORD_TABLES.join("|")})_\\.trash)$`);

/** Files are no page's data. */
const FILE = /\.[a-z]+$|\/(download|preview)$/;

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
  /** The file's name without its ending, as Remix knows it. */
  id: string;
  path: string;
  /** What tells an index page from its frame when something is posted. */
  search: string;
  isCall: boolean;
}

/** The public pages that lead who is not signed in to the sign-in. */
async function forAccounts(): Promise<Route[]> {
  const pages = routes.filter(({ id }) => !STAFF.test(id) && /^_(site|entry)\./.test(id));
  const answers = await Promise.all(pages.map(async (page) => ({ page, answer: await get(site, page.path) })));
  const redirected = answers.filter(({ answer }) => answer.headers.get("Location")?.startsWith("/login?returnTo="));
  expect(redirected.length).toBeGreaterThan(10);
  return redirected.map(({ page }) => page);
}

const routes = readdirSync("app/routes")
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map((file) => routeOf(file.replace(/\.tsx?$/, "")));
const ofStaff = routes.filter(({ id }) => STAFF.test(id) && id !== "admin");

/** Flat file routes: dots are slashes, "$name" is anything, "_index" and a leading "_layout" are nothing. */
function routeOf(id: string): Route {
  const segments = id.split(/\.(?![^[]*\])/).filter((segment) => !segment.startsWith("_"));
  const names = segments.map((segment) =>
    segment.replace(/_$/, "").replace(/[[\]]/g, "").replace(/^\$.*/, "something"),
  );
  const isCall = id.startsWith("api.");
  const search = !isCall && id.endsWith("_index") ? "?index" : "";
  return { id, path: `/${names.join("/")}`, search, isCall };
}

/** Returns the answers of a route to somebody: one status for each way to knock. */
async function knock(
  { path, search, isCall }: Route,
  headers: Record<string, string> = {},
): Promise<Record<string, number>> {
  const type = isCall ? "application/json" : "application/x-www-form-urlencoded";
  const write = async (method: string, at: string) => {
    const body = isCall ? "{}" : "id=something";
    const sent = { Origin: site.url, "Content-Type": type, ...headers };
    return (await fetch(site.url + at, { method, headers: sent, body, redirect: "manual" })).status;
  };
  const answers: Record<string, number> = {
    GET: (await get(site, path, { headers })).status,
    POST: await write("POST", path + search),
  };
  if (isCall) for (const method of ["PUT", "PATCH", "DELETE"]) answers[method] = await write(method, path);
  else if (!FILE.test(path)) {
    answers["GET .data"] = (await get(site, `${path}.data${search}`, { headers })).status;
    answers["POST .data"] = await write("POST", `${path}.data${search}`);
  }
  return answers;
}

/** The ways in that did not turn somebody away with `status`. A call has no such method, a page no action: 405 is fine. */
function open(answers: Record<string, number>, status: number): Record<string, number> {
  const refused = Object.values(answers).filter((answer) => answer === status);
  const rest = Object.entries(answers).filter(([, answer]) => answer !== status && answer !== 405);
  return refused.length ? Object.fromEntries(rest) : answers;
}

/** The ways in that turned somebody away although they may come in. */
function shut(answers: Record<string, number>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(answers).filter(([, answer]) => [401, 403].includes(answer) || answer >= 500),
  );
}

async function wrongWays(check: (route: Route) => Promise<Record<string, Record<string, number>>>) {
  const problems: Record<string, object> = {};
  for (const route of ofStaff) {
    const wrong = Object.entries(await check(route)).filter(([, ways]) => Object.keys(ways).length);
    if (wrong.length) problems[route.id] = Object.fromEntries(wrong);
  }
  return problems;
}

describe("PL04 of the admin side's routes", () => {
  test("each turns away visitors with 401 and ordinary users with 403, by every method", async () => {
    const check = async (route: Route) => ({
      visitors: open(await knock(route), 401),
      users: open(await knock(route, user), 403),
    });
    expect(await wrongWays(check)).toEqual({});
  });

  test("RO01 each lets editors in but for what is for admins, which answers 403", async () => {
    const check = async (route: Route): Promise<Record<string, Record<string, number>>> => {
      const answers = await knock(route, editor);
      if (isForAdmins(route.id)) return { open: open(answers, 403) };
      if (!ADMINS_FORMS.test(route.id)) return { shut: shut(answers) };
      const { GET, POST, "GET .data": getData, "POST .data": postData } = answers;
      return {
        shut: shut({ GET: GET as number, getData: getData as number }),
        open: open({ POST, postData } as never, 403),
      };
    };
    expect(await wrongWays(check)).toEqual({});
  });

  test("RO01 what is for admins alone is so as a page and as a call", () => {
    const calls = OPERATIONS.filter(([, { access }]) => access === "admin").map(([key]) => key.split(" ")[1] ?? "");
    const others = calls.filter((path) => !isForAdmins(path.slice(1).replaceAll("/", ".")));
    expect(
      others.map((path) => `${path} is for admins: a page with "isForAdmins" in a part, or BESIDE_CALLS here, says so`),
    ).toEqual([]);
    const ids = ofStaff.map(({ id }) => id);
    const stale = [...BESIDE_PAGES, ...BESIDE_CALLS].filter(
      (place) => !ids.some((id) => isForAdmins(id) && id.replaceAll("_", "").includes(place.replaceAll("/", "."))),
    );
    expect(stale).toEqual([]);
  });

  test("RO01 each lets admins in", async () => {
    expect(await wrongWays(async (route) => ({ shut: shut(await knock(route, admin)) }))).toEqual({});
  });

  test("EM06 each form whose session is gone, with its cookie or without, offers to sign in and gives back what was typed", async () => {
    const gone = await signUpAdmin(site);
    await form(site, "/logout", {}, { headers: gone.headers });
    const lost: [string, string][] = [];
    let forms = 0;
    for (const { id, path, search, isCall } of [...ofStaff, ...(await forAccounts())])
      for (const [who, headers] of Object.entries({ ended: gone.headers, "without a cookie": {} })) {
        const typed = { id: "something", intent: "", text: "typed <text>" };
        const ask = (at: string, accept: string) =>
          form(site, at + search, typed, { headers: { ...headers, Accept: accept } });
        const page = isCall ? null : await ask(path, "text/html");
        if (!page || page.status === 405) continue;
        forms++;
        const { document } = new JSDOM(await page.text()).window;
        const input = document.querySelector<HTMLInputElement>('main form[method="post"] input[name="text"]');
        const signIn = document.querySelector('main a[target="_blank"][href^="/login"]');
        if (page.status !== 401 || input?.value !== typed.text || !signIn)
          lost.push([id, `${who}: a page of the site exports FormErrorBoundary of components/forms/signed-out`]);
        // With scripts the form stays, and is told why.
        const answer = FILE.test(path) ? null : await ask(`${path}.data`, "*/*");
        if (answer && !/signedOut",true/.test(await answer.text())) lost.push([id, `scripts, ${who}`]);
      }
    expect(forms).toBeGreaterThan(80);
    expect(lost).toEqual([]);
  });

  test("the search for them finds the files, and the requests notice an open endpoint", async () => {
    for (const id of ["admin._index", "admin.users", "api.admin.users.$id", "api.openai.models", "admin_.other"]) {
      expect(STAFF.test(id), id).toBe(true);
    }
    expect(routes.length).toBeGreaterThan(10);
    expect(routeOf("api.admin.users.$id").path).toBe("/api/admin/users/something");
    expect(routeOf("admin._index").path).toBe("/admin");
    const callForEverybody = await knock(routeOf("api.experts._index"));
    expect(open(callForEverybody, 401)).toMatchObject({ GET: 200 });
    const pageForEverybody = await knock(routeOf("_site.directory._index"));
    expect(open(pageForEverybody, 401)).toMatchObject({ GET: 200, "GET .data": 200 });
  });
});

describe("PL04 what takes a signed-in user", () => {
  test("RO01 lets in users, editors and admins", async () => {
    for (const path of ["/account", "/account/data", "/my-submissions", "/api/auth/user"]) {
      expect([302, 401], path).toContain((await get(site, path)).status);
      for (const headers of [user, editor, admin]) expect((await get(site, path, { headers })).status, path).toBe(200);
    }
  });

  test("asks for one", async () => {
    for (const path of ["/api/auth/user", "/api/submissions"]) {
      const method = path === "/api/submissions" ? "POST" : "GET";
      const body = method === "POST" ? "{}" : undefined;
      const headers = { Origin: site.url, "Content-Type": "application/json" };
      const answer = await fetch(site.url + path, { method, headers, body });
      expect([answer.status, await answer.json()], path).toEqual([401, { message: "Unauthorized" }]);
    }
  });
});
