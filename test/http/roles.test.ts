/** Tests the rights of users, editors and admins, and the starter profiles. */

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import starters from "../../db/starter/experts.json";
import { cookieOf, newPerson, PASSWORD, signIn, signUp } from "../support/accounts";
import { query } from "../support/database";
import { parsePage } from "../support/parse-page";
import { form, get, getJson, json } from "../support/requests";
import { type Site, startSite } from "../support/site";

const slug = (starters as { slug: string }[])[0]?.slug ?? "";

let site: Site;
let firstAdmin: Awaited<ReturnType<typeof useSetUpLink>>;
let admin: { id: string; headers: Record<string, string> };
beforeAll(async () => {
  site = await startSite({ env: { TRUST_PROXY: "on", RATE_LIMIT: "off" } });
  firstAdmin = await useSetUpLink(site);
  const { headers } = firstAdmin;
  admin = { id: (await getJson(site, "/api/auth/user", { headers })).body.id, headers };
});
afterAll(() => site?.stop());

/** Gives a person a role as an admin does, and signs in again. */
async function addStaff(role: "editor" | "admin", server = site, { headers } = admin) {
  const person = await signUp(server);
  const changeAnswer = await json(server, "PATCH", `/api/admin/users/${person.id}`, { role }, { headers });
  expect([changeAnswer.status, changeAnswer.body.role]).toEqual([200, role]);
  return { ...person, headers: { Cookie: (await signIn(server, person)).cookie } };
}

async function document(path: string, headers: Record<string, string>, server = site): Promise<Document> {
  return parsePage(await (await get(server, path, { headers })).text());
}

describe("RO01 roles", () => {
  test("are given by form, call and invitation; the page asks for a confirmation and says what changes", async () => {
    const person = await signUp(site, { firstName: "Edda", lastName: "Editor" });
    const confirmation = await document(`/admin/users/${person.id}/role?to=editor`, admin.headers);
    expect(confirmation.querySelector("h1")?.textContent).toBe("Make Edda Editor an editor?");
    const confirmationFields = confirmation.querySelectorAll<HTMLInputElement>(
      'main form[action^="/admin/users"] input',
    );
    const fields = Object.fromEntries(Array.from(confirmationFields, ({ name, value }) => [name, value]));
    expect((await form(site, "/admin/users?index", fields, { headers: admin.headers })).status).toBe(303);
    const list = (await document(`/admin/users?search=${person.email}`, admin.headers)).querySelector("tbody tr");
    expect(list?.querySelector("[data-label^=Role]")?.textContent).toContain("Editor");
    const invitation = { email: "invited-editor@mail.example", firstName: "Ina", lastName: "Invited", role: "editor" };
    const answer = await json(site, "POST", "/api/admin/users", invitation, { headers: admin.headers });
    expect([answer.status, answer.body.role]).toEqual([201, "editor"]);
    const refusal = await json(
      site,
      "PATCH",
      `/api/admin/users/${person.id}`,
      { role: "boss" },
      { headers: admin.headers },
    );
    expect(refusal.status).toBe(400);
  });

  test("cannot turn the last admin into an editor", async () => {
    const answer = await json(site, "PATCH", `/api/admin/users/${admin.id}`, { role: "editor" }, admin);
    expect(answer.status).toBe(409);
  });

  test("that are lost refuse the next request", async () => {
    const otherAdmin = await addStaff("admin");
    expect((await get(site, "/admin/users", otherAdmin)).status).toBe(200);
    await json(site, "PATCH", `/api/admin/users/${otherAdmin.id}`, { role: "editor" }, admin);
    expect((await get(site, "/admin/users", otherAdmin)).status).toBe(401);
  });
});

