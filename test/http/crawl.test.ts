/** Follows every link, as a visitor and as an admin: each one works. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signUpEditor } from "../support/admin";
import { crawl } from "../support/crawl";
import { parsePage } from "../support/parse-page";
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
  const document = parsePage(html);
  for (const foreign of document.querySelectorAll("bdi, [dir=auto], textarea, q, blockquote, del, ins, code, script"))
    foreign.remove();
  const elements = document.querySelectorAll(
    "h1, h2, h3, label, legend, button, summary, th, dt, option, [class*=text-muted], nav a, title",
  );
  return Array.from(elements, ({ textContent }) => textContent?.trim() ?? "");
}

test("EM05 editors read no word of the code on any of their pages", async () => {
  const { headers } = await signUpEditor(world.site);
  const { opened, broken } = await crawl(world.site, "/admin", headers, { below: "/admin" });
  expect(broken).toEqual([]);
  expect(opened.size).toBeGreaterThan(40);
  const violations = [...opened].flatMap(([path, html]) =>
    siteTexts(html).flatMap((text) => INTERNAL_WORDS.flatMap((word) => (word.test(text) ? `${path}: ${text}` : []))),
  );
  expect(violations).toEqual([]);
});
