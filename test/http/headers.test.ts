/**
 * Checks that the headers of all answers follow the rules of Mozilla's HTTP Observatory (reliability.md 28). Every route of the build is asked, as a
 * visitor and as an admin, with and without an existing record.
 */

import { readdirSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signUpAdmin } from "../support/admin";
import { changeArticleOf } from "../support/articles";
import { parsePage } from "../support/parse-page";
import { get } from "../support/requests";
import { addressOf, builtRoutes } from "../support/routes";
import { type Site, startSite } from "../support/site";
import { photograph } from "../support/test-images";

const CHANGE_HINT =
  "headers.txt says who may cache which answer for how long. For a new route or a change that you meant, run `npx vitest run test/http/headers.test.ts -u` and read the difference";

let site: Site;
let admin: Record<string, string>;
beforeAll(async () => {
  site = await startSite({ env: { TRUST_PROXY: "on" } });
  admin = (await signUpAdmin(site)).headers;
});
afterAll(() => site?.stop());

const SCRIPT = `/build/${readdirSync(join("public", "build")).find((name) => /^entry\.client.*\.js$/.test(name))}`;
const STARTER_PARAMS: Record<string, string> = { slug: "cynthia-kenyon", category: "academic-researchers" };
const ARTICLE_PARAMS = { slug: "what-the-hallmarks-of-ageing-are" };

