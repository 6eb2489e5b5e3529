/** Tests profiles on other sites: the card for an iframe, and oEmbed. */
import { readFileSync } from "node:fs";
import { JSDOM } from "jsdom";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { version } from "../../package.json";
import { signUpAdmin, signUpEditor } from "../support/admin";
import { addPeople, troublemakers } from "../support/people";
import { get, getJson, json } from "../support/requests";
import { type Site, startSite } from "../support/site";

let site: Site;
let editor: Record<string, string>;
beforeAll(async () => {
  site = await startSite();
  editor = (await signUpEditor(site)).headers;
  await addPeople(site, [
    { name: `Eve "Quote" <b>Framed</b>`, slug: "eve-framed", title: "Professor" },
    ...troublemakers,
  ]);
});
afterAll(() => site.stop());

const oembed = (fields: Record<string, string>) => getJson(site, `/api/oembed?${new URLSearchParams(fields)}`);

describe("PU03 the card of a profile", () => {
  test("PU03 may be framed anywhere, runs nothing, is small and links to the profile", async () => {
    const answer = await get(site, "/david-sinclair/embed");
    expect(answer.status).toBe(200);
    const { headers } = answer;
    expect(headers.get("Content-Type")).toBe("text/html; charset=utf-8");
    expect(headers.get("Content-Security-Policy")).toMatch(/^default-src 'none';.*frame-ancestors \*$/);
    expect(headers.get("X-Frame-Options")).toBeNull();
    expect(headers.get("Cache-Control")).toMatch(/^public/);
    const html = await answer.text();
    expect(html.length).toBeLessThan(3_000);
    const { document } = new JSDOM(html).window;
    expect(document.querySelectorAll("script, [style], iframe")).toHaveLength(0);
    expect(document.querySelector("h1")?.textContent).toMatch(/David.*Sinclair/);
    expect(document.querySelector("a")?.href).toBe(`${site.url}/david-sinclair`);
  });

  test("PU03 shows the day of the review as soon as there is one", async () => {
    expect(await (await get(site, "/eve-framed/embed")).text()).not.toContain("reviewed on");
    await json(site, "PUT", "/api/experts/eve-framed", { title: "Reader" }, { headers: editor });
    expect(await (await get(site, "/eve-framed/embed")).text()).not.toContain("reviewed on");
    await json(site, "POST", "/api/admin/experts/eve-framed/review", {}, { headers: editor });
    const html = await (await get(site, "/eve-framed/embed")).text();
    expect(html).toMatch(/Reader.*reviewed on \d{1,2} \w+ 20\d\d/s);
    expect(new JSDOM(html).window.document.title).toContain(`Eve "Quote" <b>Framed</b>`);
  });

  test("PU03 is for profiles only: other pages have no card and cannot be framed", async () => {
    for (const path of ["/about/embed", "/no-such-person/embed"]) expect((await get(site, path)).status).toBe(404);
    for (const path of ["/", "/david-sinclair", "/about/embed"])
      expect((await get(site, path)).headers.get("X-Frame-Options")).toBe("DENY");
  });
});

describe("PU03 oEmbed", () => {
  test("PU03 is named by the profile's page and returns its card", async () => {
    const { document } = new JSDOM(await (await get(site, "/david-sinclair")).text()).window;
    const link = document.querySelector('link[type="application/json+oembed"]')?.getAttribute("href") as string;
    const { status, body } = await getJson(site, link);
    expect([status, body]).toMatchObject([
      200,
      { version: "1.0", type: "rich", width: 480, provider_url: `${site.url}/` },
    ]);
    const frame = new JSDOM(body.html).window.document.querySelector("iframe");
    expect(frame?.src).toBe(`${site.url}/david-sinclair/embed`);
    expect(document.querySelector("details input")?.getAttribute("value")).toBe(body.html);
  });

  test("PU03 fits the requested size, and escapes the name", async () => {
    const { body } = await oembed({ url: `${site.url}/eve-framed`, maxwidth: "300", maxheight: "100" });
    const frame = new JSDOM(body.html).window.document.querySelector("iframe");
    expect([frame?.width, frame?.height, frame?.title]).toEqual(["300", "100", `Eve "Quote" <b>Framed</b>`]);
    expect(new JSDOM(body.html).window.document.querySelector("b")).toBeNull();
  });

  test("PU03 answers wrong requests with the statuses of its specification", async () => {
    expect((await oembed({ url: `${site.url}/david-sinclair`, format: "xml" })).status).toBe(501);
    expect((await oembed({ url: `${site.url}/no-such-person` })).status).toBe(404);
    expect((await oembed({ url: "https://elsewhere.example/david-sinclair" })).status).toBe(404);
    const withMaxWidth = (maxwidth: string) => ({ url: `${site.url}/david-sinclair`, maxwidth });
    for (const fields of [{}, { url: "nonsense" }, withMaxWidth("-1"), withMaxWidth("wide")])
      expect((await oembed(fields as Record<string, string>)).status).toBe(400);
    expect((await oembed(withMaxWidth("wide"))).body.message).toContain(
      "maxwidth and maxheight are whole numbers of pixels",
    );
  });
});

test("PU04 the version, commit and date stand at the foot of admin pages, and visitors do not learn it", async () => {
  const versionText = `Longevity Leaders ${version}`;
  const page = (headers?: Record<string, string>) => get(site, "/admin", { headers }).then((answer) => answer.text());
  const text = (html: string) => new JSDOM(html).window.document.body.textContent;
  expect(text(await page(editor))).toContain(versionText);
  const { commit, date } = JSON.parse(readFileSync("build/built-from.json", "utf8"));
  expect(text(await page(editor))).toContain(commit === "unknown" ? "" : `${commit.slice(0, 7)} · ${date}`);
  expect(text(await page((await signUpAdmin(site)).headers))).toContain(versionText);
  expect(await page()).not.toContain(version);
});
