/**
 * What every answer says to browsers: the rules of Mozilla's HTTP Observatory (reliability.md 28), for every route that the build
 * has, asked for by a visitor and by an admin, found or not.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signUpAdmin } from "../support/admin";
import { get } from "../support/requests";
import { addressOf, builtRoutes } from "../support/routes";
import { type Site, startSite } from "../support/site";
import { photograph } from "../support/test-images";

let site: Site;
let admin: Record<string, string>;
beforeAll(async () => {
  site = await startSite({ env: { TRUST_PROXY: "on" } });
  admin = (await signUpAdmin(site)).headers;
});
afterAll(() => site?.stop());

const OF_STARTER: Record<string, string> = { slug: "aubrey-de-grey", category: "academic-researchers" };

/** What is wrong with the headers of an answer; nothing when all is well. */
function complaints({ status, headers, text }: { status: number; headers: Headers; text: string }): string[] {
  const found: string[] = [];
  const expectHeader = (name: string, pattern: RegExp) => {
    const value = headers.get(name) ?? "";
    if (!pattern.test(value)) found.push(`${status} ${name}: ${value}`);
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
    if (/\sstyle=|<style|\son\w+="/.test(text)) found.push(`${status} inline style or handler`);
  }
  if (/\bat .+\.[jt]s:\d+|node_modules|SqliteError/.test(text)) found.push(`${status} where it failed`);
  return found;
}

async function answer(path: string, headers: Record<string, string>, method = "GET") {
  const response = await fetch(site.url + path, { method, headers, redirect: "manual" });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

describe("reliability 28 PL03 the headers of", () => {
  test("every route, for visitors and admins, found or not", async () => {
    const found: Record<string, string[]> = {};
    for (const route of builtRoutes()) {
      for (const params of [{}, OF_STARTER]) {
        for (const who of [{}, admin]) {
          for (const path of [
            addressOf(route, params),
            ...(route.isCall ? [] : [`${addressOf(route, params)}.data`]),
          ]) {
            const wrong = complaints(await answer(path, who));
            if (wrong.length) found[path] = wrong;
          }
        }
      }
    }
    expect(found).toEqual({});
  });

  test("refusals before the app: other methods, unreadable addresses, writes of other sites, unknown calls", async () => {
    const foreign = { Origin: "https://elsewhere.example" };
    for (const given of [
      await answer("/directory", {}, "PROPFIND"),
      await answer("/%zz", {}),
      await answer("/directory?_data=x", {}),
      await answer("/login", foreign, "POST"),
      await answer("/api/nothing-here", {}),
      await answer("/api/experts", {}, "DELETE"),
      await answer("/submit", {}, "DELETE"),
    ]) {
      expect(complaints(given)).toEqual([]);
      expect(given.status).toBeGreaterThanOrEqual(400);
    }
  });

  test("files of the build, the public folder and stored images", async () => {
    const script = readdirSync(join("public", "build")).find((name) => /^entry\.client.*\.js$/.test(name));
    const form = new FormData();
    form.append("file", new Blob([new Uint8Array(await photograph())], { type: "image/jpeg" }), "face.jpg");
    const sent = await fetch(`${site.url}/api/admin/images`, { method: "POST", headers: admin, body: form });
    const { url } = (await sent.json()) as { url: string };
    for (const path of [`/build/${script}`, "/favicon.svg", url]) {
      const { status, headers } = await get(site, path);
      expect([path, status]).toEqual([path, 200]);
      expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
      expect(headers.get("X-Frame-Options")).toBe("DENY");
    }
  });

  test("what is private is kept nowhere; what is public may be", async () => {
    for (const path of ["/admin", "/account", "/directory", "/api/auth/user"]) {
      expect((await answer(path, admin)).headers.get("Cache-Control"), path).toMatch(/no-store/);
    }
    expect((await answer("/directory", {})).headers.get("Cache-Control")).toMatch(/^public/);
  });

  test("pages behind https hold browsers to it, the kept ones too; a client's word does not count without a proxy", async () => {
    const secure = { "X-Forwarded-Proto": "https", "X-Forwarded-Host": "longevity.example" };
    for (let time = 0; time < 2; time++) {
      const { headers } = await answer("/directory", secure);
      expect(headers.get("Strict-Transport-Security")).toMatch(/^max-age=31536000/);
    }
    expect((await answer("/directory", {})).headers.has("Strict-Transport-Security")).toBe(false);
    const alone = await startSite();
    try {
      const { headers } = await fetch(`${alone.url}/directory`, { headers: secure });
      expect(headers.has("Strict-Transport-Security")).toBe(false);
    } finally {
      await alone.stop();
    }
  });
});