/** Returns the faults in the headers of an answer. */
function faultsOf({ status, headers, text }: { status: number; headers: Headers; text: string }): string[] {
  const faults: string[] = [];
  const expectHeader = (name: string, pattern: RegExp) => {
    const value = headers.get(name) ?? "";
    if (!pattern.test(value)) faults.push(`${status} ${name}: ${value}`);
  };
  expectHeader("X-Content-Type-Options", /^nosniff$/);
  expectHeader("X-Frame-Options", /^DENY$/);
  expectHeader("Referrer-Policy", /^strict-origin-when-cross-origin$/);
  expectHeader("Cross-Origin-Opener-Policy", /^same-origin$/);
  expectHeader("Cross-Origin-Resource-Policy", /^(same|cross)-origin$/);
  expectHeader("Permissions-Policy", /camera=\(\)/);
  expectHeader("Content-Security-Policy", /^default-src 'none'/);
  expectHeader("Content-Security-Policy", /frame-ancestors 'none'/);
  expectHeader("Content-Security-Policy", /^(?!.*unsafe-(inline|eval)|.*\*)/);
  expectHeader("Cache-Control", /./);
  expectHeader("Server", /^$/);
  expectHeader("X-Powered-By", /^$/);
  if (/^text\/html/.test(headers.get("Content-Type") ?? "")) {
    expectHeader("Content-Security-Policy", /base-uri 'none'/);
    expectHeader("Content-Security-Policy", /form-action 'self'/);
    if (/\sstyle=|<style|\son\w+="/.test(text) && hasInline(text)) faults.push(`${status} inline style or handler`);
  }
  if (/\bat .+\.[jt]s:\d+|node_modules|SqliteError/.test(text)) faults.push(`${status} a stack trace`);
  return faults;
}

/** Tells styles and handlers of elements from those in a displayed text, such as the code of the embedded card. */
function hasInline(html: string): boolean {
  const elements = [...parsePage(html).querySelectorAll("*")];
  return elements.some(
    ({ localName, attributes }) =>
      localName === "style" || [...attributes].some(({ name }) => name === "style" || name.startsWith("on")),
  );
}

/** Returns one line about who may cache an answer, its type, and where it redirects. */
function cachingLine(label: string, { status, headers }: { status: number; headers: Headers }): string {
  const names = ["Cache-Control", "Vary", "Content-Type", "X-Robots-Tag", "Location", "Retry-After"];
  return [`${label}: ${status}`, ...names.flatMap((name) => headers.get(name) ?? [])].join(" · ").replace(site.url, "");
}

async function requestAnswer(path: string, headers: Record<string, string>, method = "GET") {
  const response = await fetch(site.url + path, { method, headers, redirect: "manual" });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

describe("reliability 28 PL03 the headers of", () => {
  test("every route, for visitors and admins, with and without a record", async () => {
    const faults: Record<string, string[]> = {};
    const lines = new Set<string>();
    for (const route of builtRoutes().sort((firstAnswer, second) => (firstAnswer.path < second.path ? -1 : 1))) {
      const recordParams = route.path.includes("/articles/") ? ARTICLE_PARAMS : STARTER_PARAMS;
      const recordAddress = addressOf(route, recordParams);
      for (const address of new Set([addressOf(route, {}), recordAddress])) {
        for (const reader of [{}, admin]) {
          const hasData = !route.isCall && address === recordAddress;
          for (const path of [address, ...(hasData ? [`${address}.data`] : [])]) {
            const response = await requestAnswer(path, reader);
            // Other sites show this card in a frame; test/http/embed.test.ts tests its headers.
            const isFramed = path.endsWith("/embed") && response.status === 200;
            const responseFaults = isFramed ? [] : faultsOf(response);
            if (responseFaults.length) faults[path] = responseFaults;
            if (!path.endsWith(".data"))
              lines.add(cachingLine(reader === admin ? `${path} for an admin` : path, response));
          }
        }
      }
    }
    expect(faults).toEqual({});
    await expect(`${[...lines].join("\n")}\n`, CHANGE_HINT).toMatchFileSnapshot("headers.txt");
  });

  test("refusals before the app: other methods, unreadable addresses, writes from other sites, unknown calls", async () => {
    const foreignHeaders = { Origin: "https://elsewhere.example" };
    for (const response of [
      await requestAnswer("/directory", {}, "PROPFIND"),
      await requestAnswer("/%zz", {}),
      await requestAnswer("/directory?_data=x", {}),
      await requestAnswer("/login", foreignHeaders, "POST"),
      await requestAnswer("/api/nothing-here", {}),
      await requestAnswer("/api/experts", {}, "DELETE"),
      await requestAnswer("/submit", {}, "DELETE"),
    ]) {
      expect(faultsOf(response)).toEqual([]);
      expect(response.status).toBeGreaterThanOrEqual(400);
    }
  });

  test("files of the build, the public folder and stored images", async () => {
    const form = new FormData();
    form.append("file", new Blob([new Uint8Array(await photograph())], { type: "image/jpeg" }), "face.jpg");
    const uploadAnswer = await fetch(`${site.url}/api/admin/images`, { method: "POST", headers: admin, body: form });
    const { url } = (await uploadAnswer.json()) as { url: string };
    for (const path of [SCRIPT, "/favicon.svg", url]) {
      const { status, headers } = await get(site, path);
      expect([path, status]).toEqual([path, 200]);
      expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
      expect(headers.get("X-Frame-Options")).toBe("DENY");
    }
  });

  test("private answers are never cached, and public ones may be", async () => {
    for (const path of ["/admin", "/account", "/directory", "/api/auth/user"]) {
      expect((await requestAnswer(path, admin)).headers.get("Cache-Control"), path).toMatch(/no-store/);
    }
    expect((await requestAnswer("/directory", {})).headers.get("Cache-Control")).toMatch(/^public/);
  });

  test("pages over HTTPS set HSTS, cached ones too", async () => {
    const httpsHeaders = { "X-Forwarded-Proto": "https", "X-Forwarded-Host": "longevity.example" };
    for (let time = 0; time < 2; time++) {
      const { headers } = await requestAnswer("/directory", httpsHeaders);
      expect(headers.get("Strict-Transport-Security")).toMatch(/^max-age=31536000/);
    }
    expect((await requestAnswer("/directory", {})).headers.has("Strict-Transport-Security")).toBe(false);
  });
});

describe("an unchanged answer is not sent again (RFC 9110 §13)", () => {
  const getConditionally = async (path: string, headers: Record<string, string>) => {
    const response = await fetch(site.url + path, { headers: { "Accept-Encoding": "gzip", ...headers } });
    await response.arrayBuffer();
    return response;
  };

  test("files, feeds and pages understand lists of tags, * and dates, and a 304 has Vary", async () => {
    for (const path of [SCRIPT, "/articles/feed.xml", "/directory", "/api/experts/paginated"]) {
      const firstAnswer = await getConditionally(path, {});
      const [etag, lastModified] = [firstAnswer.headers.get("ETag") ?? "", firstAnswer.headers.get("Last-Modified")];
      for (const tags of [etag, `"other", ${etag}`, `${etag.replace(/^W\//, "")}, "other"`, "*"]) {
        const cachedAnswer = await getConditionally(path, { "If-None-Match": tags });
        expect([path, tags, cachedAnswer.status]).toEqual([path, tags, 304]);
        expect(cachedAnswer.headers.get("Vary")).toContain("Accept-Encoding");
      }
      expect((await getConditionally(path, { "If-None-Match": '"other"' })).status).toBe(200);
      if (!lastModified) continue;
      const laterTime = new Date(Date.parse(lastModified) + 5_000).toUTCString();
      expect((await getConditionally(path, { "If-Modified-Since": lastModified })).status).toBe(304);
      expect(
        (await getConditionally(path, { "If-Modified-Since": laterTime, "If-None-Match": '"other"' })).status,
      ).toBe(200);
      expect((await getConditionally(path, { "If-Modified-Since": "Mon, 01 Jan 2001 00:00:00 GMT" })).status).toBe(200);
      const laterDate = new Date(Date.parse(lastModified) + 5_000);
      const [day, date, month, year, time] = laterDate.toUTCString().replace(",", "").split(" ") as string[];
      const weekday = laterDate.toLocaleDateString("en", { weekday: "long", timeZone: "UTC" });
      for (const dateFormat of [
        `${weekday}, ${date}-${month}-${year?.slice(2)} ${time} GMT`,
        `${day} ${month} ${date?.replace(/^0/, " ")} ${time} ${year}`,
      ])
        expect([dateFormat, (await getConditionally(path, { "If-Modified-Since": dateFormat })).status]).toEqual([
          dateFormat,
          304,
        ]);
      // A value that is not an HTTP date is ignored (§13.1.3).
      for (const invalidDate of [
        "yesterday",
        laterDate.toISOString(),
        `${laterDate.getTime()}`,
        laterDate.toUTCString().replace("GMT", "+0000"),
      ])
        expect([invalidDate, (await getConditionally(path, { "If-Modified-Since": invalidDate })).status]).toEqual([
          invalidDate,
          200,
        ]);
    }
  });

  test("a stored image has a tag and the time when it was stored", async () => {
    const form = new FormData();
    form.append("file", new Blob([new Uint8Array(await photograph())], { type: "image/jpeg" }), "face.jpg");
    const uploadAnswer = await fetch(`${site.url}/api/admin/images`, { method: "POST", headers: admin, body: form });
    const { url } = (await uploadAnswer.json()) as { url: string };
    const firstAnswer = await getConditionally(url, {});
    const [etag, storedAt] = ["ETag", "Last-Modified"].map((name) => firstAnswer.headers.get(name) ?? "");
    const beforeStored = new Date(Date.parse(storedAt as string) - 1_000).toUTCString();
    for (const [condition, value, status] of [
      ["If-None-Match", `"other", W/${etag}`, 304],
      ["If-None-Match", "*", 304],
      ["If-Modified-Since", storedAt as string, 304],
      ["If-None-Match", `${etag}x`, 200],
      ["If-Modified-Since", beforeStored, 200],
    ] as const) {
      expect([condition, value, (await getConditionally(url, { [condition]: value })).status]).toEqual([
        condition,
        value,
        status,
      ]);
    }
  });

  test("a feed that lost an entry is sent again, also to readers who send only a date", async () => {
    const lastModified = (await getConditionally("/articles/feed.xml", {})).headers.get("Last-Modified") as string;
    await changeArticleOf(site, "what-the-hallmarks-of-ageing-are", { status: "draft" });
    const response = await getConditionally("/articles/feed.xml", { "If-Modified-Since": lastModified });
    expect(response.status).toBe(200);
    await changeArticleOf(site, "what-the-hallmarks-of-ageing-are", { status: "published" });
  });

  test.each([
    ["gzip;q=0.2, br;q=0.1", "gzip"],
    ["gzip;q=1, br;q=1", "br"],
    ["br;q=0, gzip", "gzip"],
    ["identity, gzip;q=0.5", null],
    ["*;q=0.5", "br"],
  ])("Accept-Encoding %s is answered with %s", async (acceptedEncodings, encoding) => {
    for (const path of ["/directory", SCRIPT]) {
      const response = await fetch(site.url + path, { headers: { "Accept-Encoding": acceptedEncodings } });
      await response.arrayBuffer();
      expect([path, response.headers.get("Content-Encoding")]).toEqual([path, encoding]);
    }
  });

  test("a health check of HTTP/1.0 needs no Host, and OPTIONS and wrong methods name the allowed methods", async () => {
    for (const line of ["OPTIONS / HTTP/1.0", "GET /healthz HTTP/1.0", "HEAD / HTTP/1.0"]) {
      expect(await sendRaw(`${line}\r\n\r\n`)).toMatch(/^HTTP\/1\.[01] 20[04] /);
    }
    expect(await sendRaw("GET / HTTP/1.1\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 /);
    expect(await sendRaw("OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n")).toMatch(
      /^HTTP\/1\.1 204 .*\r\nAllow: GET, HEAD, POST/is,
    );
    for (const [path, allow] of [
      ["/directory", "GET, HEAD, OPTIONS"],
      ["/submit", "GET, HEAD, POST, OPTIONS"],
      ["/logout", "GET, HEAD, POST, OPTIONS"],
      ["/favicon.svg", "GET, HEAD, OPTIONS"],
      ["/articles/feed.xml", "GET, HEAD, OPTIONS"],
      ["/uploads/none.webp", "GET, HEAD, OPTIONS"],
      ["/api/auth/login", "POST, OPTIONS"],
      ["/api/experts", "GET, HEAD, OPTIONS"],
    ]) {
      const response = await fetch(site.url + path, { method: "OPTIONS" });
      expect([path, response.status, response.headers.get("Allow")]).toEqual([path, 204, allow]);
    }
  });

  test("an absolute address is accepted, and another site's refused (RFC 9112 §3.2.2)", async () => {
    const { host } = new URL(site.url);
    const ask = (target: string, method = "GET") =>
      sendRaw(`${method} ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    expect(await ask(`http://${host}/healthz`)).toMatch(/^HTTP\/1\.1 200 .*\r\n\r\n\{/is);
    expect(await ask(`HTTP://${host.toUpperCase()}/healthz?a=b`)).toMatch(/^HTTP\/1\.1 200 .*\r\n\r\n\{/is);
    expect(await ask(`http://${host}?search=x`)).toMatch(/^HTTP\/1\.1 200 /);
    expect(await ask(`http://${host}`)).toMatch(/^HTTP\/1\.1 200 /);
    expect(await ask(`http://${host}/API/experts`)).toMatch(/^HTTP\/1\.1 308 .*\r\nLocation: \/api\/experts\r\n/is);
    expect(await ask(`http://${host}//evil.example/`)).toMatch(/^HTTP\/1\.1 400 /);
    for (const otherHost of ["evil.example", `a@${host}`, `${host}@evil.example`, `${host}.evil.example`, ""])
      expect([otherHost, (await ask(`http://${otherHost}/healthz`)).slice(0, 13)]).toEqual([
        otherHost,
        "HTTP/1.1 400 ",
      ]);
  });

  test("every address answers the methods that it names, and refuses others with 405 (RFC 9110 §15.5.6)", async () => {
    const problems: unknown[] = [];
    for (const path of [...builtRoutes().map((route) => addressOf(route, STARTER_PARAMS)), "/favicon.ico"]) {
      const options = await fetch(site.url + path, { method: "OPTIONS" });
      const allow = options.headers.get("Allow") ?? "";
      const methods = allow.split(", ");
      if (options.status !== 204 || methods.includes("GET") !== methods.includes("HEAD")) problems.push([path, allow]);
      // Pages have no function for PUT and PATCH, as they have none for DELETE.
      const callMethods = path.startsWith("/api/") ? ["PUT", "PATCH"] : [];
      for (const method of ["GET", "HEAD", "POST", ...callMethods, "DELETE", "PROPFIND"]) {
        if (methods.includes(method)) continue;
        const { status, headers, text } = await requestAnswer(path, {}, method);
        const isExplained = method === "HEAD" || text.includes(`This address does not answer ${method}.`);
        if (status !== 405 || headers.get("Allow") !== allow || !isExplained)
          problems.push([method, path, status, text]);
      }
    }
    expect(problems).toEqual([]);
  });
});

function sendRaw(request: string): Promise<string> {
  const { port, hostname } = new URL(site.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(request));
    let answer = "";
    socket.on("data", (chunk) => {
      answer += chunk;
      socket.end();
    });
    socket.on("close", () => resolve(answer)).on("error", reject);
  });
}
