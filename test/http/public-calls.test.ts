/** Tests the public JSON calls over HTTP, and the properties of every answer of the server. */
import { request } from "node:http";
import { connect as connectSocket } from "node:net";
import { gzipSync } from "node:zlib";
import { DomUtils, parseDocument } from "htmlparser2";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { api } from "../../app/http/api.server";
import { categories } from "../../app/models/records/listings/categories";
import { query } from "../support/database";
import { adaFull, addPeople, makeCrowd, troublemakers } from "../support/people";
import { form, get, getJson, json } from "../support/requests";
import { type Site, startSite } from "../support/site";

interface ListedExpert {
  slug: string;
  name: string;
  featured: boolean;
  categories: string[];
}

let site: Site;
let everyone: ListedExpert[];
beforeAll(async () => {
  site = await startSite();
  // Namesakes stand in the middle of the list, where their order has to be stable too.
  const namesakes = makeCrowd(30, { categories: ["author"] }).map((person, index) => ({
    ...person,
    slug: `same-${index}`,
    name: "Lee",
  }));
  await addPeople(site, [adaFull, ...troublemakers, ...namesakes]);
  everyone = (await getJson(site, "/api/experts")).body;
});
afterAll(() => site.stop());

describe("PB26 GET /api/experts/homepage", () => {
  test("PB26 returns the first 12 experts, with the featured ones beside them", async () => {
    const { status, body } = await getJson(site, "/api/experts/homepage");
    expect(status).toBe(200);
    expect(body).toMatchObject({ currentPage: 1, totalPages: Math.ceil(everyone.length / 12) });
    expect(slugsOf(body.experts)).toEqual(slugsOf(everyone).slice(0, 12));
    expect(slugsOf(body.featured)).toEqual(slugsOf(everyone.filter(({ featured }) => featured)));
    expect(body.featured.length).toBeGreaterThan(3);
  });

  test("PB26 takes page, limit, search and category", async () => {
    const secondPage = (await getJson(site, "/api/experts/homepage?page=2&limit=5")).body;
    expect(secondPage.currentPage).toBe(2);
    expect(slugsOf(secondPage.experts)).toEqual(slugsOf(everyone).slice(5, 10));

    const searchResults = (await getJson(site, "/api/experts/homepage?search=sinclair")).body;
    expect(slugsOf(searchResults.experts)).toContain("david-sinclair");
    expect(searchResults.experts.length).toBeLessThan(12);

    const authors = (await getJson(site, "/api/experts/homepage?category=author")).body;
    expect(authors.experts).not.toEqual([]);
    for (const expert of [...authors.experts, ...authors.featured]) expect(expert.categories).toContain("author");
  });
});

describe("PB27 GET /api/experts/paginated", () => {
  test("PB27 returns a page with the true totals, 24 experts by default", async () => {
    const { status, body } = await getJson(site, "/api/experts/paginated");
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: everyone.length, totalPages: Math.ceil(everyone.length / 24) });
    expect(slugsOf(body.experts)).toEqual(slugsOf(everyone).slice(0, 24));
  });

  test("PB27 lists featured experts first in their order, then everybody by name", async () => {
    const [featuredExperts, otherExperts] = [
      everyone.filter(({ featured }) => featured),
      everyone.filter(({ featured }) => !featured),
    ];
    expect(slugsOf(everyone)).toEqual(slugsOf([...featuredExperts, ...otherExperts]));
    const latinNames = otherExperts.map(({ name }) => name).filter((name) => /^[A-Z]/.test(name));
    expect(latinNames).toEqual([...latinNames].sort((a, b) => a.localeCompare(b, "en")));
    expect(latinNames.length).toBeGreaterThan(50);
  });

  test.each([
    "",
    "&category=author",
    "&category=academic",
    "&search=longevity",
    "&search=lee",
    "&category=author&search=le",
  ])("PB27 all pages together show every expert once (%s)", async (filters) => {
    const everybody = (await getJson(site, `/api/experts/paginated?limit=100${filters}`)).body;
    const slugs: string[] = [];
    // Several pages each, of which the last is not full.
    const limit = everybody.total > 60 ? 17 : 7;
    const totalPages = Math.ceil(everybody.total / limit);
    for (let page = 1; page <= totalPages; page++) {
      const { body } = await getJson(site, `/api/experts/paginated?limit=${limit}&page=${page}${filters}`);
      expect(body).toMatchObject({ total: everybody.total, totalPages });
      slugs.push(...slugsOf(body.experts));
    }
    expect(slugs).toHaveLength(everybody.total);
    expect(new Set(slugs).size).toBe(everybody.total);
    expect(slugs).toEqual(slugsOf(everybody.experts));
    expect(slugs.length).toBeGreaterThan(7);
  });
});

