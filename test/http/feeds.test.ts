/** Tests the feeds of a person, and of a filtered list. */
import { parseAtomFeed, parseJsonFeed } from "feedsmith";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signUpEditor } from "../support/admin";
import { addArticles, article } from "../support/articles";
import { inDatabase } from "../support/database";
import { parsePage } from "../support/parse-page";
import { get, getJson, json } from "../support/requests";
import { type Site, startSite } from "../support/site";

let site: Site;
let headers: Record<string, string>;
let ada: { id: string; slug: string; updatedAt: string };

beforeAll(async () => {
  site = await startSite({ env: { STARTER: "off", RATE_LIMIT: "off", SITE_URL: "https://long.example" } });
  headers = (await signUpEditor(site)).headers;
  const topic = await json(site, "POST", "/api/admin/topics", { name: "Tides" }, { headers });
  expect(topic.status).toBe(201);
  ada = await addExpert("Ada Ebb <&>", { topics: ["tides"], country: "GB" });
  await addExpert("Bo Flow", { topics: ["tides"], country: "NO" });
  await addExpert("Cy Pier", { country: "GB" });
});
afterAll(() => site?.stop());

async function addExpert(name: string, changes: object) {
  const record = { name, title: "Professor of water", biography: "Born in 1950.", ...changes };
  const { status, body } = await json(site, "POST", "/api/admin/experts", record, { headers });
  expect([status, body.message]).toEqual([201, undefined]);
  return body as typeof ada;
}

/** Returns the titles of a feed, after checking that both formats have the same entries. */
async function readTitles(page: string): Promise<string[]> {
  const [path, query] = page.split("?");
  const addressOf = (format: string) => `${path}/feed.${format}${query ? `?${query}` : ""}`;
  const atom = await get(site, addressOf("xml"));
  expect(atom.headers.get("Content-Type")).toBe("application/atom+xml; charset=utf-8");
  const xml = parseAtomFeed(await atom.text());
  expect(xml.links?.find(({ rel }) => rel === "self")?.href).toBe(`https://long.example${addressOf("xml")}`);
  expect([xml.id, xml.title, xml.updated].every(Boolean)).toBe(true);
  const { status, body } = await getJson(site, addressOf("json"));
  const feed = parseJsonFeed(body);
  expect([status, body.version, feed.feed_url]).toEqual([
    200,
    "https://jsonfeed.org/version/1.1",
    `https://long.example${addressOf("json")}`,
  ]);
  const items = feed.items ?? [];
  for (const { content_text, content_html, url } of items)
    expect([content_text || content_html, URL.canParse(url ?? "")]).toEqual([expect.stringMatching(/./), true]);
  const entries = xml.entries ?? [];
  for (const { links, updated } of entries)
    expect([URL.canParse(links?.[0]?.href ?? ""), Number.isNaN(Date.parse(String(updated)))]).toEqual([true, false]);
  expect(entries.map(({ id, title }) => [id, (title as { value?: string })?.value ?? title])).toEqual(
    items.map(({ id, title }) => [id, title]),
  );
  expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
  return items.map(({ title }) => title ?? "");
}

const feedLinkedFrom = async (path: string) => {
  const document = parsePage(await (await get(site, path)).text());
  return document.querySelector("link[type='application/atom+xml']")?.getAttribute("href");
};

