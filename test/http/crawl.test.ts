/** Follows every link, as a visitor and as an admin: each one works. */
import { JSDOM } from "jsdom";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signUpEditor } from "../support/admin";
import { crawl, deadAnchors } from "../support/crawl";
import { get } from "../support/requests";
import { startSite } from "../support/site";
import { createWorld, type World } from "../support/world";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world?.site.stop());

describe("every link can be followed", () => {
  test("reliability 28 PB21 PB22 by a visitor", async () => {
    const { opened, broken } = await crawl(world.site, "/");
    expect(broken).toEqual([]);
    expect(opened.size).toBeGreaterThan(20);
  });

  test("reliability 28 EM01 by an admin", async () => {
    const { opened, broken } = await crawl(world.site, "/admin", { Cookie: world.cookies.admin });
    expect(broken).toEqual([]);
    expect(opened.size).toBeGreaterThan(40);
  });
});

/** Words of the code, of its settings and of the law, which the pages of editors replace by plain ones. */
const INTERNAL_WORDS = [
  /\bROR\b/,
  /\bIdentity\b/,
  /\bNot told\b/i,
  /\bEverybody\b/,
  /\bFour eyes\b/i,
  /\bLetters?\b/,
  /\bslugs?\b/i,
  /\bevidence\b/i,
  /\bthe gate\b/i,
  /\bprovenance\b/i,
  /\bfacets?\b/i,
  /\bpayload\b/i,
  /\bcadence\b/i,
  /\b(?:null|undefined|NaN)\b/,
  // Names of environment variables may stand only on pages for admins.
  /\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/,
];

/** Returns the texts of the site itself, without what people wrote. */
function siteTexts(html: string): string[] {
  const { document } = new JSDOM(html).window;
  for (const foreign of document.querySelectorAll("bdi, [dir=auto], textarea, q, blockquote, del, ins, code, script"))
    foreign.remove();
  const elements = document.querySelectorAll(
    "h1, h2, h3, label, legend, button, summary, th, dt, option, [class*=text-muted], nav a, title",
  );
  return Array.from(elements, ({ textContent }) => textContent?.trim() ?? "");
}

test("EM05 editors read no word of the code on any of their pages", async () => {
  const { headers } = await signUpEditor(world.site);
  const { opened, broken } = await crawl(world.site, "/admin", headers);
  // The page about the calls links to it, and says that it is for admins.
  expect(broken).toEqual(["/admin/webhooks answered 403"]);
  const pages = [...opened].filter(([path]) => path.startsWith("/admin"));
  expect(pages.length).toBeGreaterThan(40);
  const violations = pages.flatMap(([path, html]) =>
    siteTexts(html).flatMap((text) => INTERNAL_WORDS.flatMap((word) => (word.test(text) ? `${path}: ${text}` : []))),
  );
  expect(violations).toEqual([]);
});

test("PR08 each link within a page of a new site has its target there", async () => {
  const site = await startSite();
  const text = async (path: string) => (await get(site, path)).text();
  const paths = (xml: string) => [...xml.matchAll(/<loc>[^<]*?\/\/[^/<]+([^<]*)<\/loc>/g)].map(([, path = ""]) => path);
  const parts = paths(await text("/sitemap.xml"));
  const lists = parts.filter((path) => path.endsWith(".xml"));
  const pages = lists.length > 0 ? (await Promise.all(lists.map(text))).flatMap(paths) : parts;
  expect(pages.length).toBeGreaterThan(100);
  const dead: string[] = [];
  for (const path of pages) dead.push(...deadAnchors(await text(path)).map((anchor) => `${path}${anchor}`));
  await site.stop();
  expect(dead).toEqual([]);
});
