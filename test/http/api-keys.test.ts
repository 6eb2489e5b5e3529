/** Tests API keys, with which programs make calls. */

import { join } from "node:path";
import SQLite from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { cookieOf, PASSWORD, solveCaptcha } from "../support/accounts";
import { signUpAdmin, signUpEditor } from "../support/admin";
import { createKey, KEYS_PATH } from "../support/keys";
import { parsePage } from "../support/parse-page";
import { form, get, getJson, json } from "../support/requests";
import { sql } from "../support/second-factors";
import { NO_MAIL_SERVER, type Site, startSite } from "../support/site";

type Headers = Record<string, string>;

let site: Site;
let admin: Headers;
let editor: Headers;
beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMIT: "off", TRUST_PROXY: "on", SMTP_URL: NO_MAIL_SERVER } });
  admin = (await signUpAdmin(site)).headers;
  editor = (await signUpEditor(site)).headers;
});
afterAll(() => site?.stop());

async function documentOf(response: Response): Promise<Document> {
  return parsePage(await response.text());
}

/** Returns the address of the page that asks before a key is revoked, or "" without such a key. */
async function revokePageOf(headers: Headers, name: string): Promise<string> {
  const document = await documentOf(await get(site, KEYS_PATH, { headers }));
  return document.querySelector(`a[aria-label="Revoke ${name}"]`)?.getAttribute("href") ?? "";
}

