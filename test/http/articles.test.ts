/** Tests articles as readers, feed readers and link previews get them, before any script runs. */

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { JSDOM } from "jsdom";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signUpAdmin } from "../support/admin";
import { addArticles, addImageRow, article, changeArticleOf } from "../support/articles";
import { query } from "../support/database";
import { parsePage } from "../support/parse-page";
import { adaFull, addPeople } from "../support/people";
import { get, getJson, json } from "../support/requests";
import { type Site, startSite } from "../support/site";

/** A site with the starter directory. */
let starter: Site;
/** A site with articles of every kind and a SITE_URL. */
let site: Site;
let admin: Record<string, string>;

const ORIGIN = "https://long.example";
const SECRET = "Qx7-secret-share-token-of-a-draft";
const HOSTILE = `<script>alert(1)</script>"'&\u0007]]><img src=x onerror=alert(1)>`;
const IMAGE = "/uploads/ab/abcdefghjkmnpqrs-1280x720.webp";
/** An image without a file. */
const MISSING_IMAGE = "/uploads/ab/abzdefghjkmnpqrs-1280x720.webp";
const publishedOn = (day: number) => ({ publishedAt: new Date(Date.UTC(2026, 2, day)).toISOString() });

beforeAll(async () => {
  [starter, site] = await Promise.all([startSite(), startSite({ env: { SITE_URL: ORIGIN, SITE_NAME: "Long Lives" } })]);
  await addImageRow(site, [IMAGE.replace("/uploads/", "")]);
  mkdirSync(join(site.dataDir, dirname(IMAGE)), { recursive: true });
  writeFileSync(join(site.dataDir, IMAGE), "never read");
  await addPeople(site, [adaFull]);
  await addArticles(site, [
    ...Array.from({ length: 14 }, (_, n) => article(`Flock ${n}`, { type: "expertise-tip", ...publishedOn(1) })),
    article("All of it", {
      slug: "all-of-it",
      expert: "ada-full",
      onProfile: 1,
      imageUrl: IMAGE,
      imageAlt: "A clock & its hands",
      tags: ["qwert biology", "R&D"],
      aiModel: "some/model",
      featuredPosition: 1,
      excerpt: "In *short*: everything.",
      body: `# All of it\n\nSee [home](/directory), [below](#last) and [out](https://out.example/).\n\n![Hands](${IMAGE})![Lost](${MISSING_IMAGE})\n\n## One\n\n## Two\n\n## Last\n\nBye.`,
      sources: ["Cell 153 (2013), https://doi.org/10.1016/x"],
      ...publishedOn(20),
    }),
    article("Also of Ada", { slug: "also-of-ada", expert: "ada-full", imageUrl: MISSING_IMAGE, ...publishedOn(2) }),
    article(HOSTILE, {
      slug: "hostile",
      excerpt: HOSTILE,
      body: `${HOSTILE}\n\n[x](javascript:alert(1))`,
      tags: [HOSTILE],
      ...publishedOn(3),
    }),
    article("Secret plans", {
      slug: "secret-plans",
      status: "draft",
      shareToken: SECRET,
      expert: "ada-full",
      onProfile: 1,
    }),
    article("Secret schedule", { slug: "secret-schedule", status: "draft", scheduledAt: "2020-01-01T00:00:00.000Z" }),
    article("Secret rubbish", { slug: "secret-rubbish", deletedAt: "2026-01-01T00:00:00.000Z" }),
  ]);
  // The first admin of a site gets the starter pages as well.
  admin = (await signUpAdmin(site)).headers;
});
afterAll(async () => {
  for (const server of [starter, site]) await server?.stop();
});

async function read(path: string, server = site, headers?: Record<string, string>) {
  const response = await get(server, path, { headers });
  const html = await response.text();
  return { response, html, document: parsePage(html) };
}
const text = (root: ParentNode, selector: string) =>
  root.querySelector(selector)?.textContent?.replace(/\s+/g, " ").trim();
const hrefs = (root: ParentNode, selector: string) =>
  Array.from(root.querySelectorAll(selector), (element) => element.getAttribute("href"));
const metaOf = (document: Document, name: string) =>
  document.querySelector(`meta[property="${name}"], meta[name="${name}"]`)?.getAttribute("content");