describe("RO05 an editor", () => {
  test("reviews, edits and writes, and sees no link that answers 403", async () => {
    const { headers } = await addStaff("editor");
    const body = { name: "Edited By Editor", title: "Professor" };
    const createAnswer = await json(site, "POST", "/api/admin/experts", body, { headers });
    expect(createAnswer.status).toBe(201);
    expect((await json(site, "DELETE", `/api/experts/${createAnswer.body.id}`, undefined, { headers })).status).toBe(
      200,
    );
    const purge = () => form(site, "/admin/experts/trash", { id: createAnswer.body.id }, { headers });
    expect((await purge()).status).toBe(403);
    const { id } = (await getJson(site, `/api/experts/${slug}`)).body;
    const pages = ["/admin", "/admin/go", "/admin/experts", "/admin/experts/trash", `/admin/experts/${id}`];
    const links = new Map<string, string>();
    // Links that differ by their record only lead to the same page.
    const kindOf = (link: string) => link.replaceAll(/[0-9a-z]{16}|\d+/g, ":id").replace(/=[^&]*/g, "=");
    for (const path of [...pages, `/admin/experts/${id}/history`, "/admin/submissions", "/admin/articles", "/"]) {
      const answer = await get(site, path, { headers });
      expect(answer.status, path).toBe(200);
      const page = parsePage(await answer.text());
      for (const { href } of page.querySelectorAll<HTMLAnchorElement>('a[href^="/admin"], a[href^="/api/admin"]'))
        links.set(kindOf(href), href);
      expect(page.body.textContent, path).not.toContain("Delete for good");
    }
    expect(links.size).toBeGreaterThan(20);
    for (const link of links.values()) expect((await get(site, link, { headers })).status, link).toBeLessThan(400);
    expect([...links.keys()]).toContain("/admin/submissions");
    expect([...links.keys()]).not.toContain("/admin/users");
  });

  test("cannot remove people, nor list people again who asked not to be listed", async () => {
    const { headers } = await addStaff("editor");
    const person = await json(site, "POST", "/api/admin/experts", { name: "Gone Person", title: "Professor" }, admin);
    const now = new Date().toISOString();
    for (const kind of ["error", "removal"])
      await query(
        site.dataDir,
        `INSERT INTO requests (id, tokenHash, kind, status, expertRowId, field, says, should, source, message, email,
         notes, createdAt, confirmedAt, dueAt, isPublic)
         SELECT ?, ?, ?, 'open', rowId, '', '', '', '', '', '', '', ?, ?, ?, 0 FROM experts WHERE id = ?`,
        kind,
        kind,
        kind,
        now,
        now,
        now,
        person.body.id,
      );
    const decide = (id: string, decision: string, decider: { headers: Record<string, string> }) =>
      json(site, "POST", `/api/admin/requests/${id}/decide`, { decision, notes: "Because." }, decider);
    expect((await decide("error", "remove", { headers })).status).toBe(403);
    expect((await decide("removal", "reject", { headers })).status).toBe(403);
    expect((await document("/admin/requests/removal", headers)).querySelector("main form")).toBeNull();
    expect((await decide("error", "reject", { headers })).status).toBe(200);
    expect((await decide("removal", "remove", admin)).status).toBe(200);
    const relisting = { name: "Gone Person", title: "Professor", relistReason: "They came back." };
    const refusal = await json(site, "POST", "/api/admin/experts", relisting, { headers });
    expect([refusal.status, refusal.body.message]).toEqual([409, expect.stringContaining("Only an admin may go on")]);
    expect((await json(site, "POST", "/api/admin/experts", relisting, admin)).status).toBe(201);
  });

  test("reads on an admin's page who may open it, inside the admin layout", async () => {
    const { headers } = await addStaff("editor");
    const page = await document("/admin/users", headers);
    expect(page.querySelector("[role=alert]")?.textContent).toBe("You are an editor. This page is for admins.");
    expect(page.querySelector('nav a[href="/admin/experts"]')).not.toBeNull();
  });
});

describe("RO03 the choice of mails about pending work", () => {
  test("belongs to editors and admins, at /account, which says that mail is not configured", async () => {
    const editor = await addStaff("editor");
    const page = await document("/account", editor.headers);
    expect(page.querySelector("#waiting-mail")?.textContent).toContain("does not send email yet");
    expect(page.querySelector<HTMLSelectElement>("#waitingMail")?.value).toBe("daily");
    const choose = (waitingMail: string, headers: Record<string, string>) =>
      form(site, "/account", { intent: "waitingMail", waitingMail }, { headers });
    expect((await choose("weekly", editor.headers)).status).toBe(303);
    expect((await choose("hourly", editor.headers)).status).toBe(400);
    const select = (await document("/account?saved=waitingMail", editor.headers)).querySelector("#waitingMail");
    expect((select as HTMLSelectElement).value).toBe("weekly");
    const user = await signUp(site);
    expect((await document("/account", user.headers)).querySelector("#waitingMail")).toBeNull();
    expect((await choose("weekly", user.headers)).status).toBe(403);
  });
});

