/**
 * Power asks again (reliability.md 39): every write with a stale session, and every call with every scope of a key. The
 * lists are made from the build's routes and from the description of the calls.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { KEY_SCOPES } from "~/models/base/accounts/key-scopes";
import { cookieOf, signIn } from "../support/accounts";
import { signUpAdmin, signUpEditor } from "../support/admin";
import { query } from "../support/database";
import { makeKey } from "../support/keys";
import { OPERATIONS } from "../support/operations";
import { form, get, getJson, json } from "../support/requests";
import { builtRoutes } from "../support/routes";
import { NO_MAIL_SERVER, type Site, startSite } from "../support/site";

type Headers = Record<string, string>;

let site: Site;
let fresh: Headers;
let stale: Headers;
let editor: Headers;
beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMIT: "off", TRUST_PROXY: "on", SMTP_URL: NO_MAIL_SERVER } });
  fresh = (await signUpAdmin(site)).headers;
  editor = (await signUpEditor(site)).headers;
  const old = await signUpAdmin(site);
  stale = old.headers;
  await query(site.dataDir, "UPDATE sessions SET createdAt = '2020-01-01' WHERE userId = ?", old.id);
});
afterAll(() => site?.stop());

/** What touches accounts, or outlasts a session: every write at these addresses, and what is read at the second ones. */
const POWER =
  /^\/(api\/)?admin\/(users|api-keys|webhooks|backups?|sessions|invitations|import\/x\/undo)\b|^\/account\/security\/app$|^\/api\/account\/passkeys$/;
const POWER_TO_READ = /^\/api\/(admin\/export|account\/passkeys)/;

/** Of forms with several buttons, those that have power, and those beside them that have none. */
const BUTTONS: [path: string, fields: string, hasPower: boolean][] = [
  ["/account/security", "intent=codes", true],
  ["/account/security", "intent=passkey&id=x", true],
  ["/admin/import/x", "intent=apply", true],
  ["/admin/import/x", "intent=check", false],
  ["/admin/settings", "secondFactor=on", true],
  ["/admin/settings", "founderName=Flora", false],
  ["/account", "intent=name&firstName=Ada&lastName=A", false],
];

interface Way {
  method: string;
  path: string;
  body?: string;
  type?: string;
}

const nameOf = ({ method, path, body }: Way) => `${method} ${path}${body?.includes("=") ? ` ${body}` : ""}`;

const everyWay: (Way & { hasPower: boolean })[] = builtRoutes()
  .flatMap(({ path, isIndex, isCall, hasAction }): Way[] => {
    const at = path.replace(/:\w+|\*/g, "x");
    if (!isCall) {
      const type = "application/x-www-form-urlencoded";
      return hasAction ? [{ method: "POST", path: isIndex ? `${at}?index` : at, body: "id=x", type }] : [];
    }
    const write = (method: string) => ({ method, path: at, body: "{}", type: "application/json" });
    return [{ method: "GET", path: at }, ...["POST", "PUT", "PATCH", "DELETE"].map(write)];
  })
  .filter(({ path }) => !/^\/(api\/auth\/logout|logout)/.test(path))
  .map((way) => ({
    ...way,
    hasPower: (way.method === "GET" ? POWER_TO_READ : POWER).test(way.path.split("?")[0] ?? ""),
  }))
  .concat(
    BUTTONS.map(([path, body, hasPower]) => {
      return { method: "POST", path, body, type: "application/x-www-form-urlencoded", hasPower };
    }),
  );

async function take({ method, path, body, type = "" }: Way, headers: Headers) {
  const sent = { Origin: site.url, ...(type && { "Content-Type": type }), ...headers };
  const response = await fetch(site.url + path, { method, body, headers: sent, redirect: "manual" });
  const text = response.status === 405 || response.status === 403 ? await response.text() : "";
  await response.body?.cancel().catch(() => {});
  return { status: response.status, isStale: text.includes("Your sign-in is more than ten minutes old.") };
}