const dataOf = (document: Document) =>
  Array.from(document.querySelectorAll("script[type='application/ld+json']"), (element) =>
    JSON.parse(element.textContent ?? ""),
  );

describe("PA01 /articles", () => {
  test("D64 page and call give the same articles: featured first, twelve a page, by type and by search", async () => {
    for (const query of [
      "",
      "?page=2",
      "?type=expertise-tip",
      "?type=expertise-tip&page=2",
      "?search=flock",
      "?search=zzz",
    ]) {
      const { document } = await read(`/articles${query}`);
      const { body } = await getJson(site, `/api/articles${query}`);
      const slugs = body.articles.map(({ slug }: { slug: string }) => `/articles/${slug}`);
      expect([query, hrefs(document, "main section ul h3 a")]).toEqual([query, slugs]);
      expect(text(document, "#found")).toMatch(new RegExp(`^${body.total} articles?$`));
    }
    const unknownTypeAnswer = await get(site, "/articles?type=nope");
    expect([unknownTypeAnswer.status, unknownTypeAnswer.headers.get("Location")]).toEqual([302, "/articles"]);
    const { body } = await getJson(site, "/api/articles");
    expect(body).toMatchObject({ total: 21, totalPages: 2, currentPage: 1 });
    expect(body.articles[0]).toMatchObject({
      slug: "all-of-it",
      featured: true,
      expertSlug: "ada-full",
      aiGenerated: true,
    });
    const { document } = await read("/articles");
    expect(hrefs(document, "nav[aria-label=Pages] li a")).toEqual(["/articles", "/articles?page=2"]);
    expect(text(document, "main header > nav [aria-current]")).toBe("All 21");
    expect(hrefs((await read("/articles?search=flock")).document, "main header > nav a")[1]).toBe(
      "/articles?type=expertise-tip&search=flock",
    );
    expect(document.querySelector("main img")?.getAttribute("srcset")).toContain("-640.webp 640w");
  });

  test("D24 an unusable parameter is refused by the call, and corrected on the page", async () => {
    for (const query of ["page=0", "page=x", "limit=0", "limit=101"])
      expect([query, (await getJson(site, `/api/articles?${query}`)).status]).toEqual([query, 400]);
    expect((await getJson(site, "/api/articles?page=99")).body).toMatchObject({ articles: [], total: 21 });
    expect(text((await read("/articles?page=99")).document, ".list-head p")).toBe("Page 2 of 2");
    expect((await get(site, "/articles?search=&page=1")).headers.get("Location")).toBe("/articles");
    expect((await json(site, "POST", "/api/articles", {})).status).toBe(405);
  });

  test("D64 a search without results says 'No articles found.'", async () => {
    expect(text((await read("/articles?search=qwxyz")).document, "main section p")).toBe("No articles found.");
  });
});

