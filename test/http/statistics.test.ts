/** Tests visits: which requests count, who sees the numbers, and what is deleted from them. */

import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signUp } from "../support/accounts";
import { signUpAdmin, signUpEditor } from "../support/admin";
import { databaseSettings, onPostgres, query } from "../support/database";
import { makeEmptyDirectory } from "../support/empty-directory";
import { parsePage } from "../support/parse-page";
import { addPeople } from "../support/people";
import { get, getJson, json } from "../support/requests";
import { type Site, startSite } from "../support/site";

type Headers = Record<string, string>;
const env = { TRUST_PROXY: "on", SITE_URL: "https://lives.example" };
let site: Site;
let admin: Headers;

beforeAll(async () => {
  site = await startSite({ env });
  admin = (await signUpAdmin(site)).headers;
});
afterAll(() => site?.stop());

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/** Opens a page as a reader. Each reader has a client address of their own. */
async function openPage(path: string, reader: number, headers: Headers = {}, server = site): Promise<Response> {
  const clientAddress = `198.51.${Math.floor(reader / 250)}.${(reader % 250) + 1}`;
  const answer = await get(server, path, {
    headers: { "User-Agent": FIREFOX, "X-Forwarded-For": clientAddress, ...headers },
  });
  await answer.arrayBuffer();
  return answer;
}

async function readNumbers(server = site, query = "", headers = admin) {
  return (await getJson(server, `/api/admin/statistics${query}`, { headers })).body;
}

async function readToday(server = site) {
  return (await readNumbers(server)).days.at(-1);
}

async function visitsOf(slug: string): Promise<number> {
  const { profiles } = await readNumbers();
  return profiles.find((page: { slug: string }) => page.slug === slug)?.visits ?? 0;
}