describe("39 a sign-in of more than ten minutes ago", () => {
  test("opens nothing that touches accounts or outlasts the session, by form and by call, and everything else", async () => {
    const wrong: string[] = [];
    for (const { hasPower, ...way } of everyWay) {
      const { status, isStale } = await take(way, stale);
      if (isStale !== (hasPower && status !== 405)) wrong.push(`${nameOf(way)} answers ${status}`);
    }
    expect(wrong).toEqual([]);
    expect(everyWay.filter(({ hasPower }) => hasPower).length).toBeGreaterThan(20);
  });

  test("is what is missing: a fresh one opens all of it", async () => {
    const wrong: string[] = [];
    for (const { hasPower, ...way } of everyWay) {
      if (hasPower && (await take(way, fresh)).isStale) wrong.push(nameOf(way));
    }
    expect(wrong).toEqual([]);
  });

  test("leads to where somebody confirms that it is them, in place of the forms, and keeps what was typed", async () => {
    for (const path of ["/admin/users", "/admin/webhooks", "/admin/api-keys"]) {
      const page = await (await get(site, path, { headers: stale })).text();
      expect(page, path).toContain(`href="/account/security?returnTo=${encodeURIComponent(path)}"`);
    }
    const typed = "intent=invite&firstName=Typed&lastName=Name&email=typed%40mail.example";
    const type = "application/x-www-form-urlencoded";
    const headers = { Origin: site.url, "Content-Type": type, ...stale };
    const refused = await fetch(`${site.url}/admin/users?index`, { method: "POST", body: typed, headers });
    const text = await refused.text();
    expect([refused.status, text.includes('value="typed@mail.example"')]).toEqual([403, true]);
    expect(text).toContain("Confirm that it is you in a new tab");
    const call = await json(site, "PATCH", "/api/admin/users/x", { role: "admin" }, { headers: stale });
    expect([call.status, call.body.code]).toEqual([403, "recent_sign_in_required"]);
    const link = await get(site, "/api/admin/export-database", { headers: { ...stale, Accept: "text/html" } });
    expect([link.status, link.headers.get("Location")]).toEqual([
      302,
      "/account/security?returnTo=%2Fapi%2Fadmin%2Fexport-database",
    ]);
  });
});

describe("39 several sessions of one account", () => {
  const signedIn = async (person: { email: string; password: string }): Promise<Headers> => ({
    Cookie: (await signIn(site, person)).cookie,
  });
  const ageOf = (id: string) =>
    query(site.dataDir, "UPDATE sessions SET createdAt = '2020-01-01' WHERE userId = ?", id);
  const hasPower = async (headers: Headers) => {
    const { status } = await json(site, "PATCH", "/api/admin/users/x", { role: "admin" }, { headers });
    return status === 404 ? true : status === 403 ? false : status;
  };
  const confirm = async (password: string, headers: Headers) => {
    const answer = await form(site, "/account/security", { intent: "confirm", password }, { headers });
    return { Cookie: cookieOf(answer.headers) };
  };

  test("to confirm it in one makes no other fresh, however many ask at once", async () => {
    const person = await signUpAdmin(site);
    const [first, other] = [await signedIn(person), await signedIn(person)];
    await ageOf(person.id);
    expect([await hasPower(first), await hasPower(other)]).toEqual([false, false]);
    const confirming = Promise.all([confirm("not the password", first), confirm(person.password, first)]);
    const meanwhile = await Promise.all(Array.from({ length: 20 }, () => hasPower(other)));
    const [, anew] = await confirming;
    expect(meanwhile).toEqual(Array(20).fill(false));
    expect([await hasPower(anew), await hasPower(other), await hasPower(person.headers)]).toEqual([true, false, false]);
    // The confirmed session has a new id: the cookie of before opens nothing.
    expect(await hasPower(first)).toBe(401);
  });

  test("a new sign-in makes no other fresh, and the end of one takes its power along at once", async () => {
    const person = await signUpAdmin(site);
    await ageOf(person.id);
    const fresh = await signedIn(person);
    expect([await hasPower(fresh), await hasPower(person.headers)]).toEqual([true, false]);
    // Anybody of them may end the others; what they do at the same moment is done before it or not at all.
    const [ended, ...meanwhile] = await Promise.all([
      form(site, "/account/sessions", {}, person),
      ...Array.from({ length: 20 }, () => hasPower(fresh)),
    ]);
    expect(ended.status).toBe(303);
    for (const result of meanwhile) expect([true, 401]).toContain(result);
    expect([await hasPower(fresh), await hasPower(person.headers)]).toEqual([401, false]);
  });

  test("a change of the password in one ends the others and leaves that one, with a new id", async () => {
    const person = await signUpAdmin(site);
    const other = await signedIn(person);
    const key = await makeKey(site, other, ["all"]);
    const change = { intent: "password", currentPassword: person.password, password: "amber saddle 58 comet" };
    const changed = await form(site, "/account", { ...change, endKeys: "on" }, person);
    const anew = { Cookie: cookieOf(changed.headers) };
    expect([await hasPower(anew), await hasPower(other), await hasPower(person.headers)]).toEqual([true, 401, 401]);
    expect((await getJson(site, "/api/auth/user", key)).status).toBe(401);
  });

  test("a role that is taken away ends all of them and the keys that any of them made", async () => {
    const person = await signUpAdmin(site);
    const other = await signedIn(person);
    const keys = [await makeKey(site, person.headers, ["all"]), await makeKey(site, other, ["profiles:write"])];
    const taken = await json(site, "PATCH", `/api/admin/users/${person.id}`, { role: "user" }, { headers: fresh });
    expect(taken.status).toBe(200);
    expect([await hasPower(other), await hasPower(person.headers)]).toEqual([401, 401]);
    for (const key of keys) expect((await getJson(site, "/api/auth/user", key)).status).toBe(401);
  });
});