test("PR16 a work that OpenAlex was not asked about has null for citations and retraction", async () => {
  const works: { openalex: string; citations: unknown; retracted: unknown }[] = [];
  // Such a work is stored with its DOI in place of OpenAlex's identifier.
  const people = await query<{ slug: string }>(
    site.dataDir,
    `SELECT slug FROM experts WHERE deletedAt IS NULL
     AND rowId IN (SELECT expertRowId FROM works WHERE openalex = doi AND status = 'accepted') ORDER BY slug LIMIT 5`,
  );
  for (const { slug } of people) works.push(...(await getJson(site, `/api/experts/${slug}`)).body.works);
  const uncheckedWorks = works.filter(({ openalex }) => openalex === "");
  expect(uncheckedWorks.length).toBeGreaterThan(0);
  for (const work of uncheckedWorks) expect(work).toMatchObject({ citations: null, retracted: null });
});

describe("PB28 GET /api/experts", () => {
  test("PB28 returns everybody as an array, without biography and embeds", async () => {
    const { body, headers } = await getJson(site, "/api/experts");
    expect(body).toHaveLength(Number(headers.get("X-Total-Count")));
    expect(new Set(slugsOf(body)).size).toBe(body.length);
    expect(slugsOf(body)).toContain("cynthia-kenyon");
    const ada = body.find(({ slug }: ListedExpert) => slug === "ada-full");
    expect(ada).toMatchObject({
      name: "Ada Full",
      title: adaFull.title,
      books: adaFull.books,
      productTitle: adaFull.productTitle,
    });
    expect(Object.keys(ada)).not.toEqual(expect.arrayContaining([expect.stringMatching(/biography|embed/i)]));
    expect(headers.get("Link")).toBeNull();
  });

  test("PB28 its Link header leads through the complete list, forwards and back", async () => {
    const slugs: string[] = [];
    let path: string | undefined = "/api/experts?limit=20";
    let lastPath = "";
    while (path) {
      const { body, headers } = await getJson(site, path);
      slugs.push(...slugsOf(body));
      lastPath = path;
      path = linkOf(headers, "next");
    }
    expect(slugs).toEqual(slugsOf(everyone));
    const previous = linkOf((await getJson(site, lastPath)).headers, "prev");
    expect(previous).toBeDefined();
    expect((await getJson(site, previous as string)).body).toHaveLength(20);
  });

  test("PB28 a page past the end is empty and links back to the last page", async () => {
    const { status, body, headers } = await getJson(site, "/api/experts?limit=50&page=999");
    expect([status, body]).toEqual([200, []]);
    expect(headers.get("X-Total-Count")).toBe(String(everyone.length));
    expect(linkOf(headers, "next")).toBeUndefined();
    const lastPage = (await getJson(site, linkOf(headers, "prev") as string)).body;
    expect(slugsOf(lastPage).at(-1)).toBe(slugsOf(everyone).at(-1));
  });
});

describe("PR16 GET /api/experts/{slug}", () => {
  test("PR16 returns every public field as it was stored", async () => {
    const { status, body } = await getJson(site, "/api/experts/ada-full");
    expect(status).toBe(200);
    expect(body).toMatchObject(adaFull);
    expect(body.id).toMatch(/^\w+$/);
    expect(Object.keys(body)).not.toEqual(
      expect.arrayContaining(["rowId", "sortName", "deletedAt", "featuredPosition"]),
    );
  });

  test("PR16 an unknown or deleted expert is not found", async () => {
    for (const slug of ["nobody", "homepage1", "%00", "david%2Fsinclair", "ada-full'--"]) {
      const { status, body } = await getJson(site, `/api/experts/${slug}`);
      expect([slug, status, typeof body.message]).toEqual([slug, 404, "string"]);
    }
    await addPeople(site, [{ name: "Gone Tomorrow" }]);
    expect((await get(site, "/api/experts/gone-tomorrow")).status).toBe(200);
    await query(site.dataDir, "UPDATE experts SET deletedAt = updatedAt WHERE slug = 'gone-tomorrow'");
    expect((await get(site, "/api/experts/gone-tomorrow")).status).toBe(404);
    await query(site.dataDir, "DELETE FROM experts WHERE slug = 'gone-tomorrow'");
  });
});