describe("PA02 /articles/{slug}", () => {
  test("D65 shows every part of an article", async () => {
    const { document, html } = await read("/articles/all-of-it");
    expect(text(document, "h1")).toBe("All of it");
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(text(document, "article header > p:last-of-type")).toBe(
      "20 Mar 2026 1 min read About Ada Full AI-generated",
    );
    expect(document.querySelector("article time")?.getAttribute("datetime")).toBe(publishedOn(20).publishedAt);
    const image = document.querySelector("article img");
    expect(["src", "width", "height", "alt"].map((name) => image?.getAttribute(name))).toEqual([
      IMAGE,
      "1280",
      "720",
      "A clock & its hands",
    ]);
    expect(image?.getAttribute("srcset")).toMatch(/-640\.webp 640w, \S+-1280x720\.webp 1280w$/);
    expect(hrefs(document, 'nav[aria-label="On this page"] details a')).toEqual([
      "#section-one",
      "#section-two",
      "#section-last",
    ]);
    for (const id of hrefs(document, 'nav[aria-label="On this page"] a'))
      expect(document.querySelector(id as string)?.tagName).toBe("H2");
    expect(hrefs(document, ".prose a")).toEqual(["/directory", "#section-last", "https://out.example/"]);
    expect(text(document, "#ai")).toContain("with the help of AI");
    expect(hrefs(document, "[aria-label=Tags] a")).toEqual([
      "/articles?search=qwert+biology",
      "/articles?search=R%26D",
    ]);
    expect((await getJson(site, "/api/articles?search=qwert+biology")).body.total).toBe(1);
    expect(hrefs(document, ".provenance a")).toEqual(["https://doi.org/10.1016/x"]);
    expect(text(document, ".provenance summary")).toBe("Sources");
    expect(hrefs(document, "section[aria-labelledby=expert] h3 a")).toEqual(["/ada-full"]);
    expect(text(document, ".tips button")).toBe("Share Article");
    expect(text(document, "article ~ p")).toContain("not intended to diagnose");
    expect(hrefs(document, "#related h3 a")[0]).toBe("/articles/also-of-ada");
    expect(document.querySelectorAll("#related li")).toHaveLength(3);
  });

  test("D65 shows no empty part for missing headings, AI, image, tags or sources", async () => {
    const { document } = await read("/articles/flock-0");
    for (const selector of [
      'nav[aria-label="On this page"]',
      "#ai",
      "article img",
      "[aria-label=Tags]",
      ".provenance details",
      "#expert",
    ])
      expect([selector, document.querySelector(selector)]).toEqual([selector, null]);
    expect(text(document, "article header > p:last-of-type")).toBe("1 Mar 2026 1 min read");
  });

  test("D65 the excerpt leads, with its sources, unless the text begins with the same words", async () => {
    const excerpt = "Long *words* & few.";
    const excerptArticles = [
      article("Led", { excerpt, body: "The text goes on." }),
      article("Not led", { excerpt: "The text begins with…", body: "# Not led\n\nThe *text* begins\nwith the same." }),
      article("Bare", { excerpt: "", body: "No more." }),
    ];
    await addArticles(
      site,
      excerptArticles.map((item) => ({ ...item, origin: "editor", ...publishedOn(1) })),
    );
    const { document } = await read("/articles/led");
    expect(text(document, "h1 + p")).toBe(excerpt);
    for (const slug of ["not-led", "bare"]) {
      const { document } = await read(`/articles/${slug}`);
      expect([slug, text(document, "h1 + p")]).toEqual([slug, "1 Mar 2026 1 min read"]);
    }
    await query(site.dataDir, "DELETE FROM articles WHERE slug IN ('led', 'not-led', 'bare')");
  });

  test("D65 an unknown article answers 404 with 'Article Not Found', and so does its share image", async () => {
    const { document, response } = await read("/articles/no-such");
    expect([response.status, text(document, "h1"), document.title]).toEqual([
      404,
      "Article Not Found",
      "Article Not Found",
    ]);
    expect((await get(site, "/articles/no-such/share.png")).status).toBe(404);
    expect((await get(site, "/articles/all-of-it/more")).status).toBe(404);
  });

  test("an author's text cannot run scripts or break out of the page", async () => {
    for (const path of ["/articles/hostile", "/articles", "/articles?search=alert", "/directory?search=alert"]) {
      const { document, response, html } = await read(path);
      expect([path, response.status]).toEqual([path, 200]);
      expect(document.querySelectorAll("main script:not([type]), main [onerror], main img[src=x]")).toHaveLength(0);
      expect(html).not.toContain('href="javascript:');
    }
    expect(text((await read("/articles/hostile")).document, "h1")).toContain("<script>alert(1)</script>");
  });

  test("D28 the name of an expert in the trash stays, without a link", async () => {
    await addArticles(starter, [article("Last words", { slug: "last-words", expert: "linda-partridge" })]);
    expect(hrefs((await read("/articles/last-words", starter)).document, "article header > p:last-of-type a")).toEqual([
      "/linda-partridge",
    ]);
    const admin = (await signUpAdmin(starter)).headers;
    const { body } = await getJson(starter, "/api/experts/linda-partridge");
    expect((await json(starter, "DELETE", `/api/experts/${body.id}`, undefined, { headers: admin })).status).toBe(200);
    const { document } = await read("/articles/last-words", starter);
    expect(text(document, "article header > p:last-of-type")).toContain("About Linda Partridge");
    expect([hrefs(document, "article header > p:last-of-type a"), document.querySelector("#expert")]).toEqual([
      [],
      null,
    ]);
  });
});