describe("an API key", () => {
  test("is shown once, and only its hash is stored", async () => {
    const { key } = await createKey(site, admin, ["profiles:read"], { name: "shown once" });
    expect(await (await get(site, KEYS_PATH, { headers: admin })).text()).not.toContain(key);
    const db = new SQLite(join(site.dataDir, "longevity.db"), { readonly: true });
    const rows = JSON.stringify(db.prepare("SELECT * FROM apiKeys").all());
    db.close();
    expect(rows).toContain("shown once");
    expect(rows).not.toContain(key);
  });

  test("is refused without a name, a scope or an end, and keeps what was chosen", async () => {
    for (const [fields, field] of [
      [{ name: "", all: "on", days: "365" }, "name"],
      [{ name: "for nothing", profiles: "", days: "365" }, "scopes"],
      [{ name: "for more", profiles: "delete", days: "365" }, "scopes"],
      [{ name: "for ever", articles: "write", days: "36500" }, "days"],
      [{ name: "for now", articles: "write" }, "days"],
    ] as const) {
      const response = await form(site, KEYS_PATH, fields as Record<string, string>, { headers: admin });
      const document = await documentOf(response);
      expect([response.status, document.querySelector(`#${field}-error`)?.textContent], field).toEqual([
        400,
        expect.stringMatching(/^Please/),
      ]);
      const value = (id: string) => document.querySelector<HTMLSelectElement>(`#${id}`)?.value;
      expect(value("name")).toBe(fields.name);
      if ("articles" in fields) expect(value("articles")).toBe(fields.articles);
      if (fields.name === "") expect(document.querySelector<HTMLInputElement>("[name=all]")?.checked).toBe(true);
    }
    const document = await documentOf(await get(site, KEYS_PATH, { headers: admin }));
    const defaults = ["profiles", "submissions", "articles", "library", "days"].map(
      (id) => document.querySelector<HTMLSelectElement>(`#${id}`)?.value,
    );
    expect(defaults).toEqual(["read", "", "", "", "90"]);
  });

  test("expires on its day, as the list and a clear 401 say", async () => {
    const { headers } = await createKey(site, admin, ["profiles:read"], { name: "short-lived", days: "30" });
    const ask = () => getJson(site, "/api/auth/user", { headers });
    expect((await ask()).status).toBe(200);
    const [row] = sql<{ createdAt: string; expiresAt: string }>(
      site,
      "SELECT * FROM apiKeys WHERE name = 'short-lived'",
    );
    expect(Date.parse(row?.expiresAt ?? "") - Date.parse(row?.createdAt ?? "")).toBe(30 * 24 * 60 * 60_000);
    sql(site, "UPDATE apiKeys SET expiresAt = '2026-03-01T12:00:00.000Z' WHERE name = 'short-lived'");
    const { status, body } = await ask();
    expect([status, body.code]).toEqual([401, "key_expired"]);
    expect(body.message).toBe("This key ended on 1 March 2026 at 12:00 UTC. Make a new one at /admin/api-keys.");
    const list = await documentOf(await get(site, KEYS_PATH, { headers: admin }));
    const keyRow = Array.from(list.querySelectorAll("tbody tr")).find(({ textContent }) =>
      textContent?.includes("short-lived"),
    );
    expect(keyRow?.querySelector("td[data-label=Ends]")?.textContent).toContain("Ended");
  });

  test("has a limit of calls in five minutes, which other keys do not share", async () => {
    const limitedSite = await startSite();
    onTestFinished(() => limitedSite.stop());
    const owner = (await signUpAdmin(limitedSite)).headers;
    const [key, otherKey] = [
      await createKey(limitedSite, owner, ["profiles:read"]),
      await createKey(limitedSite, owner, ["profiles:read"]),
    ];
    const ask = ({ headers }: { headers: Headers }) => getJson(limitedSite, "/api/auth/user", { headers });
    expect((await ask(key)).status).toBe(200);
    // A large body costs two points: before it is read, and in the call.
    const largeBody = { name: "x".repeat(300_000) };
    expect((await json(limitedSite, "POST", "/api/admin/experts", largeBody, { headers: key.headers })).status).toBe(
      403,
    );
    const limitsDatabase = new SQLite(join(limitedSite.dataDir, "limits.db"), { timeout: 10_000 });
    expect(limitsDatabase.prepare("SELECT points FROM limits WHERE key LIKE 'apiKey:%'").pluck().all()).toEqual([2]);
    limitsDatabase.prepare("UPDATE limits SET points = 1499 WHERE key LIKE 'apiKey:%'").run();
    limitsDatabase.close();
    expect((await ask(key)).status).toBe(200);
    const { status, headers, body } = await ask(key);
    expect([status, body.message]).toEqual([429, expect.stringContaining("Too many calls with this key.")]);
    expect(Number(headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(Number(headers.get("Retry-After"))).toBeLessThanOrEqual(300);
    expect((await ask(otherKey)).status).toBe(200);
  });

  test("names the missing scope in an error, and its scopes in the list", async () => {
    const { headers } = await createKey(site, admin, ["profiles:read", "library:write"], { name: "reads a little" });
    expect((await getJson(site, "/api/library/projects", { headers })).status).toBe(200);
    const { status, body } = await json(site, "POST", "/api/admin/experts", { name: "Nobody" }, { headers });
    expect([status, body]).toEqual([
      403,
      { code: "insufficient_scope", message: "This key may not do this: it lacks profiles:write." },
    ]);
    const users = await getJson(site, "/api/admin/users", { headers });
    expect([users.status, users.body.message]).toEqual([
      403,
      expect.stringContaining("API keys cannot make this call"),
    ]);
    const list = await documentOf(await get(site, KEYS_PATH, { headers: admin }));
    expect(list.body.textContent).toContain("Profiles: read. Library: read and write");
    const paths = (await getJson(site, "/api/openapi.json")).body.paths;
    expect(paths["/api/experts/{slug}"].put.security).toEqual([{ apiKey: ["profiles:write"] }, { session: [] }]);
    expect(paths["/api/admin/users"].get.security).toEqual([{ session: [] }]);
  });

  test("writes without cookies, and its answers are never cached", async () => {
    const { headers } = await createKey(site, editor, ["profiles:write"]);
    const body = JSON.stringify({ name: "Katja Keyed" });
    const request = { method: "POST", body, headers: { ...headers, "Content-Type": "application/json" } };
    const response = await fetch(`${site.url}/api/admin/experts`, request);
    expect([response.status, (await response.json()).slug]).toEqual([201, "katja-keyed"]);
    expect(response.headers.get("Cache-Control")).toBe("private, no-store");
    const foreignRequest = { ...request, headers: { ...request.headers, Origin: "https://elsewhere.example" } };
    expect((await fetch(`${site.url}/api/admin/experts`, foreignRequest)).status).toBe(403);
  });

  test("opens calls only, no pages", async () => {
    const { headers } = await createKey(site, admin, ["all"]);
    expect((await get(site, "/admin", { headers })).status).toBe(401);
    expect((await get(site, "/account", { headers })).status).toBe(302);
    // A browser proves a claim with these reads, which a key may not.
    for (const path of ["/api/auth/orcid?profile=nobody", "/api/auth/orcid/callback"]) {
      const { status, headers: answer } = await get(site, path, { headers });
      expect([status, answer.get("Location")], path).toEqual([302, expect.stringMatching(/^\/login\?/)]);
    }
  });

  test("ends when its owner or an admin revokes it", async () => {
    const { headers } = await createKey(site, editor, ["all"], { name: "to be revoked" });
    const adminKey = await createKey(site, admin, ["all"], { name: "of the admin" });
    const ask = (key: Headers) => getJson(site, "/api/auth/user", { headers: key });
    expect((await ask(headers)).status).toBe(200);
    const adminRevokePage = await revokePageOf(admin, "of the admin");
    const foreignRevocation = await form(site, adminRevokePage, {}, { headers: editor });
    expect([foreignRevocation.status, (await ask(adminKey.headers)).status]).toEqual([404, 200]);
    expect((await get(site, adminRevokePage, { headers: editor })).status).toBe(404);
    const revokePage = await revokePageOf(admin, "to be revoked");
    expect(await (await get(site, revokePage, { headers: admin })).text()).toContain(
      "Programs that use this key will get the status 401",
    );
    expect((await ask(headers)).status).toBe(200);
    await form(site, revokePage, {}, { headers: admin });
    expect((await ask(headers)).status).toBe(401);
    expect((await ask({ Authorization: "Bearer llk_nothing" })).status).toBe(401);
  });

  test("follows the role and status of its owner, and shows when it was last used", async () => {
    const person = await signUpEditor(site);
    const { headers } = await createKey(site, person.headers, ["all"], { name: "follows" });
    const readStatus = async () => (await getJson(site, "/api/admin/requests", { headers })).status;
    expect(await readStatus()).toBe(200);
    const document = await documentOf(await get(site, KEYS_PATH, { headers: person.headers }));
    expect(document.querySelector("td[data-label='Last used'] time")?.getAttribute("datetime")).toBe(
      new Date().toISOString().slice(0, 10),
    );
    const { body } = await getJson(site, "/api/auth/user", { headers });
    const changeUser = (to: object) => json(site, "PATCH", `/api/admin/users/${body.id}`, to, { headers: admin });
    await changeUser({ role: "admin" });
    expect(await readStatus()).toBe(200);
    await changeUser({ status: "disabled" });
    expect(await readStatus()).toBe(401);
  });

  test.each([
    [{ role: "user" }, { role: "editor" }],
    [{ status: "disabled" }, { status: "active" }],
  ])("ends with %j, and does not return with %j", async (loss, restoration) => {
    const person = await signUpEditor(site);
    const { headers } = await createKey(site, person.headers, ["all"]);
    for (const change of [loss, restoration])
      expect((await json(site, "PATCH", `/api/admin/users/${person.id}`, change, { headers: admin })).status).toBe(200);
    expect((await getJson(site, "/api/auth/user", { headers })).status).toBe(401);
  });

  test("is created within ten minutes of signing in only, and a mail reports it", async () => {
    const person = await signUpEditor(site);
    await createKey(site, person.headers, ["profiles:read"], { name: "told by mail" });
    const [mail] = sql<{ body: string }>(
      site,
      "SELECT body FROM mails WHERE recipient = ? AND kind = 'secondFactor'",
      person.email,
    );
    const data = await (await get(site, "/account/data", person)).json();
    expect(data.apiKeys).toEqual([
      {
        name: "told by mail",
        scope: "profiles:read",
        lastUsedOn: null,
        createdAt: expect.any(String),
        expiresAt: expect.any(String),
      },
    ]);
    expect(mail?.body).toContain("The API key “told by mail” was made on");
    sql(site, "UPDATE sessions SET createdAt = '2020-01-01' WHERE userId = ?", person.id);
    const refusedAnswer = await form(site, KEYS_PATH, { name: "later", all: "on", days: "30" }, person);
    expect([refusedAnswer.status, await refusedAnswer.text()]).toEqual([403, expect.stringContaining("confirm")]);
    const document = await documentOf(await get(site, KEYS_PATH, person));
    expect(document.querySelector("main a[href^='/account/security?returnTo']")?.textContent).toBe(
      "Confirm that it is you",
    );
    const revokePage = await revokePageOf(person.headers, "told by mail");
    expect((await form(site, revokePage, {}, person)).status).toBe(403);
    expect(await (await get(site, revokePage, person)).text()).toContain("Confirm that it is you");
  });

  test("ends with a password reset, and with a change of password if the owner asks for it", async () => {
    const person = await signUpEditor(site);
    const { headers } = await createKey(site, person.headers, ["all"]);
    const isValid = async () => (await getJson(site, "/api/auth/user", { headers })).status === 200;
    const passwordFields = { intent: "password", currentPassword: PASSWORD, password: "amber saddle 58 comet" };
    const account = await documentOf(await get(site, "/account", person));
    expect(account.querySelector("[name=endKeys]")?.closest("label")?.textContent).toBe("Also revoke my API key");
    let { headers: answer } = await form(site, "/account", passwordFields, person);
    expect(await isValid()).toBe(true);
    const changeBack = {
      ...passwordFields,
      currentPassword: passwordFields.password,
      password: PASSWORD,
      endKeys: "on",
    };
    ({ headers: answer } = await form(site, "/account", changeBack, { headers: { Cookie: cookieOf(answer) } }));
    expect(await isValid()).toBe(false);
    const accountAfter = await documentOf(await get(site, "/account", { headers: { Cookie: cookieOf(answer) } }));
    expect(accountAfter.querySelector("[name=endKeys]"), "there is none to end").toBeNull();

    const newKey = await createKey(site, { Cookie: cookieOf(answer) }, ["all"]);
    await json(site, "POST", "/api/auth/forgot-password", { email: person.email, ...(await solveCaptcha(site)) });
    const readMails = () =>
      sql<{ kind: string; body: string }>(site, "SELECT kind, body FROM mails WHERE recipient = ?", person.email);
    const token = /token=(\S+)/.exec(readMails().find(({ kind }) => kind === "passwordReset")?.body ?? "")?.[1];
    const resetFields = { token, password: "green lantern 83 bridge" };
    expect((await json(site, "POST", "/api/auth/reset-password", resetFields)).status).toBe(200);
    expect((await getJson(site, "/api/auth/user", newKey)).status).toBe(401);
    const keyMails = readMails().filter(
      ({ kind, body }) => kind === "passwordChanged" && body.includes("Its API keys were revoked"),
    );
    expect(keyMails).toHaveLength(2);
  });
});