describe("PB27 bad and unusual queries (decisions D23, D24)", () => {
  const CALLS = ["/api/experts/homepage", "/api/experts/paginated", "/api/experts"];

  test.each([...CALLS, "/api/corrections"])(
    "PB27 %s refuses a page that is not a whole number from 1, and names the field",
    async (path) => {
      for (const page of ["abc", "0", "-1", "1.5", "", "1e3", "%20", "٣", "0x10", "1%00"]) {
        const { status, body } = await getJson(site, `${path}?page=${page}`);
        expect([page, status]).toEqual([page, 400]);
        expect(body).toEqual({
          message: body.fieldErrors.page,
          fieldErrors: { page: expect.stringContaining("Page ") },
        });
      }
    },
  );

  test.each([...CALLS, "/api/corrections"])("PB27 %s refuses limits outside its bounds", async (path) => {
    const largestLimit = path === "/api/experts" ? 1_000 : 100;
    for (const limit of ["x", "0", "-5", String(largestLimit + 1), "99999999999999999999"]) {
      const { status, body } = await getJson(site, `${path}?limit=${limit}`);
      expect([limit, status, Object.keys(body.fieldErrors)]).toEqual([limit, 400, ["limit"]]);
    }
    for (const limit of [1, largestLimit]) expect((await get(site, `${path}?limit=${limit}`)).status).toBe(200);
  });

  test("PB27 a page past the end is empty with true totals, however far", async () => {
    for (const page of ["999", "99999999999999999999999"]) {
      for (const filters of ["", "&search=longevity", "&category=author"]) {
        const firstPage = (await getJson(site, `/api/experts/paginated?limit=24${filters}`)).body;
        const { status, body } = await getJson(site, `/api/experts/paginated?page=${page}${filters}`);
        expect([status, body.experts]).toEqual([200, []]);
        expect(body).toMatchObject({ total: firstPage.total, totalPages: firstPage.totalPages });
        expect(firstPage.total).toBeGreaterThan(0);
      }
    }
  });

  test("PB27 a category is taken by key and by slug, 'all' means everybody, an unknown one matches nobody", async () => {
    const inCategory = async (category: string) =>
      (await getJson(site, `/api/experts/paginated?limit=100&category=${category}`)).body;
    for (const { key, slug } of categories) {
      const byKey = await inCategory(key);
      expect(byKey.total).toBe(everyone.filter((expert) => expert.categories.includes(key)).length);
      expect(await inCategory(slug)).toEqual(byKey);
    }
    expect((await inCategory("all")).total).toBe(everyone.length);
    for (const unknownCategory of ["dentists", "__proto__", "constructor", "*", "Authors"]) {
      expect(await inCategory(unknownCategory)).toMatchObject({ experts: [], total: 0, totalPages: 1 });
    }
  });

  test("PB20 a search is trimmed, and a blank one is ignored", async () => {
    const searchFor = async (search: string) =>
      (await getJson(site, `/api/experts/paginated?limit=100&search=${search}`)).body;
    const results = await searchFor("sinclair");
    expect(results.total).toBeGreaterThan(0);
    expect(await searchFor("%20%20sinclair%09")).toEqual(results);
    for (const blankSearch of ["", "%20", "%09%20%0A"])
      expect((await searchFor(blankSearch)).total).toBe(everyone.length);
  });

  test("PB20 finds without accents, in any case, by beginnings and with a typo; operators and quotes are plain text", async () => {
    const firstMatch = async (search: string) =>
      slugsOf((await getJson(site, `/api/experts/paginated?search=${encodeURIComponent(search)}`)).body.experts)[0];
    expect(await firstMatch("joão magalhães")).toBe("joao-pedro-de-magalhaes");
    expect(await firstMatch("JOAO MAGALHAES")).toBe("joao-pedro-de-magalhaes");
    expect(await firstMatch("david sincl")).toBe("david-sinclair");
    expect(await firstMatch("Sinclar")).toBe("david-sinclair");
    expect(await firstMatch('"David" sinclair*')).toBe("david-sinclair");
    expect(await firstMatch("山中")).toBe("other-scripts");
  });
});

