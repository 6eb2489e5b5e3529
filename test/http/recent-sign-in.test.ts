/**
 * Tests recent sign-ins and scopes of keys (reliability.md 39): every write with an old sign-in, and every call with its scope and with all
 * others. The lists come from the build's routes and from the API description.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { KEY_SUBJECTS } from "~/models/base/accounts/key-scopes";
import { cookieOf, signIn } from "../support/accounts";
import { signUpAdmin, signUpEditor } from "../support/admin";
import { query } from "../support/database";
import { createKey } from "../support/keys";
import { OPERATIONS } from "../support/operations";
import { form, get, getJson, json } from "../support/requests";
import { builtRoutes } from "../support/routes";
import { NO_MAIL_SERVER, type Site, startSite } from "../support/site";

type Headers = Record<string, string>;

let site: Site;
let recentHeaders: Headers;
let oldHeaders: Headers;
let editor: Headers;
beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMIT: "off", TRUST_PROXY: "on", SMTP_URL: NO_MAIL_SERVER } });
  recentHeaders = (await signUpAdmin(site)).headers;
  editor = (await signUpEditor(site)).headers;
  const oldAdmin = await signUpAdmin(site);
  oldHeaders = oldAdmin.headers;
  await query(site.dataDir, "UPDATE sessions SET createdAt = '2020-01-01' WHERE userId = ?", oldAdmin.id);
});
afterAll(() => site?.stop());

/** Matches addresses whose writes need a recent sign-in, because they concern accounts or outlast the session. */
const NEEDS_RECENT_SIGN_IN =
  /^\/(api\/)?admin\/(users|api-keys|webhooks|backups?|sessions|invitations|import\/x\/undo)\b|^\/account\/security\/app$|^\/api\/account\/passkeys$/;
const READ_NEEDS_RECENT_SIGN_IN = /^\/api\/(admin\/export|account\/passkeys)/;

/** Buttons of forms with several buttons. Some need a recent sign-in, others do not. */
const BUTTONS: [path: string, fields: string, needsRecentSignIn: boolean][] = [
  ["/account/security", "intent=codes", true],
  ["/account/security", "intent=passkey&id=x", true],
  ["/admin/import/x", "intent=apply", true],
  ["/admin/import/x", "intent=check", false],
  ["/admin/settings", "secondFactor=on", true],
  ["/admin/settings", "founderName=Flora", false],
  ["/account", "intent=name&firstName=Ada&lastName=A", false],
];

interface RouteRequest {
  method: string;
  path: string;
  body?: string;
  type?: string;
}

const nameOf = ({ method, path, body }: RouteRequest) => `${method} ${path}${body?.includes("=") ? ` ${body}` : ""}`;

const FORM_TYPE = "application/x-www-form-urlencoded";

const formRequests = builtRoutes()
  .filter(({ isCall, hasAction }) => !isCall && hasAction)
  .map(({ path, isIndex }): RouteRequest => {
    const routePath = path.replace(/:\w+|\*/g, "x");
    return { method: "POST", path: isIndex ? `${routePath}?index` : routePath, body: "id=x", type: FORM_TYPE };
  });

// openapi.test.ts compares this list with the methods that the routes answer. Everybody may read what is public.
const callRequests = OPERATIONS.filter(([key, { access }]) => !(key.startsWith("GET ") && access === "public")).map(
  ([key]): RouteRequest => {
    const [method = "", path = ""] = key.split(" ");
    const request = { method, path: path.replace(/\{\w+\}/g, "x") };
    return method === "GET" ? request : { ...request, body: "{}", type: "application/json" };
  },
);

const everyRequest: (RouteRequest & { needsRecentSignIn: boolean })[] = [...formRequests, ...callRequests]
  .filter(({ path }) => !/^\/(api\/auth\/logout|logout)/.test(path))
  .map((request) => ({
    ...request,
    needsRecentSignIn: (request.method === "GET" ? READ_NEEDS_RECENT_SIGN_IN : NEEDS_RECENT_SIGN_IN).test(
      request.path.split("?")[0] ?? "",
    ),
  }))
  .concat(
    BUTTONS.map(([path, body, needsRecentSignIn]) => {
      return { method: "POST", path, body, type: FORM_TYPE, needsRecentSignIn };
    }),
  );

