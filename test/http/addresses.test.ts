/** One address, one meaning: whatever way it is written in, an address is sent to the one that every rule knows. */
import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FACETS } from "../../app/models/records/listings/facets";
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

/** With a path exactly as it is: `fetch` would tidy it. */
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
const escaped = (sign: string) => `%${sign.charCodeAt(0).toString(16)}`;

/** Other ways to write a path, which the router or a URL would take for the same. */
function variantsOf(path: string): string[] {
  const words = path.split("/").slice(1);
  const changed = (change: (word: string) => string) =>
    words.map((_, at) => `/${words.with(at, change(words[at] ?? "")).join("/")}`);
  const escapedSigns = (word: string) => word.replace(/[a-z]/g, escaped);
  return [
    `${path}/`,
    `${path}//`,
    `${path}/.`,
    `/.${path}`,
    `/something/..${path}`,
    `/%2e${path}`,
    path.replace(/(?<=.)\//, "//"),
    path.replace(/(?<=.)\//, "\\"),
    ...changed((word) => word.replace(/[a-z]/, escaped)),
    ...changed(escapedSigns),
    ...changed((word) => word.replace(/[.-]/, escaped)),
  ].filter((variant) => variant !== path);
}

/** Capitals in the words of the route; in a name they may mean something else. */
function capitalsOf(pattern: string, path: string): string[] {
  const words = path.split("/");
  const isWord = pattern.split("/").map((part) => /^[^:*]+$/.test(part));
  const all = words.map((word, at) => (isWord[at] ? word.toUpperCase() : word)).join("/");
  const first = words
    .map((word, at) => (isWord[at] ? word.replace(/[a-z]/, (sign) => sign.toUpperCase()) : word))
    .join("/");
  return [all, first].filter((variant) => variant !== path);
}

describe("reliability 38 one address, one meaning", () => {
  test("other case, escapes and slashes are sent on to the one address of every route, reads and writes, pages and their data", async () => {
    const wrong: unknown[] = [];
    let tried = 0;
    for (const route of ROUTES.filter(({ path }) => path !== "/")) {
      const path = addressOf(route, PARAMS);
      const capitals = capitalsOf(route.path, path);
      const asked: [string, string, string][] = [...variantsOf(path), ...capitals].map((at) => ["GET", at, path]);
      if (route.hasAction) asked.push(...capitals.map((at): (typeof asked)[number] => ["POST", at, path]));
      if (!route.isCall)
        asked.push(...asked.map(([method, at]): (typeof asked)[number] => [method, `${at}.data`, `${path}.data`]));
      for (const [method, at, plain] of asked) {
        const { status, headers } = await ask(`${at}?page=1&a=1?`, method);
        tried++;
        if (status !== 308 || headers.location !== `${plain}?page=1&a=1?`)
          wrong.push([method, at, status, headers.location]);
      }
    }
    expect(wrong).toEqual([]);
    expect(tried).toBeGreaterThan(2_000);
  });

  test("the one address of every route is not sent anywhere for its writing, nor after being sent", async () => {
    const moved: string[] = [];
    for (const route of ROUTES) {
      const path = addressOf(route, PARAMS);
      for (const plain of [path, path === "/" ? "/_root.data" : `${path}.data`, `${path}#part`])
        if ((await ask(plain, "OPTIONS")).status === 308) moved.push(plain);
    }
    expect(moved).toEqual([]);
  });

  test("the old parameter for data is refused in every writing, at every route", async () => {
    const passed: unknown[] = [];
    for (const route of ROUTES)
      for (const query of ["_data=x", "%5fdata=x", "%5Fd%61ta", "a=1?&_data=x", "a=1&_data", "_data=&_data=x"]) {
        const { status } = await ask(`${addressOf(route, PARAMS)}?${query}`);
        if (status !== 400) passed.push([route.path, query, status]);
      }
    expect(passed).toEqual([]);
  });

  test("a parameter that is named again, or in escapes, means what it means once and plainly", async () => {
    // What several of them mean is said by the pages that take several.
    const several = ["id", "category", "_routes", "index", ...FACETS];
    const names = queryNames().filter((name) => !several.includes(name));
    const plain = names.map((name) => `${name}=1`);
    const other = {
      repeated: [...plain, ...names.map((name) => `${name}=2`)],
      escaped: names.map((name) => `${escaped(name)}${name.slice(1)}=%31`),
    };
    const seen = ({ status, headers, body }: Answer) => ({
      status,
      kept: headers["cache-control"],
      type: headers["content-type"],
      total: headers["x-total-count"],
      size: status === 200 && headers["content-type"]?.includes("json") ? body.length : 0,
    });
    for (const route of ROUTES) {
      const path = addressOf(route, PARAMS);
      const expected = seen(await ask(`${path}?${plain.join("&")}`));
      for (const [name, query] of Object.entries(other))
        expect([path, name, seen(await ask(`${path}?${query.join("&")}`))]).toEqual([path, name, expected]);
    }
  });

  test("calls and downloads are no pages, in whatever way their data is asked for", async () => {
    const downloads = /^\/(healthz|metrics|mcp)$|\/(embed|download|preview)$|\.[a-z]+$/;
    const routes = ROUTES.filter(({ isCall, path }) => (isCall && path !== "/api/docs") || downloads.test(path));
    const paths = routes.map((route) => addressOf(route, PARAMS));
    expect(paths).toContain("/share.png");
    for (const path of [...paths, "/account/data"])
      for (const method of ["GET", "POST"])
        expect([path, (await ask(`${path}.data`, method)).status]).toEqual([path, 404]);
  });

  test("files have one address too, and no address leads to another site", async () => {
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

  test("two Host headers are refused: who stands before this site may have read the other one", async () => {
    const { hostname, port, host } = new URL(site.url);
    for (const second of ["other.example", host]) {
      const socket = connect(Number(port), hostname);
      socket.end(`GET / HTTP/1.1\r\nHost: ${host}\r\nhOst: ${second}\r\nConnection: close\r\n\r\n`);
      expect(await text(socket)).toMatch(/^HTTP\/1.1 400 /);
    }
  });

  test("an address of 16,000 slashes, escapes or capitals costs no more than others", async () => {
    for (const part of ["/", "/.data", "%41", "%2f", "A/", "API/", "/%2e%2e"]) {
      const { status } = await ask(`/x${part.repeat(Math.floor(15_000 / part.length))}y`);
      expect([part, [308, 400, 404].includes(status)]).toEqual([part, true]);
    }
  });
});
