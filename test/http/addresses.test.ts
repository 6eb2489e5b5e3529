/** Checks that each page has one address: every other spelling redirects to it, so that rules about addresses cannot be evaded. */
import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FACETS } from "../../app/models/records/listings/facets";
import { signUpAdmin } from "../support/admin";
import { json } from "../support/requests";
import { addressOf, builtRoutes, queryNames } from "../support/routes";
import { type Site, startSite } from "../support/site";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.stop());

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Sends a path exactly as it is, which `fetch` would normalise. */
function ask(path: string, method = "GET", headers: Record<string, string> = {}): Promise<Answer> {
  const { hostname, port } = new URL(site.url);
  return new Promise((resolve, reject) => {
    const request = httpRequest({ hostname, port, path, method, headers }, async (response) => {
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: await text(response) });
    });
    request.on("error", reject).end();
  });
}

const PARAMS = { slug: "david-sinclair", category: "academic-researchers", format: "csv", kind: "experts", step: "1" };
const ROUTES = builtRoutes();
const percentEncoded = (character: string) => `%${character.charCodeAt(0).toString(16)}`;

/** Returns other spellings of a path that a router or URL parser takes for the same. */
function variantsOf(path: string): string[] {
  const words = path.split("/").slice(1);
  const changeEachWord = (change: (word: string) => string) =>
    words.map((_, index) => `/${words.with(index, change(words[index] ?? "")).join("/")}`);
  const encodeLetters = (word: string) => word.replace(/[a-z]/g, percentEncoded);
  return [
    `${path}/`,
    `${path}//`,
    `${path}/.`,
    `/.${path}`,
    `/something/..${path}`,
    `/%2e${path}`,
    path.replace(/(?<=.)\//, "//"),
    path.replace(/(?<=.)\//, "\\"),
    ...changeEachWord((word) => word.replace(/[a-z]/, percentEncoded)),
    ...changeEachWord(encodeLetters),
    ...changeEachWord((word) => word.replace(/[.-]/, percentEncoded)),
  ].filter((variant) => variant !== path);
}

/** Returns spellings with capitals in the fixed words of a route. In a parameter capitals may mean something else. */
function capitalsOf(pattern: string, path: string): string[] {
  const words = path.split("/");
  const isWord = pattern.split("/").map((part) => /^[^:*]+$/.test(part));
  const allCapitals = words.map((word, index) => (isWord[index] ? word.toUpperCase() : word)).join("/");
  const firstCapitals = words
    .map((word, index) => (isWord[index] ? word.replace(/[a-z]/, (letter) => letter.toUpperCase()) : word))
    .join("/");
  return [allCapitals, firstCapitals].filter((variant) => variant !== path);
}

describe("reliability 38 each page has one address", () => {
  test("other capitals, escapes and slashes redirect to the canonical address of every route, for reads, writes and data", async () => {
    const problems: unknown[] = [];
    let requestCount = 0;
    const shapes = new Set<string>();
    for (const route of ROUTES.filter(({ path }) => path !== "/")) {
      const path = addressOf(route, PARAMS);
      const capitals = capitalsOf(route.path, path);
      // Slashes and escapes are removed before a route is chosen, so one route of each shape gets all of them.
      const shape = `${route.path.replace(/[\w-]+/g, "w")} ${route.isCall} ${route.hasAction}`;
      const variants = shapes.has(shape) ? [] : variantsOf(path);
      shapes.add(shape);
      const spellings: [string, string, string][] = [...variants, ...capitals].map((spelling) => [
        "GET",
        spelling,
        path,
      ]);
      if (route.hasAction)
        spellings.push(...capitals.map((spelling): (typeof spellings)[number] => ["POST", spelling, path]));
      if (!route.isCall)
        spellings.push(
          ...spellings.map(([method, spelling]): (typeof spellings)[number] => [
            method,
            `${spelling}.data`,
            `${path}.data`,
          ]),
        );
      for (const [method, spelling, canonical] of spellings) {
        const { status, headers } = await ask(`${spelling}?page=1&a=1?`, method);
        requestCount++;
        if (status !== 308 || headers.location !== `${canonical}?page=1&a=1?`)
          problems.push([method, spelling, status, headers.location]);
      }
    }
    expect(problems).toEqual([]);
    expect(shapes.size).toBeGreaterThan(10);
    expect(requestCount).toBeGreaterThan(700);
  });

  test("each address below the former address of a profile or article redirects to the present one", async () => {
    const { headers } = await signUpAdmin(site);
    const records = [
      ["/", "/api/admin/experts", "/api/experts", { name: "Fay Former", title: "Biologist", categories: ["academic"] }],
      [
        "/articles/",
        "/api/admin/articles",
        "/api/admin/articles",
        { title: "Fay Former", body: "Text.", type: "research-insight", status: "published" },
      ],
    ] as const;
    const problems: string[] = [];
    for (const [base, create, change, record] of records) {
      const { body } = await json(site, "POST", create, record, { headers });
      const changeAnswer = await json(
        site,
        "PUT",
        `${change}/${body.id}`,
        { ...record, slug: "fay-present" },
        { headers },
      );
      expect([base, changeAnswer.status]).toEqual([base, 200]);
      for (const { path } of ROUTES.filter((route) => route.path.startsWith(`${base}:slug`))) {
        const formerAnswer = await ask(path.replace(":slug", "fay-former"), "GET", { Cookie: headers.Cookie });
        const presentPath = path.replace(":slug", "fay-present");
        if (formerAnswer.status !== 301 || formerAnswer.headers.location !== presentPath)
          problems.push(`${path}: ${formerAnswer.status}`);
      }
    }
    expect(problems).toEqual([]);
  });

  test("the canonical address of every route does not redirect", async () => {
    const redirectedAddresses: string[] = [];
    for (const route of ROUTES) {
      const path = addressOf(route, PARAMS);
      for (const canonical of [path, path === "/" ? "/_root.data" : `${path}.data`, `${path}#part`])
        if ((await ask(canonical, "OPTIONS")).status === 308) redirectedAddresses.push(canonical);
    }
    expect(redirectedAddresses).toEqual([]);
  });

  test("the old parameter for data is refused in every spelling, at every route", async () => {
    const acceptedQueries: unknown[] = [];
    const queries = ["_data=x", "%5fdata=x", "%5Fd%61ta", "a=1?&_data=x", "a=1&_data", "_data=&_data=x"];
    for (const [index, route] of ROUTES.entries()) {
      // The query is refused before a route is chosen, so each route gets one of them in turn.
      const query = queries[index % queries.length];
      const { status } = await ask(`${addressOf(route, PARAMS)}?${query}`);
      if (status !== 400) acceptedQueries.push([route.path, query, status]);
    }
    expect(acceptedQueries).toEqual([]);
  });

  test("a repeated or escaped parameter means the same as a single plain one", async () => {
    // These parameters may stand more than once; tests of their pages cover that.
    const repeatable = ["id", "category", "_routes", "index", ...FACETS];
    const names = queryNames().filter((name) => !repeatable.includes(name));
    const plainParameters = names.map((name) => `${name}=1`);
    const spellings = {
      repeated: [...plainParameters, ...names.map((name) => `${name}=2`)],
      escaped: names.map((name) => `${percentEncoded(name)}${name.slice(1)}=%31`),
    };
    const summaryOf = ({ status, headers, body }: Answer) => ({
      status,
      cacheControl: headers["cache-control"],
      type: headers["content-type"],
      total: headers["x-total-count"],
      size: status === 200 && headers["content-type"]?.includes("json") ? body.length : 0,
    });
    for (const route of ROUTES) {
      const path = addressOf(route, PARAMS);
      const expected = summaryOf(await ask(`${path}?${plainParameters.join("&")}`));
      for (const [name, query] of Object.entries(spellings))
        expect([path, name, summaryOf(await ask(`${path}?${query.join("&")}`))]).toEqual([path, name, expected]);
    }
  });

  test("calls and downloads have no data address as pages have", async () => {
    const downloads = /^\/(healthz|metrics|mcp)$|\/(embed|download|preview)$|\.[a-z]+$/;
    const routes = ROUTES.filter(({ isCall, path }) => (isCall && path !== "/api/docs") || downloads.test(path));
    const paths = routes.map((route) => addressOf(route, PARAMS));
    expect(paths).toContain("/share.png");
    for (const path of [...paths, "/account/data"])
      for (const method of ["GET", "POST"])
        expect([path, (await ask(`${path}.data`, method)).status]).toEqual([path, 404]);
  });

  test("files have one address too, and no address redirects to another site", async () => {
    expect((await ask("/favicon.svg")).status).toBe(200);
    for (const path of ["/favicon%2esvg", "/favicon.svg/", "/./favicon.svg", "//favicon.svg/."])
      expect([path, (await ask(path)).status]).toEqual([path, path.startsWith("//") ? 400 : 308]);
    for (const path of ["/FAVICON.svg", "/build%2Ffavicon.svg", "/BUILD/x.js"])
      expect([path, (await ask(path)).status]).toEqual([path, 404]);
    for (const path of [
      "//evil.example",
      "/\\evil.example",
      "/.//evil.example",
      "/./\\evil.example",
      "/x/..//evil.example",
      "/%2e//evil.example",
      "/%2fevil.example",
      "/.%2f%2fevil.example",
      "/%5cevil.example//",
    ]) {
      const { status, headers } = await ask(path);
      expect([path, [308, 400, 404].includes(status)]).toEqual([path, true]);
      expect([path, new URL(headers.location ?? "/", site.url).origin]).toEqual([path, site.url]);
    }
  });

  test("a request with two Host headers is refused, because a proxy may have read the other one", async () => {
    const { hostname, port, host } = new URL(site.url);
    for (const secondHost of ["other.example", host]) {
      const socket = connect(Number(port), hostname);
      socket.end(`GET / HTTP/1.1\r\nHost: ${host}\r\nhOst: ${secondHost}\r\nConnection: close\r\n\r\n`);
      expect(await text(socket)).toMatch(/^HTTP\/1.1 400 /);
    }
  });

  test("an address of 15,000 slashes, escapes or capitals is answered like any other", async () => {
    for (const repeatedPart of ["/", "/.data", "%41", "%2f", "A/", "API/", "/%2e%2e"]) {
      const { status } = await ask(`/x${repeatedPart.repeat(Math.floor(15_000 / repeatedPart.length))}y`);
      expect([repeatedPart, [308, 400, 404].includes(status)]).toEqual([repeatedPart, true]);
    }
  });
});
