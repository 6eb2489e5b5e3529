/** Following every link: nothing leads nowhere, and no browser complains, about the content policy (reliability.md 28) or anything. */
import type { Page } from "@playwright/test";
import { signUpAdmin } from "../support/curator";
import { expect, test } from "./full-site";

/** Of addresses that differ only in a number, a name or a query, so many are opened. */
const EACH = 2;
/** What is done by a link and would end the crawl, or is a file. */
const NOT_FOLLOWED =
  /^\/(logout|uploads|build)\b|\.(png|xml|txt|json|csv|webp|svg)$|\/(download|export[\w-]*)$|^\/account\/data$/;

/** Opens all that can be reached from `start` and is not left out; gives what was opened and what did not answer with 200. */
async function crawl(page: Page, start: string) {
  const waiting = [start];
  const seen = new Set(waiting);
  const kinds = new Map<string, number>();
  const opened: string[] = [];
  const broken: string[] = [];
  while (waiting.length) {
    const path = waiting.shift() as string;
    const response = await page.goto(path);
    opened.push(path);
    if (response?.status() !== 200) broken.push(`${path} answered ${response?.status()}`);
    const links = await page
      .locator("a[href]")
      .evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href.replace(/#.*/, "")));
    for (const link of links) {
      const url = new URL(link);
      const next = url.pathname + url.search;
      if (url.origin !== new URL(page.url()).origin || seen.has(next) || NOT_FOLLOWED.test(url.pathname)) continue;
      seen.add(next);
      const kind = kindOf(url);
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      if ((kinds.get(kind) ?? 0) <= EACH) waiting.push(next);
    }
  }
  return { opened, broken };
}

/** The same for the pages of a list and for the profiles of people. */
function kindOf({ pathname, searchParams }: URL): string {
  const [first = "", ...rest] = pathname.slice(1).split("/");
  const place = /^(|admin|directory|articles|login|register|account|submit|privacy|about)$/.test(first)
    ? first
    : "(name)";
  const deeper = rest.map((part) => (/^[a-z]+(-[a-z]+)?$/.test(part) && first === "admin" ? part : "(one)"));
  return [place, ...deeper, ...[...searchParams.keys()].sort()].join("/");
}

test("reliability 28 PB21 PB22 a visitor can follow every link", { tag: "@both" }, async ({ page }) => {
  const { opened, broken } = await crawl(page, "/");
  expect(broken).toEqual([]);
  expect(opened.length).toBeGreaterThan(20);
});

test("reliability 28 EM01 a curator can follow every link of the desk", async ({ page, site }) => {
  test.setTimeout(240_000);
  const { headers } = await signUpAdmin(site);
  const [name = "", value = ""] = (headers.Cookie ?? "").split("=");
  await page.context().addCookies([{ name, value, url: site.url }]);
  const { opened, broken } = await crawl(page, "/admin");
  expect(broken).toEqual([]);
  expect(opened.length).toBeGreaterThan(40);
});
