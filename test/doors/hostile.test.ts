/** What `npm run test:hostile` found, kept from coming back: each of these once ended the server, hung, or answered 500. */
import { JSDOM } from "jsdom";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signUp } from "../support/accounts";
import { signUpAdmin } from "../support/curator";
import { addPeople } from "../support/people";
import { form, get, getJson, json } from "../support/requests";
import { type Site, startSite } from "../support/site";

let site: Site;
let headers: Record<string, string>;
beforeAll(async () => {
  site = await startSite({ starter: false, env: { RATE_LIMIT: "off" } });
  headers = (await signUpAdmin(site)).headers;
  await addPeople(site, [{ name: "Ada Full", slug: "ada-full" }]);
});
afterAll(() => site?.stop());

/** A body that is sent as it is. */
function post(path: string, type: string, body: string | Uint8Array, by: Record<string, string> = headers) {
  const sent = { Origin: site.url, "Content-Type": type, ...by };
  return fetch(site.url + path, { method: "POST", headers: sent, body: body as BodyInit, redirect: "manual" });
}
const isWell = async () => (await get(site, "/healthz")).status;
const documentOf = async (response: Response) => new JSDOM(await response.text()).window.document;

describe("reliability 9, 10 bodies that cost more than their senders", () => {
  test("a sign-in of thousands of names is refused by its size, or for what is missing in it", async () => {
    const names = Array.from({ length: 8_000 }, (_, at) => `"${at}":1`).join();
    expect((await post("/api/auth/login", "application/json", `{${names}}`, {})).status).toBe(413);
    expect((await post("/api/auth/login", "application/json", `[${"1,".repeat(19_000)}1]`, {})).status).toBe(400);
    expect(await isWell()).toBe(200);
  });

  test("D18 large bodies by many at once end no server that has as much memory as npm start gives it", async () => {
    const small = await startSite({
      starter: false,
      env: { RATE_LIMIT: "off", NODE_OPTIONS: "--max-old-space-size=96" },
    });
    try {
      const objects = `{"email":"a@mail.example","more":[${"{},".repeat(330_000)}{}]}`;
      const text = `{"email":"a@mail.example","more":"${"x".repeat(1_000_000)}"}`;
      const sent = { Origin: small.url, "Content-Type": "application/json" };
      const knock = async (path: string, body: string) =>
        await fetch(small.url + path, { method: "POST", headers: sent, body }).then(({ status }) => status);
      const paths = ["login", "register", "forgot-password", "reset-password"].map((name) => `/api/auth/${name}`);
      const statuses = await Promise.all(
        Array.from({ length: 80 }, (_, at) => knock(paths[at % 4] as string, at % 2 ? objects : text)),
      );
      expect(new Set(statuses)).toEqual(new Set([413]));
      expect((await get(small, "/healthz")).status).toBe(200);
    } finally {
      await small.stop();
    }
  });

  test("D18 JSON of very many small values is refused before it is read; as many letters in texts are fine", async () => {
    const call = (body: string) => post("/api/admin/articles/preview", "application/json", body);
    expect((await call(`{"body":[${"{},".repeat(300_000)}{}]}`)).status).toBe(413);
    expect((await call(JSON.stringify({ body: `${'[{",'.repeat(20_000)}\\` }))).status).toBe(200);
    expect((await call('{"body":"never ends')).status).toBe(400);
  });

  test("forms of 500,000 fields are refused before any of them is read", async () => {
    for (const path of ["/forgot-password", "/preferences", "/submit", "/admin/settings"]) {
      const answer = await post(path, "application/x-www-form-urlencoded", "a&".repeat(500_000));
      expect([path, answer.status]).toEqual([path, 413]);
    }
    expect(await isWell()).toBe(200);
  });

  test("a table of 5,000 columns is refused instead of being shown", async () => {
    const body = new FormData();
    const line = (cell: (at: number) => string) => Array.from({ length: 5_000 }, (_, at) => cell(at)).join();
    body.set("file", new File([`${line((at) => `c${at}`)}\n${line(() => "x")}\n`], "people.csv"));
    const sent = { Origin: site.url, ...headers };
    const answer = await fetch(`${site.url}/admin/import?index`, { method: "POST", body, headers: sent });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain("This table has 5,000 columns");
  });
});