describe("PB27 a page and its JSON call show the same experts in the same order", () => {
  const QUERIES = [
    "",
    "category=author",
    "search=longevity",
    "search=aging&category=academic",
    "search=Sinclar",
    "category=dentists",
    "search=xqzv",
  ];

  test.each(QUERIES)("PB09 /directory?%s", async (query) => {
    for (let page = 1; page <= 3; page++) {
      const { body } = await getJson(site, `/api/experts/paginated?limit=24&page=${page}&${query}`);
      if (page > body.totalPages) break;
      expect(await cardsOf(`/directory?${query}${page > 1 ? `&page=${page}` : ""}`)).toEqual(slugsOf(body.experts));
    }
  });

  test.each(QUERIES.filter(Boolean))("PB03 /?%s", async (query) => {
    const { body } = await getJson(site, `/api/experts/homepage?${query}`);
    expect(await cardsOf(`/?${query}`)).toEqual(slugsOf(body.experts));
  });

  test("PB04 / shows the featured experts and then pages 1 to N of the same list, nobody twice", async () => {
    const featured = slugsOf((await getJson(site, "/api/experts/homepage")).body.featured);
    for (const page of [1, 2, 3]) {
      const { body } = await getJson(site, `/api/experts/paginated?limit=${12 * page}`);
      const otherSlugs = slugsOf(body.experts).filter((slug) => !featured.includes(slug));
      expect(await cardsOf(page > 1 ? `/?page=${page}` : "/")).toEqual([...featured, ...otherSlugs]);
    }
  });

  test("PB13 each category page shows the experts of its call", async () => {
    for (const { key, slug } of categories) {
      const { body } = await getJson(site, `/api/experts/paginated?limit=24&category=${key}`);
      expect(await cardsOf(`/directory/${slug}`)).toEqual(slugsOf(body.experts));
    }
  });
});

describe("D11 refusals are JSON with the right status", () => {
  test("D11 an unknown call is not found, whatever the method", async () => {
    for (const path of ["/api", "/api/nope", "/api/experts/a/b/c"]) {
      const { status, headers, body } = await getJson(site, path);
      expect([path, status, body]).toEqual([path, 404, { message: expect.any(String) }]);
      expect(headers.get("Content-Type")).toContain("application/json");
    }
    for (const method of ["POST", "PUT", "PATCH", "DELETE"] as const) {
      const { status, body } = await json(site, method, "/api/nope", {});
      expect([method, status, body]).toEqual([method, 404, { message: expect.any(String) }]);
    }
  });

  test("D11 a wrong method gets 405 with the allowed ones", async () => {
    for (const path of ["/api/experts/homepage", "/api/experts/paginated", "/api/experts", "/api/experts/ada-full"]) {
      const { status, headers, body } = await json(site, "POST", path, {});
      expect([path, status, typeof body?.message]).toEqual([path, 405, "string"]);
      expect(headers.get("Allow")).toContain("GET");
      expect(headers.get("Cache-Control")).toBe("no-store");
    }
  });
});

describe("D11 an unusable body", () => {
  test("D11 a form that is too large, and a body that is not a form, are refused", async () => {
    const largeFormAnswer = await form(site, "/preferences", { scheme: "x".repeat(2_000_000) });
    expect([largeFormAnswer.status, await largeFormAnswer.json()]).toEqual([413, { message: expect.any(String) }]);
    const call = await json(site, "POST", "/preferences", { scheme: "dark" });
    expect([call.status, call.body]).toEqual([415, { message: expect.any(String) }]);
  });

  // No public call takes a body, so this tests the wrapper of all calls.
  test.each([
    ["too large", 413, "application/json", "", JSON.stringify("x".repeat(1_100_000))],
    ["not JSON by its name", 415, "text/plain", "", "{}"],
    ["not JSON", 400, "application/json", "", "{"],
    ["not in UTF-8", 400, "application/json", "", Buffer.from('{"a":"Zo\u00eb"}', "latin1")],
    ["compressed", 415, "application/json", "gzip", gzipSync('{"a":1}')],
    ["fine", 200, "application/json; charset=utf-8", "identity", '{"a":1}'],
    ["of a kind of JSON", 200, "application/merge-patch+json", "", '{"a":1}'],
  ])("D11 JSON that is %s: %i", async (_, status, type, encoding, body) => {
    const headers = { "Content-Type": type, "Content-Encoding": encoding };
    const request = new Request("http://localhost/api/x", { method: "POST", headers, body });
    const response = await echo.action({ request, params: {}, context: {} });
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual(status === 200 ? { a: 1 } : { message: expect.stringMatching(/[a-z]/) });
  });
});