describe("RC01 feeds", () => {
  test("of a person have their listing, accepted works, articles and corrections, and are sent again only after a change", async () => {
    const path = `/${ada.slug}`;
    expect(await feedLinkedFrom(path)).toBe(`${path}/feed.xml`);
    expect(await readTitles(path)).toEqual(["Ada Ebb <&> is listed"]);
    const tag = (await get(site, `${path}/feed.xml`)).headers.get("ETag") as string;
    expect((await get(site, `${path}/feed.xml`, { headers: { "If-None-Match": tag } })).status).toBe(304);

    const work = { venue: "Sea", citations: 0, doi: "", checkedAt: "2026-01-01T00:00:00.000Z", retractionSeenAt: null };
    await inDatabase(site.dataDir, async (db) => {
      const { rowId } = await db
        .selectFrom("experts")
        .select("rowId")
        .where("id", "=", ada.id)
        .executeTakeFirstOrThrow();
      const rows = ["W1", "W2", "W3", "W4"].map((openalex) => ({
        expertRowId: rowId,
        openalex,
        ...work,
        title: `Work ${openalex}`,
        year: 2020,
        status: openalex === "W4" ? ("accepted" as const) : ("suggested" as const),
        retracted: Number(openalex === "W3"),
      }));
      await db.insertInto("works").values(rows).execute();
    });
    const decision = { accept: ["W1", "W3", "W4"], dismiss: ["W2"] };
    const decideAnswer = await json(site, "POST", `/api/admin/experts/${ada.id}/works`, decision, { headers });
    expect(decideAnswer.status).toBe(200);
    // A retracted work is not news, nor is one that came with the profile.
    expect(await readTitles(path)).toEqual(["Work W1", "Ada Ebb <&> is listed"]);
    const onlyText = { excerpt: "", body: "## On Ada\n\nShe *measures* tides." };
    const articleFields = { slug: "on-ada", expert: ada.slug, ...onlyText, publishedAt: "2036-01-01T00:00:00.000Z" };
    await addArticles(site, [article("On Ada", articleFields)]);
    await inDatabase(site.dataDir, async (db) => {
      const { rowId } = await db
        .selectFrom("experts")
        .select("rowId")
        .where("id", "=", ada.id)
        .executeTakeFirstOrThrow();
      const texts = { says: "", should: "", source: "", message: "", email: "", notes: "" };
      const times = { createdAt: "2036", confirmedAt: "2036", dueAt: null, decidedBy: null, answeredInMs: 1 };
      const request = { kind: "error" as const, expertRowId: rowId, field: "biography", ...texts, ...times };
      const rows = [
        { id: "a", tokenHash: "a", status: "applied" as const, isPublic: 1 },
        { id: "b", tokenHash: "b", status: "rejected" as const, isPublic: 1 },
        { id: "c", tokenHash: "c", status: "open" as const, isPublic: 0 },
      ];
      for (const row of rows) {
        await db
          .insertInto("requests")
          .values({ ...request, ...row, decidedAt: null })
          .execute();
        const decidedAt = row.status === "open" ? null : "2037-01-01T00:00:00.000Z";
        await db.updateTable("requests").set({ decidedAt }).where("id", "=", row.id).execute();
      }
    });
    expect(await readTitles(path)).toEqual([
      "The profile of Ada Ebb <&> was corrected",
      "On Ada",
      "Work W1",
      "Ada Ebb <&> is listed",
    ]);
    expect((await get(site, `${path}/feed.xml`, { headers: { "If-None-Match": tag } })).status).toBe(200);
    // Without an excerpt the summary is the beginning of the text, as in the feed of all articles.
    for (const address of [path, "/articles"]) {
      const { body: feed } = await getJson(site, `${address}/feed.json`);
      expect(parseJsonFeed(feed).items?.find(({ title }) => title === "On Ada")?.summary).toBe("She measures tides.");
    }
  });

  test("of a person move with the address, and end with the person", async () => {
    const person = await addExpert("Di Lock", {});
    const newAddress = { slug: "di-sluice", expectedUpdatedAt: person.updatedAt };
    expect((await json(site, "PUT", `/api/experts/${person.id}`, newAddress, { headers })).status).toBe(200);
    for (const format of ["xml", "json"]) {
      const redirect = await get(site, `/${person.slug}/feed.${format}`);
      expect([redirect.status, redirect.headers.get("Location")]).toEqual([301, `/di-sluice/feed.${format}`]);
      expect((await get(site, `/nobody-at-all/feed.${format}`)).status).toBe(404);
    }
  });

  test("of the directory have the search and facets of its page", async () => {
    expect(await readTitles("/directory")).toEqual(["Di Lock", "Cy Pier", "Bo Flow", "Ada Ebb <&>"]);
    expect(await readTitles("/directory?topic=tides")).toEqual(["Bo Flow", "Ada Ebb <&>"]);
    expect(await readTitles("/directory?topic=tides&country=GB")).toEqual(["Ada Ebb <&>"]);
    expect(await readTitles("/directory?search=flow")).toEqual(["Bo Flow"]);
    expect(await readTitles("/directory?search=professor&country=GB")).toEqual(["Cy Pier", "Ada Ebb <&>"]);
    expect(await readTitles("/directory?category=dentists")).toEqual([]);
    expect(await readTitles("/topics/tides")).toEqual(["Bo Flow", "Ada Ebb <&>"]);
    expect(await readTitles("/articles")).toEqual(["On Ada"]);
    expect(await feedLinkedFrom("/directory")).toBe("/directory/feed.xml");
    expect(await feedLinkedFrom("/directory?search=flow&topic=tides")).toBe(
      "/directory/feed.xml?search=flow&topic=tides",
    );
    expect((await get(site, "/directory/feed.xml?search=%22%00%2A&topic=%3Cb%3E&country=,,")).status).toBe(200);
  });
});