describe("counting", () => {
  test("VI01 60 scripted readers of profiles, articles, topics and searches: each view counts, cached or not", async () => {
    const { experts } = (await getJson(site, "/api/experts/paginated?limit=20")).body;
    const slugs = experts.slice(0, 5).map(({ slug }: { slug: string }) => slug);
    const { topics } = (await getJson(site, "/api/topics")).body;
    const topic = topics[0].slug;
    const { articles } = (await getJson(site, "/api/articles")).body;
    const article = articles[0].slug;
    const expectedVisits: Record<string, number> = {};
    const readPage = async (path: string, key: string, reader: number) => {
      expect((await openPage(path, reader)).status).toBe(200);
      expectedVisits[key] = (expectedVisits[key] ?? 0) + 1;
    };
    for (let reader = 0; reader < 60; reader++) {
      const slug = slugs[reader % slugs.length];
      await readPage(`/${slug}`, slug, reader);
      // With scripts the browser requests the data of a page.
      await readPage(`/${slug}.data`, slug, reader);
      if (reader % 3 === 0) await readPage(`/articles/${article}`, "article", reader);
      if (reader % 4 === 0) await readPage(`/topics/${topic}`, "topic", reader);
      if (reader % 5 === 0) await readPage("/directory?search=Sénescent+cells", "search", reader);
      if (reader % 5 === 0) await readPage("/?search=senescent+CELLS", "search", reader);
    }
    const report = await readNumbers();
    expect(report.days.at(-1)).toMatchObject({ visits: 179, profiles: 120, articles: 20, topics: 15, searches: 24 });
    for (const slug of slugs) expect([slug, await visitsOf(slug)]).toEqual([slug, expectedVisits[slug]]);
    expect(report.articles).toMatchObject([{ slug: article, visits: 20 }]);
    expect(report.topics).toMatchObject([{ slug: topic, visits: 15 }]);
    expect(report.searches).toEqual([{ words: "senescent cells", visits: 24 }]);
  });

  test("VI01 bots, prefetching, HEAD, errors, calls, files, keys, editors and admins do not count", async () => {
    const dayBefore = await readToday();
    const editor = (await signUpEditor(site)).headers;
    const uncountedPath = "/andrew-steele";
    const robots = [
      "Googlebot/2.1 (+http://www.google.com/bot.html)",
      "curl/8.14",
      "python-requests/2.32",
      "GPTBot/1.2",
    ];
    for (const agent of [...robots, "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)", ""])
      await openPage(uncountedPath, 900, { "User-Agent": agent });
    await openPage(uncountedPath, 901, { "Sec-Purpose": "prefetch" });
    await openPage(uncountedPath, 902, { "Sec-Purpose": "prefetch;prerender" });
    await openPage(uncountedPath, 903, { Purpose: "prefetch" });
    const headHeaders = { "User-Agent": FIREFOX, "X-Forwarded-For": "198.51.9.9" };
    await fetch(site.url + uncountedPath, { method: "HEAD", headers: headHeaders });
    for (const path of ["/nobody-of-this-name", "/api/experts", "/robots.txt", "/healthz", "/sitemap.xml"])
      await openPage(path, 904);
    await openPage(uncountedPath, 905, { Authorization: "Bearer x" });
    await openPage(uncountedPath, 906, editor);
    await openPage(uncountedPath, 907, admin);
    expect(await readToday()).toEqual(dayBefore);
    const user = (await signUp(site)).headers;
    await openPage(uncountedPath, 908, user);
    expect(await readToday()).toMatchObject({ visits: dayBefore.visits + 1, profiles: dayBefore.profiles + 1 });
  });

  test("VI01 data that a page reads again after a form is no further view, another page's data is one", async () => {
    const dayBefore = await readToday();
    const readData = (path: string, from: string, reader: number) =>
      openPage(path, reader, { Referer: `https://lives.example${from}` });
    await readData("/my-list.data", "/my-list", 940);
    await readData("/_root.data", "/", 941);
    await readData("/directory.data?search=two%20words&_routes=routes%2F_site", "/directory?search=two+words", 942);
    expect(await readToday()).toEqual(dayBefore);
    await readData("/my-list.data", "/directory", 943);
    await readData("/directory.data?page=2", "/directory", 944);
    expect((await readToday()).visits).toBe(dayBefore.visits + 2);
  });

  test("VI02 only the host of another site is stored, and shown from three visits on", async () => {
    const openFrom = (reader: number, referrer: string) => openPage("/", reader, { Referer: referrer });
    for (const reader of [950, 951, 952]) await openFrom(reader, "https://www.news.example:8443/people?token=secret");
    for (const reader of [953, 954]) await openFrom(reader, "https://rare.example/");
    for (const reader of [955, 956, 957]) await openFrom(reader, "https://lives.example/directory");
    for (const reader of [958, 959, 960]) await openFrom(reader, "http://10.1.2.3/wiki");
    for (const reader of [961, 962, 963]) await openFrom(reader, "http://intranet/");
    for (const reader of [964, 965, 966]) await openFrom(reader, "android-app://com.example.app/");
    expect((await readNumbers()).hosts).toEqual([{ host: "news.example", visits: 3 }]);
  });

  test("VI03 searches with addresses in them are not stored, and rare ones are not shown", async () => {
    for (const reader of [970, 971, 972])
      for (const search of ["ada@mail.example", "12 Main Street", "+49 30 1234567", "10115 Berlin"])
        await openPage(`/directory?search=${encodeURIComponent(search)}`, reader);
    for (const reader of [970, 971]) await openPage("/directory?search=Rare+Person", reader);
    const { searches } = await readNumbers();
    expect(searches.map(({ words }: { words: string }) => words)).toEqual(["senescent cells"]);
    const storedSearches = await query(
      site.dataDir,
      "SELECT subject FROM visits WHERE kind = 'search' ORDER BY subject",
    );
    expect(storedSearches.map(({ subject }) => subject)).toEqual(["rare person", "senescent cells"]);
  });

  test("VI02 no address or browser is stored", async () => {
    const storedRows = JSON.stringify(await query(site.dataDir, "SELECT * FROM visits"));
    expect(storedRows).toContain("senescent cells");
    for (const trace of ["198.51", "Firefox", "Mozilla", "secret"]) expect(storedRows).not.toContain(trace);
  });
});