async function startNewSite(env: Record<string, string> = {}): Promise<Site> {
  const newSite = await startSite({ env: { TRUST_PROXY: "on", RATE_LIMIT: "off", ...env } });
  onTestFinished(() => newSite.stop());
  return newSite;
}

/** Registers the first admin, who makes a choice about the starter profiles on the page of the set-up link. */
async function useSetUpLink(server: Site, choice: { starter?: string } = {}) {
  const { pathname, search } = new URL(server.logs().find(({ link }) => link)?.link as string);
  const choices = (await document(pathname + search, {}, server)).querySelectorAll("input[name=starter]");
  const person = { ...newPerson(), confirmPassword: PASSWORD, token: search.slice("?token=".length) };
  const answer = await form(server, pathname + search, { ...person, ...choice });
  return { choiceCount: choices.length, status: answer.status, headers: { Cookie: cookieOf(answer.headers) } };
}

const countPublicExperts = async (server: Site) =>
  (await getJson(server, "/api/experts/paginated")).body.total as number;

async function isPublic(server: Site): Promise<Record<string, boolean>> {
  const text = async (path: string) => (await get(server, path)).text();
  return {
    page: (await get(server, `/${slug}`)).status === 200,
    sitemap: (await text("/sitemap.xml")).includes(`/${slug}<`),
    feed: /<(entry|item)>/.test(await text("/directory/feed.xml")),
    articles: (await getJson(server, "/api/articles")).body.articles?.length > 0,
  };
}

describe("RO04 the starter profiles", () => {
  test("stay when the page of the set-up link says nothing about them", async () => {
    expect([firstAdmin.choiceCount, firstAdmin.status]).toEqual([3, 303]);
    expect(Object.values(await isPublic(site))).not.toContain(false);
  });

  test("can be hidden: public nowhere, kept in the trash, published again on request, and deleted for good except an edited one", async () => {
    const newSite = await startNewSite();
    // An unknown choice creates no account, so the link still works.
    expect((await useSetUpLink(newSite, { starter: "some" })).status).toBe(400);
    const { status, headers } = await useSetUpLink(newSite, { starter: "look" });
    expect([status, await countPublicExperts(newSite)]).toEqual([303, 0]);
    expect(Object.values(await isPublic(newSite))).toEqual([false, false, false, false]);
    const trash = await document("/admin/experts/trash", headers, newSite);
    expect(trash.querySelector("[data-label='Time left']")?.textContent).toBe("Stays, because it came with the site");
    const settingsPage = await document("/admin/settings/starter", headers, newSite);
    expect(settingsPage.querySelector<HTMLInputElement>("input[name=starter]:checked")?.value).toBe("look");
    const choose = async (starter: string) =>
      (await form(newSite, "/admin/settings/starter", { starter }, { headers })).status;
    expect(await choose("some")).toBe(400);
    expect(await choose("keep")).toBe(303);
    expect(await countPublicExperts(newSite)).toBe(starters.length);
    expect(Object.values(await isPublic(newSite))).not.toContain(false);

    await json(newSite, "PUT", `/api/experts/${slug}`, { title: "Edited" }, { headers });
    expect(await choose("empty")).toBe(303);
    expect(await countPublicExperts(newSite)).toBe(1);
    expect(await query(newSite.dataDir, "SELECT count(*) AS count FROM experts")).toEqual([{ count: 1 }]);
  });

  test("STARTER=off begins empty and STARTER=on publishes; neither asks", async () => {
    const [siteWithout, siteWith] = [await startNewSite({ STARTER: "off" }), await startNewSite({ STARTER: "on" })];
    const { choiceCount, headers } = await useSetUpLink(siteWithout);
    expect([choiceCount, await countPublicExperts(siteWithout)]).toEqual([0, 0]);
    const dashboard = (await document("/admin", headers, siteWithout)).querySelector("main")?.textContent;
    expect([dashboard?.includes("Set up the site"), dashboard?.includes("came with the site")]).toEqual([true, false]);
    expect([(await useSetUpLink(siteWith)).choiceCount, await countPublicExperts(siteWith)]).toEqual([
      0,
      starters.length,
    ]);
  });
});
