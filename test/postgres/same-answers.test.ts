/** One directory, once in SQLite's file and once copied to PostgreSQL: readers cannot tell them apart. */
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { copyToPostgres } from "../../db/copy/databases";
import { connect } from "../../db/sqlite/connect";
import { NINTH_QUESTIONS } from "../search/ninth-questions";
import { databaseSettings, inDatabase, makeDatabase, removeDatabase } from "../support/database";
import { copySeeded } from "../support/seeded-data";
import { NO_MAIL_SERVER, type Site, startSite } from "../support/site";

const folders = ["sqlite", "postgres"].map((name) => mkdtempSync(join(tmpdir(), `longevity-same-${name}-`)));
const [fileFolder, serverFolder] = folders as [string, string];
const sites: Site[] = [];
let experts: { slug: string; name: string }[];
let articles: { slug: string }[];

beforeAll(async () => {
  copySeeded(fileFolder, { experts: 300, articles: 60 });
  cpSync(fileFolder, serverFolder, { recursive: true });
  await makeDatabase(serverFolder);
  await inDatabase(serverFolder, async (db) => {
    await db.transaction().execute((tx) => copyToPostgres(join(fileFolder, "longevity.db"), tx));
  });
  const env = { SITE_URL: "https://same.example", RATE_LIMIT: "off", SMTP_URL: NO_MAIL_SERVER };
  const onFile = Object.fromEntries(Object.keys(databaseSettings(fileFolder)).map((name) => [name, ""]));
  sites.push(
    await startSite({ dataDir: fileFolder, env: { ...onFile, ...env } }),
    await startSite({ dataDir: serverFolder, env }),
  );
  const file = connect(join(fileFolder, "longevity.db"), { readonly: true });
  experts = await file.readDb.selectFrom("experts").select(["slug", "name"]).orderBy("rowId").execute();
  articles = await file.readDb.selectFrom("articles").select("slug").orderBy("rowId").execute();
  await file.close();
});

afterAll(async () => {
  for (const site of sites) await site.stop();
  for (const folder of folders) rmSync(folder, { recursive: true });
  await removeDatabase(fileFolder);
  await removeDatabase(serverFolder);
});

const CATEGORIES = ["academic-researchers", "authors", "clinical-practitioners", "podcasters-media"];
const SORTS = ["name", "newest", "reviewed", "updated"];

describe("the same seed gives the same bytes on both engines", () => {
  test("pages, feeds and the site map", async () => {
    await areSame([
      ..."/ /directory /directory?page=2 /directory?page=9 /directory?page=999 /articles /articles?page=2".split(" "),
      ..."/articles/feed.xml /articles/feed.json /directory/feed.xml /sitemap.xml /robots.txt /corrections".split(" "),
      ..."/about /editorial-policy /privacy /no-such-page".split(" "),
      ...CATEGORIES.flatMap((slug) => [`/directory/${slug}`, `/directory/${slug}?page=2`]),
      ...SORTS.flatMap((sort) => [`/directory?sort=${sort}`, `/directory/authors?sort=${sort}&page=2`]),
      ...experts.filter((_, at) => at % 25 === 0).map(({ slug }) => `/${slug}`),
      ...articles.filter((_, at) => at % 6 === 0).map(({ slug }) => `/articles/${slug}`),
    ]);
  });

  test("JSON calls", async () => {
    await areSame([
      ..."/api/experts /api/experts/homepage /api/articles /api/corrections".split(" "),
      ...[1, 2, 7, 13, 99].map((page) => `/api/experts/paginated?page=${page}&limit=24`),
      ...SORTS.map((sort) => `/api/experts/paginated?sort=${sort}&limit=100`),
      ...["academic", "author", "clinician", "nonsense"].map(
        (text) => `/api/experts/paginated?category=${text}&limit=50`,
      ),
      ...experts.filter((_, at) => at % 31 === 0).map(({ slug }) => `/api/experts/${slug}`),
    ]);
  });

  test("searches: names, prefixes, typos, scripts, phrases of texts, categories and sorts", async () => {
    const names = experts.filter((_, at) => at % 9 === 0).map(({ name }) => name);
    const texts = [
      ...names,
      ...names.map((name) => name.slice(0, 4)),
      ...names.map((name) => `${name.slice(0, 3)}${name.slice(4)}`),
      ...names.slice(0, 8).map((name) => name.toUpperCase()),
      ..."a e longevity aging ageing stem-cell professor biology clinical metformin dna lab".split(" "),
      "山中",
      "김민준",
      "кузнецов",
      "محمد",
      "sørensen",
      "josé",
      "zoë",
      "professor of biology",
      "aging clok",
      "",
      " ",
      "!!!",
      "'",
      '"',
      "\\",
      "%",
      "_",
      "a'b\"c",
      "x".repeat(300),
      "& | ! ( ) : *",
      "\u{1F9EC}",
    ];
    const address = (text: string) => `/api/experts/paginated?limit=50&search=${encodeURIComponent(text)}`;
    await areSame([
      ...texts.map(address),
      ...texts.slice(0, 12).map((text) => `${address(text)}&category=author`),
      ...texts.slice(0, 12).flatMap((text) => SORTS.map((sort) => `${address(text)}&sort=${sort}`)),
      ..."smith aging clinical".split(" ").map((text) => `/directory?search=${text}`),
      ...NINTH_QUESTIONS.map(([question]) => address(question)),
      ...NINTH_QUESTIONS.filter((_, at) => at % 5 === 0).map(
        ([question]) => `${address(question)}&topic=biology-of-ageing`,
      ),
      ...names.map((name) => `/api/offers?q=${encodeURIComponent(name.slice(0, 5))}`),
    ]);
  });
});

async function areSame(paths: string[]): Promise<void> {
  const different: string[] = [];
  for (const path of paths) {
    const [file, server] = await Promise.all(sites.map((site) => answerOf(site, path)));
    if (file !== server) different.push(`${path}\n${firstDifference(file as string, server as string)}`);
  }
  expect(different.join("\n\n")).toBe("");
}

/** Returns the answer without the values that differ for each request. */
async function answerOf(site: Site, path: string): Promise<string> {
  const response = await fetch(site.url + path, { redirect: "manual" });
  const text = await response.text();
  return `${response.status} ${response.headers.get("Location")}\n${text.replace(/nonce="[^"]*"/g, "")}`;
}

function firstDifference(first: string, other: string): string {
  let at = 0;
  while (first[at] === other[at]) at++;
  return [first, other].map((text) => text.slice(Math.max(0, at - 60), at + 100)).join("\n");
}