describe("reading the numbers", () => {
  test("VI04 the page has charts with a table under each, for a requested range", async () => {
    const editor = (await signUpEditor(site)).headers;
    const response = await get(site, "/admin/statistics", { headers: editor });
    const document = parsePage(await response.text());
    const charts = [...document.querySelectorAll("main svg[role=img]")];
    expect(charts.length).toBe(2);
    for (const chart of charts) {
      expect(chart.querySelectorAll("rect")).toHaveLength(1);
      expect(chart.closest("figure")?.querySelectorAll("tbody tr")).toHaveLength(30);
    }
    expect(document.querySelector("figure tbody tr td")?.textContent).toBe("213");
    const dashboard = await (await get(site, "/admin", { headers: editor })).text();
    expect(dashboard).toContain("Page views in the last seven days");

    const readStatus = async (query: string, headers: Headers = editor) =>
      (await getJson(site, `/api/admin/statistics${query}`, { headers })).status;
    expect(
      (await readNumbers(site, "?from=2026-01-01&to=2026-01-03")).days.map(({ day }: { day: string }) => day),
    ).toEqual(["2026-01-01", "2026-01-02", "2026-01-03"]);
    for (const invalidQuery of ["?from=x", "?from=2020-01-01", "?from=2026-01-02&to=2026-01-01", "?to=2026-02-30"])
      expect([invalidQuery, await readStatus(invalidQuery)]).toEqual([invalidQuery, 400]);
    expect((await get(site, "/admin/statistics?from=x", { headers: editor })).status).toBe(400);
    expect(await readStatus("", {})).toBe(401);
    expect(await readStatus("", (await signUp(site)).headers)).toBe(403);
  });

  test("VI05 the person of a claimed profile sees its views, and has them in the download", async () => {
    const { headers, id } = await signUp(site);
    const [expert] = await query<{ rowId: number; slug: string }>(
      site.dataDir,
      "SELECT rowId, slug FROM experts WHERE slug = 'andrew-steele'",
    );
    const now = new Date().toISOString();
    await query(
      site.dataDir,
      `INSERT INTO claims (id, expertRowId, userId, proof, status, page, isStrong, evidence, createdAt, expiresAt, confirmedAt)
       VALUES ('c1', ?, ?, 'mail', 'confirmed', '', 1, '', ?, ?, ?)`,
      expert?.rowId,
      id,
      now,
      now,
      now,
    );
    const document = parsePage(await (await get(site, "/my-profile/andrew-steele", { headers })).text());
    expect(document.querySelector("figure figcaption")?.textContent).toContain("1 in all");
    const { visits } = (await getJson(site, "/account/data", { headers })).body;
    expect(visits).toEqual([{ slug: "andrew-steele", day: now.slice(0, 10), visits: 1 }]);
  });
});