describe("PB29 how long answers may be cached", () => {
  test.each([
    ["/api/experts/homepage", "public, max-age=300"],
    ["/api/experts/homepage?page=2", "public, max-age=300"],
    ["/api/experts/paginated", "public, max-age=120"],
    ["/api/experts/paginated?search=aging", "public, max-age=120"],
    ["/api/experts/paginated?category=author", "public, max-age=30"],
    ["/directory.data", "public, max-age=120"],
    ["/directory/authors.data", "public, max-age=30"],
    ["/_root.data", "public, max-age=300"],
    ["/", "public, max-age=0, must-revalidate"],
    ["/directory", "public, max-age=0, must-revalidate"],
    ["/ada-full", "public, max-age=0, must-revalidate"],
    ["/sitemap.xml", "public, max-age=0, must-revalidate"],
    ["/nobody", "no-store"],
    ["/api/nope", "no-store"],
    ["/healthz", "no-store"],
  ])("PB29 %s: %s", async (path, cache) => {
    const { headers } = await get(site, path);
    expect(headers.get("Cache-Control")).toBe(cache);
    expect(headers.get("Vary")).toMatch(/Cookie/);
  });

  test("PB29 files with a hash in their name are cached for a year, others for an hour", async () => {
    const html = await (await get(site, "/")).text();
    const stylesheet = html.match(/<link rel="stylesheet" href="(\/build\/[^"]+)"/)?.[1] as string;
    expect((await get(site, stylesheet)).headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
    expect((await get(site, "/favicon.svg")).headers.get("Cache-Control")).toBe("public, max-age=3600");
  });

  test("PB29 answers for a signed-in reader are never cached", async () => {
    for (const cookie of ["session=x", "a=b; session=x", "__Host-session=x"]) {
      for (const path of ["/", "/api/experts/homepage", "/directory.data"]) {
        const { headers } = await get(site, path, { headers: { Cookie: cookie } });
        expect([path, headers.get("Cache-Control"), headers.get("ETag")]).toEqual([path, "private, no-store", null]);
      }
    }
    const { headers } = await get(site, "/", { headers: { Cookie: "xsession=x; scheme=y" } });
    expect(headers.get("Cache-Control")).toContain("public");
  });

  test("PB29 a cached answer gets 304 until it changes", async () => {
    for (const path of ["/directory", "/api/experts/paginated", "/ada-full", "/sitemap.xml", "/directory.data"]) {
      const firstAnswer = await get(site, path);
      const tag = firstAnswer.headers.get("ETag") as string;
      for (const sentTags of [tag, `"other", ${tag}`, tag.replace("W/", ""), "*"]) {
        const cachedAnswer = await get(site, path, { headers: { "If-None-Match": sentTags } });
        expect([path, sentTags, cachedAnswer.status, await cachedAnswer.text()]).toEqual([path, sentTags, 304, ""]);
        expect(cachedAnswer.headers.get("ETag")).toBe(tag);
        expect(cachedAnswer.headers.get("Cache-Control")).toBe(firstAnswer.headers.get("Cache-Control"));
      }
      expect((await get(site, path, { headers: { "If-None-Match": '"other"' } })).status).toBe(200);
    }
    const tagBefore = (await get(site, "/api/experts/paginated")).headers.get("ETag") as string;
    await addPeople(site, [{ name: "Aaa Newcomer" }]);
    const response = await get(site, "/api/experts/paginated", { headers: { "If-None-Match": tagBefore } });
    expect(response.status).toBe(200);
    expect(await response.text()).toContain("aaa-newcomer");
    everyone = (await getJson(site, "/api/experts")).body;
  });

  test("PB29 HEAD answers as GET does, without the body", async () => {
    for (const path of [
      "/directory",
      "/api/experts/paginated",
      "/nobody",
      "/api/nope",
      "/robots.txt",
      "/favicon.svg",
      "/favicon.ico",
    ]) {
      const [headAnswer, getAnswer] = [await ask({ method: "HEAD", path }), await ask({ path })];
      expect([path, headAnswer.status, headAnswer.body]).toEqual([path, getAnswer.status, ""]);
      for (const name of ["content-type", "content-length", "etag", "cache-control"]) {
        expect([path, name, headAnswer.headers[name]]).toEqual([path, name, getAnswer.headers[name]]);
      }
    }
  });
});