describe("D46 a draft, a scheduled article and an article in the trash", () => {
  const secrets = ["secret-plans", "secret-schedule", "secret-rubbish"];

  test("are seen by nobody else, at any address", async () => {
    const paths = [
      "/articles",
      "/articles?page=2",
      "/articles?search=secret",
      "/api/articles?limit=100",
      "/api/articles?search=secret",
      "/articles/feed.xml",
      "/articles/feed.json",
      "/sitemap.xml",
      "/ada-full",
      "/articles/also-of-ada",
      "/?search=secret",
      "/directory?search=secret",
      "/_root.data?search=secret",
      "/articles.data?search=secret",
    ];
    for (const path of paths) {
      const answer = await (await get(site, path)).text();
      expect([path, /secret (plans|schedule|rubbish)|secret-/i.test(answer.replaceAll("search=secret", ""))]).toEqual([
        path,
        false,
      ]);
    }
    for (const slug of secrets)
      for (const query of [
        "",
        "?draft=",
        "?draft=wrong",
        `?draft=${SECRET.slice(0, -1)}`,
        `?draft=${SECRET.toUpperCase()}`,
      ]) {
        const response = await get(site, `/articles/${slug}${query}`);
        const html = await response.text();
        expect([slug, query, response.status, response.headers.get("Cache-Control")]).toEqual([
          slug,
          query,
          404,
          "no-store",
        ]);
        // Equal to the page of an address that does not exist, but for the nonce of its scripts.
        const missingPage = await (await get(site, `/articles/no-such${query}`)).text();
        const withoutNonce = (page: string) => page.replace(/ nonce="[^"]*"/g, "");
        expect(withoutNonce(html).replaceAll(slug, "no-such")).toBe(withoutNonce(missingPage));
        expect((await get(site, `/articles/${slug}.data${query}`)).status).toBe(404);
        expect((await get(site, `/articles/${slug}/share.png${query}`)).status).toBe(404);
      }
  });

  test("a draft opens for its share link and for admins, with a banner, and is never cached", async () => {
    for (const [path, headers] of [
      [`/articles/secret-plans?draft=${SECRET}`, {}],
      ["/articles/secret-plans", admin],
      ["/articles/secret-schedule", admin],
    ] as const) {
      const { document, response } = await read(path, site, headers);
      expect([path, response.status, text(document, "main [data-tone=caution]")?.startsWith("Draft.")]).toEqual([
        path,
        200,
        true,
      ]);
      expect(response.headers.get("Cache-Control")).toBe("no-store");
      expect([metaOf(document, "robots"), response.headers.get("X-Robots-Tag")]).toEqual(["noindex", "noindex"]);
      expect(document.querySelector("link[rel=canonical]")?.getAttribute("href")).not.toContain("draft");
      expect(document.documentElement.outerHTML).not.toContain(headers === admin ? SECRET : "/admin/articles/");
      const data = await get(site, path.replace(/(secret-\w+)/, "$1.data"), { headers });
      expect([data.status, data.headers.get("Cache-Control")]).toEqual([200, "no-store"]);
    }
    const { document } = await read("/articles/secret-plans", site, admin);
    expect(hrefs(document, "main [data-tone=caution] a")[0]).toMatch(/^\/admin\/articles\/\w+$/);
    for (const headers of [admin, {}])
      expect((await get(site, "/articles/secret-rubbish", { headers })).status).toBe(404);
  });

  test("D62 is public once it is published, and only then its former addresses redirect", async () => {
    await addArticles(site, [article("In the making", { slug: "in-the-making", status: "draft" })]);
    await changeArticleOf(site, "in-the-making", { slug: "made" });
    expect((await get(site, "/articles/in-the-making")).status).toBe(404);
    await changeArticleOf(site, "made", { status: "published" });
    const redirect = await get(site, "/articles/in-the-making");
    expect([redirect.status, redirect.headers.get("Location")]).toEqual([301, "/articles/made"]);
    expect((await get(site, "/articles/Made")).headers.get("Location")).toBe("/articles/made");
    expect((await get(site, "/articles/made")).status).toBe(200);
    await changeArticleOf(site, "made", { status: "draft" });
    expect((await get(site, "/articles/made")).status).toBe(404);
  });
});