async function send({ method, path, body, type = "" }: RouteRequest, headers: Headers) {
  const requestHeaders = { Origin: site.url, ...(type && { "Content-Type": type }), ...headers };
  const response = await fetch(site.url + path, { method, body, headers: requestHeaders, redirect: "manual" });
  const text = response.status === 405 || response.status === 403 ? await response.text() : "";
  await response.body?.cancel().catch(() => {});
  return { status: response.status, isStale: text.includes("Your sign-in is more than ten minutes old.") };
}

describe("reliability 39 a sign-in more than ten minutes ago", () => {
  test("may not change accounts or anything that outlasts the session, by form or call, and may do everything else", async () => {
    const problems: string[] = [];
    for (const { needsRecentSignIn, ...request } of everyRequest) {
      const { status, isStale } = await send(request, oldHeaders);
      if (isStale !== (needsRecentSignIn && status !== 405)) problems.push(`${nameOf(request)} answers ${status}`);
    }
    expect(problems).toEqual([]);
    expect(everyRequest.filter(({ needsRecentSignIn }) => needsRecentSignIn).length).toBeGreaterThan(20);
  });

  test("is the only obstacle: a recent sign-in may do all of it", async () => {
    const problems: string[] = [];
    for (const { needsRecentSignIn, ...request } of everyRequest) {
      if (needsRecentSignIn && (await send(request, recentHeaders)).isStale) problems.push(nameOf(request));
    }
    expect(problems).toEqual([]);
  });

  test("gets a link to confirm the identity in place of the forms, and keeps what was typed", async () => {
    for (const path of ["/admin/users", "/admin/webhooks", "/admin/api-keys"]) {
      const page = await (await get(site, path, { headers: oldHeaders })).text();
      const returnTo = `${path}?confirmed`;
      expect(page, path).toContain(`href="/account/security?returnTo=${encodeURIComponent(returnTo)}"`);
      // The page after the confirmation says that the button is still to be pressed, as long as that is enough.
      const sentence = "What you wanted to do is not done yet: please press its button.";
      const pages = [recentHeaders, oldHeaders].map(async (headers) => (await get(site, returnTo, { headers })).text());
      const [confirmedPage = "", outdatedPage = ""] = await Promise.all(pages);
      expect([path, confirmedPage.includes(sentence), outdatedPage.includes(sentence)]).toEqual([path, true, false]);
    }
    const typedForm = "intent=invite&firstName=Typed&lastName=Name&email=typed%40mail.example";
    const headers = { Origin: site.url, "Content-Type": FORM_TYPE, ...oldHeaders };
    const refusal = await fetch(`${site.url}/admin/users?index`, { method: "POST", body: typedForm, headers });
    const text = await refusal.text();
    expect([refusal.status, text.includes('value="typed@mail.example"')]).toEqual([403, true]);
    expect(text).toContain("Confirm that it is you in a new tab");
    const call = await json(site, "PATCH", "/api/admin/users/x", { role: "admin" }, { headers: oldHeaders });
    expect([call.status, call.body.code]).toEqual([403, "recent_sign_in_required"]);
    const link = await get(site, "/api/admin/export-database", { headers: { ...oldHeaders, Accept: "text/html" } });
    expect([link.status, link.headers.get("Location")]).toEqual([
      302,
      "/account/security?returnTo=%2Fapi%2Fadmin%2Fexport-database",
    ]);
  });
});