describe("security headers of every answer", () => {
  test("are on pages, calls, files, redirects and refusals", async () => {
    const answers = await Promise.all([
      get(site, "/"),
      get(site, "/nobody"),
      get(site, "/directory.data"),
      get(site, "/api/experts"),
      get(site, "/api/nope"),
      get(site, "/favicon.ico"),
      get(site, "/directory?search="),
      get(site, "/%zz"),
      form(site, "/preferences", {}, { headers: { Origin: "https://evil.example" } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 200, 200, 404, 200, 302, 400, 403]);
    for (const { headers, url } of answers) {
      const securityHeaders = Object.fromEntries(SECURITY_HEADERS.map((name) => [name, headers.get(name)]));
      expect([url, securityHeaders]).toEqual([
        url,
        {
          "X-Content-Type-Options": "nosniff",
          "X-Frame-Options": "DENY",
          "Referrer-Policy": "strict-origin-when-cross-origin",
          "Cross-Origin-Opener-Policy": "same-origin",
          "Permissions-Policy": expect.stringContaining("camera=()"),
        },
      ]);
      expect([url, headers.get("X-Powered-By"), headers.get("Server")]).toEqual([url, null, null]);
    }
    // Reports of problems name the request id of the log, which cached pages lack.
    for (const { headers } of answers.filter(({ status }) => status >= 400))
      expect(headers.get("X-Request-Id")).toMatch(/^[\w-]+$/);
  });

  const SECURITY_HEADERS = [
    "X-Content-Type-Options",
    "X-Frame-Options",
    "Referrer-Policy",
    "Cross-Origin-Opener-Policy",
    "Permissions-Policy",
  ];

  test("allow pages only their own scripts, and calls none at all", async () => {
    const policy = (await get(site, "/html-everywhere")).headers.get("Content-Security-Policy") as string;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/script-src 'self' 'nonce-[\w-]{43}';/);
    expect(policy).not.toMatch(/unsafe|\*/);
    const call = (await get(site, "/api/experts")).headers.get("Content-Security-Policy");
    expect(call).toBe("default-src 'none'; frame-ancestors 'none'");
  });
});

describe("D24 hostile input gets an answer with the right status, never a fault", () => {
  const HOSTILE = [
    "%00",
    "%00%00abc",
    "%F0%9F%A7%AC",
    "%ED%A0%80",
    "%E2%80%AE",
    "../../etc/passwd",
    "..%2F..%2Fetc%2Fpasswd",
    "'",
    '"',
    "\\",
    "%5C",
    "' OR 1=1 --",
    '"; DROP TABLE experts; --',
    "NEAR(",
    "AND OR NOT",
    "a*b*",
    "^x",
    "name:x",
    "(((",
    "-",
    "{}",
    "[]",
    "$where",
    "<script>alert(1)</script>",
    "%3Cscript%3E",
    "$" + "{7*7}",
    "{{7*7}}",
    "a".repeat(5_000),
    "%20".repeat(1_000),
    "é".repeat(1_000),
    "word ".repeat(500),
    "👩‍🔬",
    "עברית",
    "عربى",
    "\u202E",
    "İ",
    "ß",
    "ﬁ",
    "\uFFFE",
    "1e309",
    "-0",
    "NaN",
    "Infinity",
    "null",
    "undefined",
    "true",
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
  ];

  test("D24 in search, category, page and limit, of pages and calls", async () => {
    const paths = ["/", "/directory", "/directory/authors", "/api/experts/paginated", "/api/experts/homepage"];
    const parameters = ["search=V", "search=V&page=2", "category=V", "page=V", "limit=V"];
    for (const [place, text] of HOSTILE.entries()) {
      const value = text.startsWith("%") ? text : encodeURIComponent(text);
      // All paths read parameters by the same functions, so each text is sent to each path in another parameter.
      for (const [index, path] of paths.entries()) {
        const parameter = parameters[(place + index) % parameters.length] as string;
        const response = await get(site, `${path}?${parameter.replace("V", () => value)}`);
        const isCall = path.startsWith("/api");
        if (isCall) expect(response.headers.get("Content-Type")).toContain("application/json");
        await response.arrayBuffer();
        const answer = [path, parameter, text.slice(0, 40), response.status];
        expect(isCall ? [200, 400] : [200, 302], JSON.stringify(answer)).toContain(response.status);
      }
    }
  });

  test("D24 in odd query strings", async () => {
    for (const query of [
      "?",
      "??",
      "?&&&",
      "?=",
      "?search",
      "?page",
      "?search=a&search=b",
      "?search[]=a",
      "?search[$ne]=1",
      "?%00=%00",
      "?page=1&page=x",
      "?%",
      "?search=%",
      "?search=%zz",
      "?category=%E0%A4%A",
      "?_data=routes%2F_site",
      "?index",
      "?_routes=",
    ]) {
      for (const path of [
        "/",
        "/directory",
        "/directory/authors",
        "/ada-full",
        "/directory.data",
        "/api/experts/paginated",
      ]) {
        const { status } = await ask({ path: path + query });
        expect([path + query, status < 500]).toEqual([path + query, true]);
      }
    }
  });

  test("D24 as a slug of a profile, a category or a call", async () => {
    for (const [index, text] of HOSTILE.entries()) {
      const value = text.startsWith("%") || text.startsWith("..") ? text : encodeURIComponent(text);
      const rarerPath = [`/experts/${value}`, `/directory/${value}`, `/${value}/${value}`][index % 3] as string;
      for (const path of [`/${value}`, `/api/experts/${value}`, rarerPath]) {
        const { status } = await ask({ path });
        expect([path.slice(0, 60), [200, 301, 302, 308, 400, 404].includes(status)]).toEqual([path.slice(0, 60), true]);
      }
    }
  });

  test("D24 as invalid percent escapes: 400 in JSON", async () => {
    const unreadablePaths =
      "/% /%zz /%E0%A4%A /directory/%C3 /api/experts/%ff /build/% /api/%c0%ae /api/a%0Ab /a%E2%80%A8";
    for (const path of unreadablePaths.split(" ")) {
      const { status, body } = await ask({ path });
      expect([path, status, JSON.parse(body)]).toEqual([path, 400, { message: expect.any(String) }]);
    }
  });

  test("D24 as addresses that leave the public folder", async () => {
    for (const path of [
      "/../package.json",
      "/build/../../package.json",
      "/%2e%2e/package.json",
      "/..%2fpackage.json",
      "/.env",
      "/.git/config",
      "/data/longevity.db",
      "//etc/passwd",
      "/build/index.js.map",
    ]) {
      const { status, body } = await ask({ path });
      // The address is normalised, and redirects within the site.
      const isRefused = status === 308 || (status >= 400 && status < 500);
      expect([path, isRefused, body.includes('"dependencies"')]).toEqual([path, true, false]);
    }
  });

  test("D24 as a Host header, which appears in no answer unless it is valid", async () => {
    for (const host of [
      "",
      "evil.example/path",
      "evil.example:99999999",
      "a b",
      "<script>",
      "user@evil.example",
      "evil.example\\@x",
      "[::1",
      "é.example",
    ]) {
      for (const path of ["/", "/sitemap.xml", "/api/experts"]) {
        const [status, answer] = await sendRaw(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
        expect([host, path, status]).toEqual([host, path, 400]);
        if (host) expect(answer).not.toContain(host);
      }
    }
    for (const host of ["localhost", "longevity.example", "longevity.example:8080", "127.0.0.1:3000", "[::1]:3000"]) {
      const [status] = await sendRaw(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
      expect([host, status]).toEqual([host, 200]);
    }
  });

  test("D24 as several Host headers, of which a proxy may have read the other", async () => {
    const [status] = await sendRaw("GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    expect(status).toBe(400);
  });

  test("D24 as forwarded hosts, which this site does not trust", async () => {
    const headers = {
      "X-Forwarded-Host": "evil.example",
      "X-Forwarded-Proto": "https",
      Forwarded: "host=evil.example",
    };
    for (const path of ["/", "/ada-full", "/sitemap.xml", "/robots.txt"]) {
      expect(await (await get(site, path, { headers })).text()).not.toContain("evil.example");
    }
  });

  test("D24 as a method", async () => {
    for (const method of ["TRACE", "PROPFIND", "BREW", "get"]) {
      for (const path of ["/", "/api/experts"]) {
        const [status] = await sendRaw(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
        expect([method, path, status >= 400 && status < 500]).toEqual([method, path, true]);
      }
    }
    for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
      for (const path of [
        "/",
        "/directory",
        "/directory/authors",
        "/ada-full",
        "/robots.txt",
        "/sitemap.xml",
        "/healthz",
        "/nobody",
        "/a/b/c",
        "/preferences",
      ]) {
        const { status } = await ask({ method, path });
        expect([method, path, status < 500]).toEqual([method, path, true]);
      }
    }
  });

  test("D24 as an invalid address, or as headers that are too long", async () => {
    const requests = [
      "GET * HTTP/1.1\r\nHost: localhost\r\n\r\n",
      "GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n",
      "OPTIONS ** HTTP/1.1\r\nHost: localhost\r\n\r\n",
      "GET / HTTP/1.1\r\n\r\n",
      "GET / HTTP/9.9\r\nHost: localhost\r\n\r\n",
      `GET / HTTP/1.1\r\nHost: localhost\r\nX-Much: ${"x".repeat(70_000)}\r\n\r\n`,
      `GET /?search=${"x".repeat(70_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
      "\u0000\u0001\u0002\r\n\r\n",
    ];
    for (const text of requests) {
      const [status] = await sendRaw(text.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"));
      expect([text.slice(0, 40), status >= 400 && status < 500]).toEqual([text.slice(0, 40), true]);
    }
  });

  test("D24 as other headers", async () => {
    const values = [
      "",
      "x",
      "*/*;q=",
      "gzip;q=0, br;q=0",
      "identity;q=0",
      "'\"<>",
      "\u00e9\u00ff",
      "a".repeat(4_000),
      "on, off",
      "%00",
      "W/",
    ];
    // Conditions end a request early, so they are not sent with the headers that shape a complete answer.
    const groups = [
      ["Accept-Encoding", "Accept", "Accept-Language", "Cookie", "Save-Data", "Origin"],
      ["If-None-Match", "If-Modified-Since"],
      ["Range"],
    ];
    for (const names of groups) {
      for (const value of values) {
        for (const path of ["/directory", "/api/experts/paginated", "/favicon.svg"]) {
          const { status } = await ask({ path, headers: Object.fromEntries(names.map((name) => [name, value])) });
          expect([names, value.slice(0, 20), path, status < 500]).toEqual([names, value.slice(0, 20), path, true]);
        }
      }
    }
    const cookies = [
      "scheme=%zz",
      "light=eyJ",
      "scheme=bm90IGpzb24=",
      "light=ImRhcmsi; scheme=e30=",
      "session=",
      "=; ;;",
    ];
    for (const Cookie of cookies) expect((await ask({ path: "/", headers: { Cookie } })).status).toBe(200);
  });
});

describe("D11 a write from another site is refused first of all", () => {
  test("D11 with 403 in JSON, by Origin or by Sec-Fetch-Site", async () => {
    const foreignHeaders: Record<string, string>[] = [
      { Origin: "https://evil.example" },
      { Origin: "null" },
      { Origin: `${site.url}.evil.example` },
      { Origin: site.url.replace("http:", "https:") },
      { "Sec-Fetch-Site": "cross-site" },
      { "Sec-Fetch-Site": "same-site" },
      { Origin: "https://evil.example", "Sec-Fetch-Site": "same-origin" },
    ];
    for (const headers of foreignHeaders) {
      for (const [method, path] of [
        ["POST", "/preferences"],
        ["POST", "/api/experts"],
        ["DELETE", "/api/nope"],
        ["PUT", "/nobody"],
      ] as const) {
        const { status, body } = await ask({ method, path, headers });
        expect([headers, path, status, JSON.parse(body)]).toEqual([
          headers,
          path,
          403,
          { message: expect.any(String) },
        ]);
      }
    }
  });

  test("D11 but not a write of the site itself, or of a client that is not a browser", async () => {
    expect((await form(site, "/preferences", { scheme: "dark" })).status).toBe(303);
    const urlencoded = { "Content-Type": "application/x-www-form-urlencoded" };
    for (const headers of [{}, { "Sec-Fetch-Site": "same-origin" }, { "Sec-Fetch-Site": "none" }] as Record<
      string,
      string
    >[]) {
      const { status } = await ask({
        method: "POST",
        path: "/preferences",
        headers: { ...urlencoded, ...headers },
        body: "scheme=dark",
      });
      expect([headers, status]).toEqual([headers, 303]);
    }
  });

  test("D11 but not a read from another site", async () => {
    const { status } = await ask({ path: "/api/experts", headers: { Origin: "https://evil.example" } });
    expect(status).toBe(200);
  });
});

const echo = api({ POST: async ({ body }) => body() });

function slugsOf(experts: ListedExpert[]): string[] {
  return experts.map(({ slug }) => slug);
}

/** Returns the people whom a page shows, in order. */
async function cardsOf(path: string): Promise<string[]> {
  const response = await get(site, path);
  expect(response.status).toBe(200);
  const page = parseDocument(await response.text()).children;
  const cards = DomUtils.getElementsByClassName("card", DomUtils.getElementsByTagName("main", page));
  const links = DomUtils.getElementsByTagName("a", DomUtils.getElementsByTagName("h3", cards));
  return links.map(({ attribs }) => attribs.href?.slice(1) ?? "");
}

function linkOf(headers: Headers, rel: string): string | undefined {
  return headers.get("Link")?.match(new RegExp(`<([^>]*)>; rel="${rel}"`))?.[1];
}

interface RequestParts {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Sends a request with its path and headers exactly as they are, which `fetch` would change. */
function ask({ method = "GET", path, headers = {}, body }: RequestParts) {
  const { hostname, port } = new URL(site.url);
  return new Promise<{ status: number; headers: Record<string, string | string[] | undefined>; body: string }>(
    (resolve, reject) => {
      const outgoing = request({ hostname, port, method, path, headers }, (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on("data", (chunk) => chunks.push(chunk));
        incoming.on("end", () =>
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            body: Buffer.concat(chunks).toString(),
          }),
        );
      });
      outgoing.on("error", reject).end(body);
    },
  );
}

/** Sends these bytes, and returns the status and the complete answer. */
function sendRaw(text: string): Promise<[status: number, rest: string]> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(site.url);
    let answer = "";
    const socket = connectSocket(Number(port), hostname, () => socket.write(text, "latin1"));
    socket.on("data", (chunk) => {
      answer += chunk;
    });
    // A server that has refused may close while the client still writes; its answer counts.
    socket.on("error", (error) => answer || reject(error));
    socket.on("close", () => resolve([Number(answer.match(/^HTTP\/1\.1 (\d{3})/)?.[1] ?? 0), answer]));
  });
}