describe("deleting numbers", () => {
  test("VI06 a removed profile is in no number, and its name in no search or host", async () => {
    const body = { name: "Zelda Quuxley", title: "Researcher", compared: true };
    const { slug, id } = (await json(site, "POST", "/api/admin/experts", body, { headers: admin })).body;
    for (const reader of [980, 981, 982]) {
      await openPage(`/${slug}`, reader, { Referer: "https://zelda-quuxley.example/" });
      await openPage("/directory?search=Quuxley+Zelda", reader);
      await openPage("/articles", reader + 3, { Referer: "https://zelda-quuxley.example/" });
    }
    expect(await visitsOf(slug)).toBe(3);
    const dayBefore = await readToday();
    const requestId = "r".repeat(16);
    await query(
      site.dataDir,
      `INSERT INTO requests (id, tokenHash, kind, status, expertRowId, field, says, should, source, message, email, notes,
         createdAt, confirmedAt, isPublic)
       VALUES (?, 'x', 'removal', 'open', (SELECT rowId FROM experts WHERE id = ?), '', '', '', '', '', 'z@mail.example',
         '', ?, ?, 0)`,
      requestId,
      id,
      new Date().toISOString(),
      new Date().toISOString(),
    );
    const decideAnswer = await json(
      site,
      "POST",
      `/api/admin/requests/${requestId}/decide`,
      { decision: "remove", notes: "" },
      { headers: admin },
    );
    expect(decideAnswer.status, JSON.stringify(decideAnswer.body)).toBe(200);
    const report = await readNumbers();
    expect(JSON.stringify(report)).not.toMatch(/quuxley/i);
    expect(JSON.stringify(await query(site.dataDir, "SELECT * FROM visits"))).not.toMatch(/quuxley/i);
    expect(report.days.at(-1)).toMatchObject({ visits: dayBefore.visits, profiles: dayBefore.profiles - 3 });
    for (const reader of [990, 991, 992]) await openPage("/directory?search=Zelda+Quuxley", reader);
    expect(JSON.stringify(await readNumbers())).not.toMatch(/quuxley/i);
  });

  test("VI07 nothing is counted while it is off, and the privacy page says so", async () => {
    const saysNoStatistics = async () =>
      (await (await get(site, "/privacy")).text()).includes("There are no visitor statistics.");
    expect(await saysNoStatistics()).toBe(false);
    const saveSetting = (visitNumbers: string) => save({ visitNumbers });
    const dayBefore = await readToday();
    expect(await saveSetting("off")).toBe(303);
    await readNumbers();
    await openPage("/andrew-steele", 995);
    expect(await readNumbers()).toMatchObject({ isCounting: false, days: expect.arrayContaining([dayBefore]) });
    expect(await saysNoStatistics()).toBe(true);
    expect(await saveSetting("")).toBe(303);
    await readNumbers();
    await openPage("/andrew-steele", 995);
    expect((await readToday()).visits).toBe(dayBefore.visits + 1);
  });
});

async function save(fields: Headers): Promise<number> {
  const answer = await fetch(`${site.url}/admin/settings`, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { Origin: site.url, ...admin },
    redirect: "manual",
  });
  return answer.status;
}

describe("several processes", () => {
  test("VI08 two processes add up, and lose nothing when they stop", async () => {
    const folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), "longevity-visits-node-")));
    const [home = ""] = folders;
    const baseEnv = { TRUST_PROXY: "on", RATE_LIMIT: "off" };
    await makeEmptyDirectory(home);
    await addPeople({ dataDir: home }, [{ name: "Vera Visited" }]);
    const firstSite = await startSite({
      dataDir: home,
      env: onPostgres ? baseEnv : { ...baseEnv, WEB_CONCURRENCY: "2" },
    });
    if (onPostgres) cpSync(join(home, "uploads"), join(folders[1] ?? "", "uploads"), { recursive: true });
    const secondSite = onPostgres
      ? await startSite({ dataDir: folders[1], env: { ...baseEnv, ...databaseSettings(home) } })
      : firstSite;
    for (let reader = 0; reader < 40; reader++) {
      await openPage("/vera-visited", reader, { Connection: "close" }, firstSite);
      if (reader % 2 === 0) await openPage("/vera-visited", reader, { Connection: "close" }, secondSite);
    }
    await firstSite.stop();
    if (secondSite !== firstSite) await secondSite.stop();
    const sums = await query<{ kind: string; n: number }>(
      home,
      "SELECT kind, n FROM visits WHERE kind IN ('profile', 'site') ORDER BY kind",
    );
    expect(sums.map(({ kind, n }) => [kind, Number(n)])).toEqual([
      ["profile", 60],
      ["site", 60],
    ]);
    for (const folder of folders) rmSync(folder, { recursive: true });
  });
});
