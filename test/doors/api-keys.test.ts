/** Keys with which programs make calls. */

import { join } from "node:path";
import SQLite from "better-sqlite3";
import { JSDOM } from "jsdom";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { OPERATIONS } from "~/http/openapi/operations.server";
import { signUpAdmin, signUpEditor } from "../support/admin";
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

const PATH = "/admin/api-keys";

async function documentOf(response: Response): Promise<Document> {
  return new JSDOM(await response.text()).window.document;
}

/** Makes a key by the form, without scripts. */
async function makeKey(headers: Headers, scope: "read" | "write", name = `for ${scope}`, at = site) {
  const response = await form(at, PATH, { name, scope }, { headers });
  expect(response.status).toBe(200);
  const key = (await documentOf(response)).querySelector("[role=status] code")?.textContent ?? "";
  expect(key).toMatch(/^llk_[\w-]{40,}$/);
  return { key, headers: { Authorization: `Bearer ${key}` } };
}

/** The page that asks before a key is revoked; "" when there is no such key. */
async function questionOf(headers: Headers, name: string): Promise<string> {
  const document = await documentOf(await get(site, PATH, { headers }));
  return document.querySelector(`a[aria-label="Revoke ${name}"]`)?.getAttribute("href") ?? "";
}

describe("an API key", () => {
  test("is shown once, and only its hash is stored", async () => {
    const { key } = await makeKey(admin, "read", "shown once");
    expect(await (await get(site, PATH, { headers: admin })).text()).not.toContain(key);
    const db = new SQLite(join(site.dataDir, "longevity.db"), { readonly: true });
    const rows = JSON.stringify(db.prepare("SELECT * FROM apiKeys").all());
    db.close();
    expect(rows).toContain("shown once");
    expect(rows).not.toContain(key);
  });

  test("is refused without a name or scope, and what was typed stays", async () => {
    const response = await form(site, PATH, { name: "", scope: "all" }, { headers: admin });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("Please enter a name.");
  });

  test("opens every call that its owner may make, and no other", async () => {
    const keys = { admin: await makeKey(admin, "write"), editor: await makeKey(editor, "write") };
    const wrong: string[] = [];
    for (const [operation, { access }] of Object.entries(OPERATIONS)) {
      const [method = "", path = ""] = operation.split(" ");
      // What opens an account needs a recent sign-in.
      if (access === "public" || path.startsWith("/api/account/")) continue;
      for (const role of ["admin", "editor"] as const) {
        const sent = method === "GET" ? {} : { body: "{}", headers: { "Content-Type": "application/json" } };
        const { status } = await fetch(site.url + path.replace(/\{\w+\}/g, "something"), {
          method,
          ...sent,
          headers: { ...sent.headers, ...keys[role].headers },
        });
        const isRefused = status === 401 || status === 403;
        if (isRefused !== (access === "admin" && role === "editor")) wrong.push(`${operation}: ${status} for ${role}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test("makes so many calls within five minutes, and no more; other keys go on", async () => {
    const limited = await startSite();
    onTestFinished(() => limited.stop());
    const owner = (await signUpAdmin(limited)).headers;
    const [key, other] = [
      await makeKey(owner, "read", "busy", limited),
      await makeKey(owner, "read", "quiet", limited),
    ];
    const ask = ({ headers }: { headers: Headers }) => getJson(limited, "/api/auth/user", { headers });
    expect((await ask(key)).status).toBe(200);
    const counts = new SQLite(join(limited.dataDir, "limits.db"), { timeout: 10_000 });
    counts.prepare("UPDATE limits SET points = 1499 WHERE key LIKE 'apiKey:%'").run();
    counts.close();
    expect((await ask(key)).status).toBe(200);
    const { status, headers, body } = await ask(key);
    expect([status, body.message]).toEqual([429, expect.stringContaining("Too many calls with this key.")]);
    expect(Number(headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(Number(headers.get("Retry-After"))).toBeLessThanOrEqual(300);
    expect((await ask(other)).status).toBe(200);
  });

  test("that only reads writes nothing", async () => {
    const { headers } = await makeKey(admin, "read");
    expect((await getJson(site, "/api/admin/users", { headers })).status).toBe(200);
    const { status, body } = await json(site, "POST", "/api/admin/experts", { name: "Nobody" }, { headers });
    expect([status, body.message]).toEqual([403, "This key may only read."]);
  });

  test("writes without cookies, and its answers are stored nowhere", async () => {
    const { headers } = await makeKey(editor, "write");
    const body = JSON.stringify({ name: "Katja Keyed" });
    const sent = { method: "POST", body, headers: { ...headers, "Content-Type": "application/json" } };
    const response = await fetch(`${site.url}/api/admin/experts`, sent);
    expect([response.status, (await response.json()).slug]).toEqual([201, "katja-keyed"]);
    expect(response.headers.get("Cache-Control")).toBe("private, no-store");
    const elsewhere = { ...sent, headers: { ...sent.headers, Origin: "https://elsewhere.example" } };
    expect((await fetch(`${site.url}/api/admin/experts`, elsewhere)).status).toBe(403);
  });

  test("opens calls only, no pages", async () => {
    const { headers } = await makeKey(admin, "write");
    expect((await get(site, "/admin", { headers })).status).toBe(401);
    expect((await get(site, "/account", { headers })).status).toBe(302);
  });

  test("ends when it is revoked, by its owner or an admin only", async () => {
    const { headers } = await makeKey(editor, "read", "to be revoked");
    const own = await makeKey(admin, "read", "of the admin");
    const ask = (key: Headers) => getJson(site, "/api/auth/user", { headers: key });
    expect((await ask(headers)).status).toBe(200);
    const admins = await questionOf(admin, "of the admin");
    const stolen = await form(site, admins, {}, { headers: editor });
    expect([stolen.status, (await ask(own.headers)).status]).toEqual([404, 200]);
    expect((await get(site, admins, { headers: editor })).status).toBe(404);
    const question = await questionOf(admin, "to be revoked");
    expect(await (await get(site, question, { headers: admin })).text()).toContain("Programs that use it get 401");
    expect((await ask(headers)).status).toBe(200);
    await form(site, question, {}, { headers: admin });
    expect((await ask(headers)).status).toBe(401);
    expect((await ask({ Authorization: "Bearer llk_nothing" })).status).toBe(401);
  });

  test("follows the role and status of its owner, and says when it was used", async () => {
    const person = await signUpEditor(site);
    const { headers } = await makeKey(person.headers, "write", "follows");
    const status = async () => (await getJson(site, "/api/admin/requests", { headers })).status;
    expect(await status()).toBe(200);
    const document = await documentOf(await get(site, PATH, { headers: person.headers }));
    expect(document.querySelector("td[data-label='Last used'] time")?.getAttribute("datetime")).toBe(
      new Date().toISOString().slice(0, 10),
    );
    const { body } = await getJson(site, "/api/auth/user", { headers });
    const change = (to: object) => json(site, "PATCH", `/api/admin/users/${body.id}`, to, { headers: admin });
    await change({ role: "admin" });
    expect(await status()).toBe(200);
    await change({ status: "disabled" });
    expect(await status()).toBe(401);
  });

  test.each([
    [{ role: "user" }, { role: "editor" }],
    [{ status: "disabled" }, { status: "active" }],
  ])("ends with %j, and does not come back with %j", async (lost, again) => {
    const person = await signUpEditor(site);
    const { headers } = await makeKey(person.headers, "write", "comes back");
    for (const change of [lost, again])
      expect((await json(site, "PATCH", `/api/admin/users/${person.id}`, change, { headers: admin })).status).toBe(200);
    expect((await getJson(site, "/api/auth/user", { headers })).status).toBe(401);
  });

  test("is made within ten minutes of the sign-in only, and a mail tells", async () => {
    const person = await signUpEditor(site);
    await makeKey(person.headers, "read", "told by mail");
    const [mail] = sql<{ body: string }>(
      site,
      "SELECT body FROM mails WHERE recipient = ? AND kind = 'secondFactor'",
      person.email,
    );
    const data = await (await get(site, "/account/data", person)).json();
    expect(data.apiKeys).toEqual([
      { name: "told by mail", scope: "read", createdAt: expect.any(String), lastUsedOn: null },
    ]);
    expect(mail?.body).toContain("The API key “told by mail” was made on");
    sql(site, "UPDATE sessions SET createdAt = '2020-01-01' WHERE userId = ?", person.id);
    const refused = await form(site, PATH, { name: "later", scope: "write" }, person);
    expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining("confirm")]);
    const document = await documentOf(await get(site, PATH, person));
    expect(document.querySelector("main a[href^='/account/security?returnTo']")?.textContent).toBe(
      "Confirm that it is you",
    );
    await form(site, await questionOf(person.headers, "told by mail"), {}, person);
    expect(await questionOf(person.headers, "told by mail")).toBe("");
  });
});
