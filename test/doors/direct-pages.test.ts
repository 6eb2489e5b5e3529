/**
 * Every page that is made straight is the one that the framework makes, to the letter: two servers on the same data, one of each
 * kind, are asked for every page that a link leads to, as a visitor and as a curator.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUpAdmin } from "../support/curator";
import { adaFull, addPeople } from "../support/people";
import { type Site, startSite } from "../support/site";

let direct: Site;
let framework: Site;
let curator: Record<string, string>;
beforeAll(async () => {
  const env = { RATE_LIMIT: "off", DOCUMENT_CACHE: "off", SITE_URL: "http://leaders.example" };
  direct = await startSite({ env: { ...env, LOG_LEVEL: "debug" } });
  framework = await startSite({ dataDir: direct.dataDir, env: { ...env, DIRECT_PAGES: "off" } });
  await addPeople(direct, [adaFull]);
  curator = (await signUpAdmin(direct)).headers;
});
afterAll(async () => {
  for (const one of [framework, direct]) await one?.stop();
});

/** Without what differs from answer to answer: what hidden fields hold, what a visitor is asked, and marks of what could have waited. */
function comparable(html: string): string {
  const own = /<input type="hidden" name="\w+" value="([^"]{16,})"|Security question: ([^<]+)</g;
  let text = html.replace(/<!--\/?\$-->/g, "");
  for (const [, value, question] of html.matchAll(own)) text = text.replaceAll((value ?? question) as string, "");
  return text;
}

async function read(site: Site, path: string, headers: Record<string, string>) {
  const response = await fetch(site.url + path, { headers, redirect: "manual" });
  const text = await response.text();
  return { status: response.status, location: response.headers.get("Location"), text };
}

const BEGINNINGS = [
  "/",
  "/directory?page=2",
  "/directory?search=aubrey",
  "/ada-full",
  "/nobody-here",
  "/admin",
  "/setup",
];

/** Addresses of this site that a page leads to; of pages that differ only in what they are asked for, a few. */
function linksIn(html: string): string[] {
  return Array.from(html.matchAll(/<a [^>]*href="(\/[^"#]*)/g), ([, path]) =>
    (path as string).replaceAll("&amp;", "&"),
  );
}

test.each(["a visitor", "a curator"])("performance PB01 for %s", { timeout: 240_000 }, async (who) => {
  const headers: Record<string, string> = who === "a curator" ? curator : {};
  const waiting = [...BEGINNINGS];
  const seen = new Set(waiting);
  const kinds = new Map<string, number>();
  const differing: string[] = [];
  let pages = 0;
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const kind = path.replace(/\?.*/, "?").replace(/\d[\w-]{7,}|(?<=^\/)[a-z]+-[a-z-]+|(?<=^\/articles\/)[\w-]+/g, ":");
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    if ((kinds.get(kind) as number) > 4) continue;
    const [one, other] = await Promise.all([read(direct, path, headers), read(framework, path, headers)]);
    if (one.status !== other.status || one.location !== other.location) differing.push(`${path} ${one.status}`);
    else if (one.status === 200 && one.text.startsWith("<!DOCTYPE html>")) {
      pages++;
      if (comparable(one.text) !== comparable(other.text)) differing.push(path);
      const data = `${path.replace(/^\/(?=\?|$)/, "/_root").replace(/\?|$/, ".data$&")}`;
      const its = await read(direct, data, headers);
      if (its.status !== 200 || !its.text.startsWith("[")) differing.push(data);
      for (const link of linksIn(one.text)) if (!seen.has(link) && seen.add(link)) waiting.push(link);
    }
  }
  expect(differing).toEqual([]);
  expect(pages).toBeGreaterThan(who === "a curator" ? 60 : 20);
  const left = direct.logs().filter(({ msg }) => msg === "left to the framework");
  expect(left.map(({ route, why }) => `${route}: ${why}`)).toEqual([]);
});