test("D81 an image whose file is missing is shown nowhere: lists, pages, feeds, link previews", async () => {
  for (const path of ["/articles", "/articles/also-of-ada", "/articles/feed.xml", "/articles/feed.json"])
    expect([path, await (await get(site, path)).text()]).toEqual([path, expect.not.stringContaining("abzdefgh")]);
});

describe("PA03 for search engines and link previews", () => {
  test("has one address, Open Graph with an image, Article and BreadcrumbList", async () => {
    const { document } = await read("/articles/all-of-it");
    const url = `${ORIGIN}/articles/all-of-it`;
    expect(document.title).toBe("All of it | Long Lives");
    expect(document.querySelector("link[rel=canonical]")?.getAttribute("href")).toBe(url);
    expect(metaOf(document, "description")).toBe("In *short*: everything.");
    expect(metaOf(document, "og:type")).toBe("article");
    expect(metaOf(document, "og:url")).toBe(url);
    expect(metaOf(document, "og:image")).toBe(`${ORIGIN}/uploads/ab/abcdefghjkmnpqrs-share.jpg`);
    expect(metaOf(document, "og:image:alt")).toBe("A clock & its hands");
    expect(metaOf(document, "article:published_time")).toBe(publishedOn(20).publishedAt);
    const [articleData, crumbs] = dataOf(document);
    expect(articleData).toMatchObject({
      "@type": "Article",
      headline: "All of it",
      datePublished: publishedOn(20).publishedAt,
      mainEntityOfPage: url,
      author: { name: "Long Lives" },
      about: { "@type": "Person", name: "Ada Full", url: `${ORIGIN}/ada-full` },
    });
    expect(crumbs.itemListElement.map(({ item }: { item: string }) => item)).toEqual([
      `${ORIGIN}/`,
      `${ORIGIN}/articles`,
      url,
    ]);
    expect(hrefs((await read("/articles")).document, "link[rel=alternate]")).toEqual([
      "/articles/feed.xml",
      "/articles/feed.json",
    ]);
  });

  test("draws an image for an article without one, and again only when the title changes", async () => {
    for (const slug of ["hostile", "flock-0"]) {
      const { document } = await read(`/articles/${slug}`);
      expect(metaOf(document, "og:image")).toBe(`${ORIGIN}/articles/${slug}/share.png`);
      const response = await get(site, `/articles/${slug}/share.png`);
      expect([response.status, response.headers.get("Content-Type")]).toEqual([200, "image/png"]);
      expect(response.headers.get("Cross-Origin-Resource-Policy")).toBe("cross-origin");
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(await sharp(bytes).metadata()).toMatchObject({ format: "png", width: 1200, height: 630 });
      expect(bytes.length).toBeLessThan(60_000);
      const tag = response.headers.get("ETag") as string;
      const cachedAnswer = await get(site, `/articles/${slug}/share.png`, { headers: { "If-None-Match": tag } });
      expect([cachedAnswer.status, cachedAnswer.headers.get("ETag")]).toEqual([304, tag]);
    }
    const answers = await Promise.all(
      Array.from({ length: 14 }, (_, n) => get(site, `/articles/flock-${n}/share.png`)),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    await changeArticleOf(site, "flock-1", { title: `${"Very long ".repeat(40)}` });
    const changedAnswer = await get(site, "/articles/flock-1/share.png");
    expect(changedAnswer.headers.get("ETag")).not.toBe(answers[1]?.headers.get("ETag"));
  });

  test("D66 the footer and the sitemap link to articles", async () => {
    expect(hrefs((await read("/")).document, "footer nav[aria-label=Resources] a")).toContain("/articles");
    const sitemap = await (await get(site, "/sitemap.xml")).text();
    for (const path of ["/articles", "/articles/all-of-it"]) expect(sitemap).toContain(`<loc>${ORIGIN}${path}</loc>`);
  });
});

describe("PA04 articles on an expert's profile", () => {
  test("D49 linked articles stand first in the highlights beyond the three; others stand below", async () => {
    const { document } = await read("/ada-full");
    const links = Array.from(document.querySelectorAll("#highlights h3 a"), (link) => link.textContent);
    expect(links).toEqual(["All of it", "A headline", "Headline alone", "A third"]);
    expect(hrefs(document, "#highlights h3 a")[0]).toBe("/articles/all-of-it");
    expect(hrefs(document, "#articles a")).toEqual(["/articles/also-of-ada"]);
    expect((await read("/cynthia-kenyon")).document.querySelector("#articles")).toBeNull();
  });
});

describe("articles in the site's search", () => {
  test("shows a few matching articles in directory and home, and only with a search", async () => {
    for (const path of ["/directory", "/"]) {
      const { document } = await read(`${path}?search=flock`);
      expect(text(document, "#found-articles")).toBe("Articles (14)");
      expect(hrefs(document, "[aria-labelledby=found-articles] a")).toHaveLength(4);
      expect(hrefs(document, "[aria-labelledby=found-articles] a").at(-1)).toBe("/articles?search=flock");
      for (const unmatchedPath of [path, `${path}?search=kenyon`])
        expect([
          unmatchedPath,
          (await read(unmatchedPath)).document.querySelector("[aria-labelledby=found-articles]"),
        ]).toEqual([unmatchedPath, null]);
    }
    expect(text((await read("/directory?search=qqxqqx&category=author")).document, "main")).toContain(
      "No experts found",
    );
  });
});

describe("feeds", () => {
  test("Atom is well-formed, with every element that RFC 4287 requires, complete texts and absolute addresses", async () => {
    const response = await get(site, "/articles/feed.xml");
    expect(response.headers.get("Content-Type")).toBe("application/atom+xml; charset=utf-8");
    const feed = new JSDOM(await response.text(), { contentType: "application/xml" }).window.document;
    const ATOM = "http://www.w3.org/2005/Atom";
    expect([feed.documentElement.localName, feed.documentElement.namespaceURI]).toEqual(["feed", ATOM]);
    const childrenOf = (parent: Element, name: string) =>
      Array.from(parent.children).filter((element) => element.localName === name);
    const isTime = (time: string | null | undefined) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(time ?? "");
    for (const name of ["id", "title", "updated", "author"])
      expect([name, childrenOf(feed.documentElement, name).length]).toEqual([name, 1]);
    const self = childrenOf(feed.documentElement, "link").find((link) => link.getAttribute("rel") === "self");
    expect(self?.getAttribute("href")).toBe(`${ORIGIN}/articles/feed.xml`);
    const entries = childrenOf(feed.documentElement, "entry");
    expect(entries).toHaveLength(20);
    const ids = new Set<string>();
    for (const entry of entries) {
      for (const name of ["id", "title", "updated", "published", "summary", "content"])
        expect([name, childrenOf(entry, name).length]).toEqual([name, 1]);
      for (const name of ["updated", "published"]) expect(isTime(childrenOf(entry, name)[0]?.textContent)).toBe(true);
      expect(childrenOf(entry, "id")[0]?.textContent).toMatch(/^tag:long\.example,2024:article\/\w{16}$/);
      expect(childrenOf(entry, "link")[0]?.getAttribute("href")).toMatch(/^https:\/\/long\.example\/articles\/[\w-]+$/);
      ids.add(childrenOf(entry, "id")[0]?.textContent ?? "");
    }
    expect(ids.size).toBe(20);
    const newest = entries
      .map((entry) => childrenOf(entry, "updated")[0]?.textContent as string)
      .sort()
      .at(-1);
    expect(childrenOf(feed.documentElement, "updated")[0]?.textContent).toBe(newest);
    const fullEntry = entries.find((entry) => childrenOf(entry, "title")[0]?.textContent === "All of it") as Element;
    const content = new JSDOM(childrenOf(fullEntry, "content")[0]?.textContent ?? "").window.document;
    expect(hrefs(content, "a")).toEqual([
      `${ORIGIN}/directory`,
      `${ORIGIN}/articles/all-of-it#section-last`,
      "https://out.example/",
    ]);
    expect(content.body.textContent).toContain("with the help of AI");
    expect(content.querySelector("h1, script")).toBeNull();
  });

  test("JSON Feed 1.1 has the same entries", async () => {
    const { body, headers } = await getJson(site, "/articles/feed.json");
    expect(headers.get("Content-Type")).toBe("application/feed+json; charset=utf-8");
    expect(body).toMatchObject({
      version: "https://jsonfeed.org/version/1.1",
      title: "Articles | Long Lives",
      home_page_url: `${ORIGIN}/articles`,
      feed_url: `${ORIGIN}/articles/feed.json`,
    });
    expect(body.items).toHaveLength(20);
    for (const item of body.items) {
      expect(item).toEqual(
        expect.objectContaining({ id: expect.any(String), url: expect.any(String), content_html: expect.any(String) }),
      );
      expect(Number.isNaN(Date.parse(item.date_published))).toBe(false);
    }
    expect(body.items[0]).toMatchObject({ title: expect.any(String), tags: expect.any(Array) });
    const fullItem = body.items.find(({ title }: { title: string }) => title === "All of it");
    expect(fullItem).toMatchObject({
      image: `${ORIGIN}/uploads/ab/abcdefghjkmnpqrs-share.jpg`,
      tags: ["Research Insight", "qwert biology", "R&D"],
    });
  });

  test("PA02 stored images of the text are shown, with absolute addresses in feeds; an image without a file is left out", async () => {
    const { document } = await read("/articles/all-of-it");
    const images = Array.from(document.querySelectorAll<HTMLImageElement>(".prose img"));
    expect(images.map(({ alt, width, height }) => [alt, width, height])).toEqual([["Hands", 1280, 720]]);
    const { body } = await getJson(site, "/articles/feed.json");
    const { content_html } = body.items.find(({ title }: { title: string }) => title === "All of it");
    expect(content_html).toContain(`<img src="${ORIGIN}${IMAGE}" srcset="${ORIGIN}/uploads/ab/`);
    expect(content_html).not.toContain("Lost");
  });

  test.each(["/articles/feed.xml", "/articles/feed.json"])("%s is sent again only after a change", async (path) => {
    const firstAnswer = await get(site, path);
    const tag = firstAnswer.headers.get("ETag") as string;
    // A feed that changed twice within a second has no Last-Modified.
    const date = firstAnswer.headers.get("Last-Modified");
    expect(date === null || !Number.isNaN(Date.parse(date))).toBe(true);
    expect((await get(site, path, { headers: { "If-None-Match": tag } })).status).toBe(304);
    await changeArticleOf(site, "also-of-ada", { body: `Changed for ${path}.` });
    const nextAnswer = await get(site, path, { headers: { "If-None-Match": tag } });
    expect([nextAnswer.status, (await nextAnswer.text()).includes(`Changed for ${path}.`)]).toEqual([200, true]);
  });
});

describe("transfer size", () => {
  test("PB09 HTML and CSS of an article and of the list have at most 20 KB, and load nothing from another host", async () => {
    for (const path of ["/articles", "/articles/what-the-hallmarks-of-ageing-are"]) {
      const { html, document } = await read(path, starter);
      let { length: bytes } = gzipSync(html, { level: 6 });
      for (const href of hrefs(document, "link[rel=stylesheet]"))
        bytes += gzipSync(await (await get(starter, href as string)).text(), { level: 6 }).length;
      expect([path, bytes <= 20_480]).toEqual([path, true]);
      const resources = "script[src], img[src], source[src], iframe[src], link:not([rel=canonical])";
      for (const element of document.querySelectorAll(resources))
        expect(element.getAttribute("src") ?? element.getAttribute("href")).toMatch(/^\/(?!\/)/);
    }
  });
});

test("D64 the list says 'No articles yet.' once all articles are in the trash", async () => {
  const starterAdmin = await signUpAdmin(starter);
  const { articles } = (await getJson(starter, "/api/articles?limit=100")).body;
  for (const { id } of articles)
    expect((await json(starter, "DELETE", `/api/admin/articles/${id}`, undefined, starterAdmin)).status).toBe(200);
  const { document, response } = await read("/articles", starter);
  expect([response.status, text(document, "main section p")]).toEqual([200, "No articles yet."]);
  for (const path of ["/articles/feed.xml", "/articles/feed.json"]) expect((await get(starter, path)).status).toBe(200);
});