describe("reliability 39 several sessions of one account", () => {
  const signInAgain = async (person: { email: string; password: string }): Promise<Headers> => ({
    Cookie: (await signIn(site, person)).cookie,
  });
  const makeSignInOld = (id: string) =>
    query(site.dataDir, "UPDATE sessions SET createdAt = '2020-01-01' WHERE userId = ?", id);
  const hasRecentSignIn = async (headers: Headers) => {
    const { status } = await json(site, "PATCH", "/api/admin/users/x", { role: "admin" }, { headers });
    return status === 404 ? true : status === 403 ? false : status;
  };
  const confirm = async (password: string, headers: Headers) => {
    const answer = await form(site, "/account/security", { intent: "confirm", password }, { headers });
    return { Cookie: cookieOf(answer.headers) };
  };

  test("confirming the identity in one session does not renew the others, also simultaneously", async () => {
    const person = await signUpAdmin(site);
    const [firstSession, otherSession] = [await signInAgain(person), await signInAgain(person)];
    await makeSignInOld(person.id);
    expect([await hasRecentSignIn(firstSession), await hasRecentSignIn(otherSession)]).toEqual([false, false]);
    const confirmations = Promise.all([
      confirm("not the password", firstSession),
      confirm(person.password, firstSession),
    ]);
    const otherResults = await Promise.all(Array.from({ length: 20 }, () => hasRecentSignIn(otherSession)));
    const [, renewedSession] = await confirmations;
    expect(otherResults).toEqual(Array(20).fill(false));
    expect([
      await hasRecentSignIn(renewedSession),
      await hasRecentSignIn(otherSession),
      await hasRecentSignIn(person.headers),
    ]).toEqual([true, false, false]);
    // The confirmed session has a new id, so the former cookie opens nothing.
    expect(await hasRecentSignIn(firstSession)).toBe(401);
  });

  test("a new sign-in renews no other session, and a session that ends loses its rights at once", async () => {
    const person = await signUpAdmin(site);
    await makeSignInOld(person.id);
    const recentSession = await signInAgain(person);
    expect([await hasRecentSignIn(recentSession), await hasRecentSignIn(person.headers)]).toEqual([true, false]);
    // Each session may end the others. A simultaneous request of theirs happens before that or not at all.
    const [endAnswer, ...otherResults] = await Promise.all([
      form(site, "/account/sessions", {}, person),
      ...Array.from({ length: 20 }, () => hasRecentSignIn(recentSession)),
    ]);
    expect(endAnswer.status).toBe(303);
    for (const result of otherResults) expect([true, 401]).toContain(result);
    expect([await hasRecentSignIn(recentSession), await hasRecentSignIn(person.headers)]).toEqual([401, false]);
  });

  test("a change of the password in one ends the others and gives that one a new id", async () => {
    const person = await signUpAdmin(site);
    const otherSession = await signInAgain(person);
    const key = await createKey(site, otherSession, ["all"]);
    const change = { intent: "password", currentPassword: person.password, password: "amber saddle 58 comet" };
    const changeAnswer = await form(site, "/account", { ...change, endKeys: "on" }, person);
    const renewedSession = { Cookie: cookieOf(changeAnswer.headers) };
    expect([
      await hasRecentSignIn(renewedSession),
      await hasRecentSignIn(otherSession),
      await hasRecentSignIn(person.headers),
    ]).toEqual([true, 401, 401]);
    expect((await getJson(site, "/api/auth/user", key)).status).toBe(401);
  });

  test("losing a role ends all sessions and the keys that any of them made", async () => {
    const person = await signUpAdmin(site);
    const otherSession = await signInAgain(person);
    const keys = [
      await createKey(site, person.headers, ["all"]),
      await createKey(site, otherSession, ["profiles:write"]),
    ];
    const demotion = await json(
      site,
      "PATCH",
      `/api/admin/users/${person.id}`,
      { role: "user" },
      { headers: recentHeaders },
    );
    expect(demotion.status).toBe(200);
    expect([await hasRecentSignIn(otherSession), await hasRecentSignIn(person.headers)]).toEqual([401, 401]);
    for (const key of keys) expect((await getJson(site, "/api/auth/user", key)).status).toBe(401);
  });
});

/** Returns the subject whose scope a call needs, or null where no key helps. */
function subjectOf(path: string): string | null {
  const subjects: [string, RegExp][] = [
    [
      "profiles",
      /^\/api\/(experts|research|openai|ai|admin\/(experts|featured|suggestions|generations|topics|sources|portraits|identifiers))\b/,
    ],
    ["submissions", /^\/api\/(submissions|drafts|admin\/(submissions|requests|missing))\b/],
    ["articles", /^\/api\/admin\/(articles|generate-|publish-article|promotions)/],
    ["library", /^\/api\/(library|admin\/images)\b/],
  ];
  return subjects.find(([, pattern]) => pattern.test(path))?.[0] ?? null;
}

/** Lists the calls that are not public, and those that a key could write. */
const operations = OPERATIONS.map(([key, { access }]) => {
  const [method = "", path = ""] = key.split(" ");
  return { key, method, access, path: path.replace(/\{\w+\}/g, "x"), subject: subjectOf(path) };
}).filter(({ access, subject, method }) => access !== "public" || (subject && method !== "GET"));

