/** Checks that the cache of answers for visitors is never stale, never gives somebody else's answer, and changes no answer. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signUpAdmin } from "../support/admin";
import { query } from "../support/database";
import { get, getJson, json } from "../support/requests";
import { type Site, startSite } from "../support/site";

type Person = Awaited<ReturnType<typeof signUpAdmin>>;

const CACHES: [string, Record<string, string>][] = [
  ["cached", {}],
  ["cached by two processes", { WEB_CONCURRENCY: "2" }],
  ["without a cache", { DOCUMENT_CACHE: "off" }],
];

describe.each(CACHES)("D75 pages for visitors, %s", (_cache, env) => {
  let site: Site;
  let admin: Person;
  beforeAll(async () => {
    site = await startSite({ env });
    admin = await signUpAdmin(site, { firstName: "Curia" });
  });
  afterAll(() => site?.stop());

  const firstExpert = async () => (await getJson(site, "/api/experts?limit=1")).body[0] as { id: string; slug: string };

  test("an admin's change is in the very next answer, on the page and in the call", async () => {
    const { id, slug } = await firstExpert();
    for (let round = 1; round <= 3; round++) {
      for (const path of [`/${slug}`, "/directory", "/"]) await (await get(site, path)).text();
      const name = `Renamed Number ${round}`;
      const { body } = await getJson(site, `/api/experts/${slug}`);
      const changeAnswer = await json(site, "PUT", `/api/experts/${id}`, { ...body, name }, { headers: admin.headers });
      expect(changeAnswer.status).toBe(200);
      expect(await (await get(site, `/${slug}`)).text()).toContain(name);
      expect((await getJson(site, `/api/experts/${slug}`)).body.name).toBe(name);
    }
  });

  test("every encoding has the same bytes and one tag; a matching tag gets 304, HEAD no body", async () => {
    const address = `${site.url}/directory?page=2`;
    const plainBytes = Buffer.from(await (await getEncoded(address, "identity")).arrayBuffer());
    for (let round = 0; round < 2; round++) {
      const compressedAnswer = await getEncoded(address, "gzip");
      const tag = compressedAnswer.headers.get("etag") as string;
      expect(tag).toMatch(/^W\/"/);
      expect(compressedAnswer.headers.get("vary")).toMatch(/Accept-Encoding/);
      expect(Buffer.from(await compressedAnswer.arrayBuffer())).toEqual(plainBytes);
      const response = await fetch(address, { headers: { "If-None-Match": tag } });
      expect([response.status, await response.text()]).toEqual([304, ""]);
      const head = await fetch(address, { method: "HEAD", headers: { "Accept-Encoding": "identity" } });
      expect([
        head.status,
        head.headers.get("etag"),
        Number(head.headers.get("content-length")),
        await head.text(),
      ]).toEqual([200, tag, plainBytes.length, ""]);
    }
  });

  // Only the cache can break the properties below, and each process has the same cache.
  if (env.DOCUMENT_CACHE === "off") return;

  test("a change by another program is there at once, too", async () => {
    const { slug } = await firstExpert();
    await (await get(site, `/${slug}`)).text();
    await query(site.dataDir, "UPDATE experts SET title = 'Changed from outside' WHERE slug = ?", slug);
    expect(await (await get(site, `/${slug}`)).text()).toContain("Changed from outside");
  });

  if (env.WEB_CONCURRENCY) return;

  test("somebody who is signed in gets pages of their own, which visitors never see", async () => {
    for (let round = 0; round < 2; round++) {
      const response = await get(site, "/directory", { headers: admin.headers });
      expect(response.headers.get("Cache-Control")).toBe("private, no-store");
      expect(await response.text()).toContain("Curia");
      const visitorAnswer = await get(site, "/directory");
      expect(visitorAnswer.headers.get("Cache-Control")).toMatch(/^public/);
      expect(await visitorAnswer.text()).not.toContain("Curia");
    }
  });

  test("each reader gets the colours and the light version they chose", async () => {
    for (let round = 0; round < 2; round++) {
      const page = async (headers: Record<string, string>) => (await get(site, "/", { headers })).text();
      const darkCookie = cookiesOf(await (await post(site, "/preferences", { scheme: "dark" })).headers.getSetCookie());
      const lightCookie = cookiesOf(await (await post(site, "/preferences", { light: "on" })).headers.getSetCookie());
      expect(await page({})).not.toMatch(/<html[^>]*data-scheme|<html[^>]*data-light/);
      expect(await page({ Cookie: darkCookie })).toMatch(/<html[^>]*data-scheme="dark"/);
      expect(await page({ Cookie: lightCookie })).toMatch(/<html[^>]*data-light/);
      expect(await page({ "Save-Data": "on" })).toMatch(/<html[^>]*data-light/);
    }
    // The first request for an address decides what is cached.
    const pageWith = async (header: string) =>
      (await get(site, "/?search=caches", { headers: { "Save-Data": header } })).text();
    expect(await pageWith("On")).toMatch(/<html[^>]*data-light/);
    expect(await pageWith("off")).not.toMatch(/<html[^>]*data-light/);
  });

  test("another query string is another page", async () => {
    const tag = async (path: string) => (await get(site, path)).headers.get("etag");
    expect(await tag("/directory?page=2")).toBe(await tag("/directory?page=2"));
    expect(await tag("/directory?page=2")).not.toBe(await tag("/directory?page=1"));
  });

  test("an answer with a cookie, a missing page and a refusal are never cached", async () => {
    for (let round = 0; round < 2; round++) {
      const forms = await Promise.all([get(site, "/submit"), get(site, "/submit")]);
      const cookies = forms.map((form) => cookiesOf(form.headers.getSetCookie()));
      expect(cookies[0]).not.toBe("");
      expect(cookies[0]).not.toBe(cookies[1]);
      expect((await get(site, "/nobody-of-this-name")).status).toBe(404);
      expect((await get(site, "/api/experts/paginated?page=x")).status).toBe(400);
    }
  });

  test("many who ask for the same at once all get it complete", async () => {
    const pages = await Promise.all(
      Array.from({ length: 40 }, async (_, i) =>
        (await get(site, "/directory?search=ageing", { headers: { "Accept-Encoding": i % 2 ? "br" : "gzip" } })).text(),
      ),
    );
    expect(new Set(pages).size).toBe(1);
    expect(pages[0]).toContain("</html>");
  });
});

function post(site: Site, path: string, fields: Record<string, string>): Promise<Response> {
  const body = new URLSearchParams(fields);
  return fetch(site.url + path, { method: "POST", body, headers: { Origin: site.url }, redirect: "manual" });
}

function cookiesOf(setCookies: string[]): string {
  return setCookies.map((text) => text.split(";", 1)[0]).join("; ");
}

function getEncoded(address: string, encoding: string): Promise<Response> {
  return fetch(address, { headers: { "Accept-Encoding": encoding } });
}