describe("reliability 12, 19 what no browser sends", () => {
  test("a part of a form without a name is left out, and the form is answered", async () => {
    const nameless = "--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--\r\n";
    const file = '--b\r\nContent-Disposition: form-data; filename="a.png"\r\n\r\nx\r\n--b--\r\n';
    for (const path of ["/api/admin/images", "/admin/uploader", "/admin/import?index"]) {
      for (const body of [nameless, file]) {
        const { status } = await post(path, "multipart/form-data; boundary=b", body);
        expect([path, status < 500]).toEqual([path, true]);
      }
    }
  });

  test("objects that cannot be made texts are refused where texts belong", async () => {
    const unspeakable = { toString: 1 };
    const article = { title: "T", body: "Text.", type: "research-insight" };
    const wrong = await json(site, "POST", "/api/admin/articles", { ...article, tags: [unspeakable] }, { headers });
    expect(wrong.status).toBe(400);
    const named = await json(site, "POST", "/api/admin/articles", { ...article, slug: unspeakable }, { headers });
    expect(named.status).toBeLessThan(500);
    const { expected } = (await getJson(site, "/api/auth/captcha")).body;
    const asked = { email: "a@mail.example", captchaAnswer: unspeakable, captchaExpected: expected };
    expect((await json(site, "POST", "/api/auth/forgot-password", asked)).status).toBe(400);
  });

  test("PW03 a provider that there is none is refused in the wizard's own page, and what it goes on at is no header", async () => {
    const begun = (await form(site, "/admin/promote?index", {}, { headers })).headers.get("Location");
    const address = `${begun}/1`.replace(/\/1\/1$/, "/1");
    for (const imageProvider of ["nobody", "constructor", "__proto__"]) {
      expect((await form(site, address, { step: "1", imageProvider }, { headers })).status).toBe(400);
    }
    const kept = await form(site, address, { step: "1", keep: "a\r\nX-Injected: 1 é" }, { headers });
    expect([kept.status, kept.headers.get("X-Injected")]).toEqual([303, null]);
  });

  test("an address in other letters leads back to itself", async () => {
    const path = `/admin/articles/${encodeURIComponent("\u00a0\u3000")}`;
    const answer = await get(site, `${path}/discard`, { headers });
    expect([answer.status, answer.headers.get("Location")]).toEqual([302, path]);
  });
});

describe("reliability 16 the way back", () => {
  test("D5 is left out where it is longer than would be taken, instead of doubling in a header", async () => {
    const { headers: sent } = await get(site, `/account?search=${"%20".repeat(4_000)}`);
    expect(sent.get("Location")).toBe("/login?returnTo=%2F");
    const { headers: short } = await get(site, "/account?saved=email");
    expect(short.get("Location")).toBe("/login?returnTo=%2Faccount%3Fsaved%3Demail");
  });
});

describe("reliability 12 what was typed", () => {
  test("stays when the submission was decided meanwhile: the notes can still be copied", async () => {
    const reader = await signUp(site);
    const fields = {
      name: "Nadia Newcomer",
      title: "Professor",
      categories: ["academic"],
      longevityContribution: "Found out.",
      referenceLinks: ["https://nadia.example/"],
    };
    await json(site, "POST", "/api/submissions", fields, { headers: reader.headers });
    const list = (await getJson(site, "/api/admin/submissions", { headers })).body;
    const path = `/admin/submissions/${list[0].id}`;
    expect((await form(site, path, { intent: "reject" }, { headers })).status).toBe(303);
    for (const at of [path, `${path}/edit`]) {
      const late = await form(site, at, { intent: "reject", reviewNotes: "Typed <late>" }, { headers });
      const notes = (await documentOf(late)).querySelector<HTMLTextAreaElement>("[name=reviewNotes]");
      expect([at, late.status, notes?.value]).toEqual([at, 409, "Typed <late>"]);
    }
  });

  test("D17 of a picture's address that leads elsewhere asks nobody for it when the form comes back", async () => {
    for (const imageUrl of ["//evil.example/x.png", "/\\evil.example/x.png", "data:image/svg+xml,<svg/>"]) {
      const body = new FormData();
      for (const [name, value] of Object.entries({ name: "", imageUrl })) body.set(name, value);
      const sent = { Origin: site.url, ...headers };
      const answer = await fetch(`${site.url}/admin/experts/new`, { method: "POST", body, headers: sent });
      const page = await documentOf(answer);
      expect([answer.status, page.querySelector<HTMLInputElement>("#imageUrl")?.value]).toEqual([400, imageUrl]);
      expect([...page.querySelectorAll("fieldset img")].map((image) => image.getAttribute("src"))).toEqual([]);
    }
  });
});

test("reliability 14 a text with spaces before it is previewed as it will be stored", async () => {
  const body = "\r\n    not code\r\n\r\nMore.  ";
  const made = await json(
    site,
    "POST",
    "/api/admin/articles",
    { title: "Spaces", body, status: "published", type: "research-insight" },
    { headers },
  );
  const page = await (await get(site, `/articles/${made.body.slug}`)).text();
  const { html } = (await json(site, "POST", "/api/admin/articles/preview", { title: "Spaces", body }, { headers }))
    .body;
  expect(html).not.toContain("<code>");
  expect(page).toContain(html);
});