const sendCall = (
  { method, path }: { method: string; path: string },
  headers: Headers,
  redirect: RequestRedirect = "manual",
) => {
  const requestParts = method === "GET" ? {} : { body: "{}", headers: { "Content-Type": "application/json" } };
  return fetch(site.url + path, {
    method,
    ...requestParts,
    headers: { ...requestParts.headers, ...headers },
    redirect,
  });
};

/** Makes a call with a key. Returns the status, and whether a missing scope was the reason. */
async function callWithKey(request: { method: string; path: string }, headers: Headers, redirect?: RequestRedirect) {
  const response = await sendCall(request, headers, redirect);
  const isScopeMissing = response.status === 403 && (await response.clone().json()).code === "insufficient_scope";
  await response.body?.cancel().catch(() => {});
  return { status: response.status, isScope: isScopeMissing };
}

describe("reliability 39 an API key", () => {
  test("opens the calls of its scopes only, and none about accounts, webhooks and exports", async () => {
    const problems: string[] = [];
    const subjects = Object.keys(KEY_SUBJECTS);
    const keys = new Map<string, Headers>();
    const headersWith = async (scopes: string[]) => {
      const name = scopes.join();
      if (!keys.has(name)) keys.set(name, (await createKey(site, recentHeaders, scopes)).headers);
      return keys.get(name) as Headers;
    };
    for (const { key, method, path, subject } of operations) {
      const otherScopes = subjects.filter((other) => other !== subject).map((other) => `${other}:write`);
      const isForAll = key === "GET /api/auth/user";
      const scopeSets: [scopes: string[], isAllowed: boolean][] = [
        [otherScopes, isForAll],
        [["all"], isForAll || subject !== null],
      ];
      if (subject) scopeSets.push([[`${subject}:write`], true], [[`${subject}:read`], method === "GET"]);
      for (const [scopes, isAllowed] of scopeSets) {
        const { status, isScope } = await callWithKey({ method, path }, await headersWith(scopes));
        if (isScope === isAllowed || status === 401) problems.push(`${scopes}: ${key} answers ${status}`);
      }
    }
    expect(problems).toEqual([]);
    expect(keys.size).toBe(3 * subjects.length + 2);
    expect(operations.filter(({ access }) => access === "admin").map(({ subject }) => subject)).toEqual(
      operations.filter(({ access }) => access === "admin").map(() => null),
    );
  });

  test("of an editor opens what editors may do, so no key can do more than its owner", async () => {
    const { headers } = await createKey(site, editor, ["all"]);
    const problems: string[] = [];
    for (const { key, method, path, access, subject } of operations) {
      const { status } = await callWithKey({ method, path }, headers);
      const isAllowed = key === "GET /api/auth/user" || (subject !== null && access !== "admin");
      if ([401, 403].includes(status) === isAllowed) problems.push(`${key} answers ${status}`);
    }
    expect(problems).toEqual([]);
  });

  test("opens nothing more in other spellings of an address, nor beside the cookie of its owner", async () => {
    const { headers } = await createKey(site, recentHeaders, ["library:read"]);
    const problems: string[] = [];
    for (const [index, { key, method, path, subject }] of operations.entries()) {
      if ((subject === "library" && method === "GET") || key === "GET /api/auth/user") continue;
      const lastStart = path.lastIndexOf("/") + 1;
      const encodedCharacter = `%${path.charCodeAt(lastStart).toString(16)}`;
      // Spellings lead to the same handlers, which check the scope, so each call gets one of them in turn.
      const spellings = [
        path.toUpperCase().replace("/API/", "/api/"),
        `${path.slice(0, lastStart)}${encodedCharacter}${path.slice(lastStart + 1)}`,
        `${path}/?a=1`,
        `/api/library/content/../..${path.slice(4)}`,
      ];
      const spelling = spellings[index % spellings.length] as string;
      const { status } = await callWithKey({ method, path: spelling }, headers, "follow");
      if (![401, 403, 404, 405].includes(status)) problems.push(`${method} ${spelling} answers ${status}`);
      const withCookie = await callWithKey({ method, path }, { ...headers, ...recentHeaders });
      if (!withCookie.isScope) problems.push(`${key} beside a cookie answers ${withCookie.status}`);
    }
    expect(problems).toEqual([]);
  });
});