/** Returns the subject whose scope a call needs, by its address; null where no key helps. */
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

/** What is not for everybody, and what a key could write. */
const operations = OPERATIONS.map(([key, { access }]) => {
  const [method = "", path = ""] = key.split(" ");
  return { key, method, access, path: path.replace(/\{\w+\}/g, "x"), subject: subjectOf(path) };
}).filter(({ access, subject, method }) => access !== "public" || (subject && method !== "GET"));

const asked = (
  { method, path }: { method: string; path: string },
  headers: Headers,
  redirect: RequestRedirect = "manual",
) => {
  const sent = method === "GET" ? {} : { body: "{}", headers: { "Content-Type": "application/json" } };
  return fetch(site.url + path, { method, ...sent, headers: { ...sent.headers, ...headers }, redirect });
};

/** Asked one after the other: the answer's status, and whether the key was what it lacked. */
async function knock(way: { method: string; path: string }, headers: Headers, redirect?: RequestRedirect) {
  const response = await asked(way, headers, redirect);
  const isScope = response.status === 403 && (await response.clone().json()).code === "insufficient_scope";
  await response.body?.cancel().catch(() => {});
  return { status: response.status, isScope };
}

describe("39 an API key", () => {
  test("opens the calls of its scopes and no other, and none about accounts, webhooks and exports", async () => {
    const wrong: string[] = [];
    for (const scope of KEY_SCOPES) {
      const { headers } = await makeKey(site, fresh, [scope]);
      for (const { key, method, path, subject } of operations) {
        const may =
          key === "GET /api/auth/user" ||
          (subject !== null &&
            (scope === "all" || scope === `${subject}:write` || (method === "GET" && scope === `${subject}:read`)));
        const { status, isScope } = await knock({ method, path }, headers);
        if (isScope === may || status === 401) wrong.push(`${scope}: ${key} answers ${status}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(operations.filter(({ access }) => access === "admin").map(({ subject }) => subject)).toEqual(
      operations.filter(({ access }) => access === "admin").map(() => null),
    );
  });

  test("of an editor opens what editors may do, and of nobody more than its owner", async () => {
    const { headers } = await makeKey(site, editor, ["all"]);
    const wrong: string[] = [];
    for (const { key, method, path, access, subject } of operations) {
      const { status } = await knock({ method, path }, headers);
      const may = key === "GET /api/auth/user" || (subject !== null && access !== "admin");
      if ([401, 403].includes(status) === may) wrong.push(`${key} answers ${status}`);
    }
    expect(wrong).toEqual([]);
  });

  test("opens nothing more in other spellings of an address, nor beside the cookie of its owner", async () => {
    const { headers } = await makeKey(site, fresh, ["library:read"]);
    const wrong: string[] = [];
    for (const { key, method, path, subject } of operations) {
      if ((subject === "library" && method === "GET") || key === "GET /api/auth/user") continue;
      const last = path.lastIndexOf("/") + 1;
      const encoded = `%${path.charCodeAt(last).toString(16)}`;
      for (const spelling of [
        path.toUpperCase().replace("/API/", "/api/"),
        `${path.slice(0, last)}${encoded}${path.slice(last + 1)}`,
        `${path}/?a=1`,
        `/api/library/content/../..${path.slice(4)}`,
      ]) {
        const { status } = await knock({ method, path: spelling }, headers, "follow");
        if (![401, 403, 404, 405].includes(status)) wrong.push(`${method} ${spelling} answers ${status}`);
      }
      const both = await knock({ method, path }, { ...headers, ...fresh });
      if (!both.isScope) wrong.push(`${key} beside a cookie answers ${both.status}`);
    }
    expect(wrong).toEqual([]);
  });
});
