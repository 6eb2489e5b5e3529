import type { Browser, BrowserContext, Page } from "@playwright/test";
import { signUpAdmin } from "../support/admin";
import { getJson } from "../support/requests";
import { type Site, startSite } from "../support/site";
import { openLive } from "./reader";
import { expect, test } from "./site";

/** The number of readers. `READERS=25 npm test -- browser visits.spec` is a wider walk than the suite has time for. */
const READERS = Number(process.env.READERS) || 6;

/** A browser name other than that of the headless browser, which is recognised as a program. */
const AGENTS = [
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1",
];
const SEARCH = "senescent cells";
const REFERRER = "https://news.example/longevity";

interface ExpectedCounts {
  visits: number;
  /** The number of visits of each profile. */
  profiles: Map<string, number>;
  article: number;
  topic: number;
  search: number;
  referred: number;
}

test("VI01 pages that real browsers open are counted, with and without scripts; prefetches, feeds and HEAD requests are not", async ({
  browser,
}) => {
  test.setTimeout(600_000);
  const site = await startSite({ env: { TRUST_PROXY: "on", RATE_LIMIT: "off" } });
  try {
    const { headers } = await signUpAdmin(site);
    const { experts } = (await getJson(site, "/api/experts/paginated?limit=20")).body;
    const [ahead, ...slugs] = experts.slice(-8).map(({ slug }: { slug: string }) => slug) as [string, ...string[]];
    const article = (await getJson(site, "/api/articles")).body.articles[0].slug;
    const topic = (await getJson(site, "/api/topics")).body.topics[0].slug;
    const expectedCounts: ExpectedCounts = {
      visits: 0,
      profiles: new Map(),
      article: 0,
      topic: 0,
      search: 0,
      referred: 0,
    };
    for (let reader = 0; reader < READERS; reader++) {
      const context = await newReader(browser, site, reader);
      await walk(context, reader, { slugs, ahead, article, topic, truth: expectedCounts });
      await context.close();
    }
    const statistics = (await getJson(site, "/api/admin/statistics", { headers })).body;
    const profileVisits = [...expectedCounts.profiles];
    expect(statistics.days.at(-1)).toMatchObject({
      visits: expectedCounts.visits,
      profiles: profileVisits.reduce((sum, [, visits]) => sum + visits, 0),
      articles: expectedCounts.article,
      topics: expectedCounts.topic,
      searches: expectedCounts.search,
    });
    const profiles = statistics.profiles.map(({ slug, visits }: { slug: string; visits: number }) => [slug, visits]);
    expect(Object.fromEntries(profiles)).toEqual(Object.fromEntries(profileVisits));
    expect(statistics.searches).toEqual([{ words: SEARCH, visits: expectedCounts.search }]);
    expect(statistics.hosts).toEqual([{ host: "news.example", visits: expectedCounts.referred }]);
  } finally {
    await site.stop();
  }
});

function newReader(browser: Browser, { url }: Site, reader: number): Promise<BrowserContext> {
  return browser.newContext({
    baseURL: url,
    userAgent: AGENTS[reader % AGENTS.length],
    extraHTTPHeaders: { "X-Forwarded-For": `198.51.100.${reader + 1}` },
  });
}

interface Walk {
  slugs: string[];
  /** A profile that is only fetched ahead, as a feed, a card or by HEAD. */
  ahead: string;
  article: string;
  topic: string;
  truth: ExpectedCounts;
}

async function walk(
  context: BrowserContext,
  reader: number,
  { slugs, ahead, article, topic, truth: expectedCounts }: Walk,
) {
  const page = await context.newPage();
  const countProfile = (slug: string) => {
    expectedCounts.visits++;
    expectedCounts.profiles.set(slug, (expectedCounts.profiles.get(slug) ?? 0) + 1);
  };
  const [firstSlug, secondSlug] = [
    slugs[reader % slugs.length] as string,
    slugs[(reader + 3) % slugs.length] as string,
  ];
  const isReferred = reader % 2 === 0;
  await page.goto(`/${firstSlug}`, isReferred ? { referer: REFERRER } : {});
  if (isReferred) expectedCounts.referred++;
  countProfile(firstSlug);
  const reloadRequest = page.waitForRequest((request) => request.isNavigationRequest());
  await page.reload();
  countProfile(firstSlug);
  // Browsers differ in whether a reload keeps the earlier referrer.
  if ((await (await reloadRequest).allHeaders()).referer === REFERRER) expectedCounts.referred++;
  await page.goto(`/articles/${article}`);
  expectedCounts.article++;
  expectedCounts.visits++;
  if (reader % 3 > 0) {
    await page.goto(`/topics/${topic}`);
    expectedCounts.topic++;
    expectedCounts.visits++;
  }
  if (reader % 3 > 0 || READERS < 5) {
    await page.goto(`/directory?search=${SEARCH.replace(" ", "+")}`);
    expectedCounts.search++;
    expectedCounts.visits++;
  }
  // The list that has the link is a visited page, too.
  expectedCounts.visits++;
  countProfile(await openByLink(page, [firstSlug, ahead]));
  await page.goto(`/${secondSlug}`);
  countProfile(secondSlug);
  await fetchAhead(page, ahead);
}

/** Opens another profile from a list, and returns its slug. Pointing at links fetches their data ahead, also of a link that is not clicked. */
async function openByLink(page: Page, otherSlugs: string[]): Promise<string> {
  await openLive(page, "/directory");
  const paths = await page
    .locator("main li h3 a")
    .evaluateAll((links) => links.map((a) => a.getAttribute("href") ?? ""));
  const [passedPath, path] = paths.filter((path) => !otherSlugs.includes(path.slice(1))) as [string, string];
  const linkTo = (text: string) => page.locator(`main li h3 a[href="${text}"]`);
  for (const address of [passedPath, path]) {
    const prefetch = page.waitForResponse((answer) => new URL(answer.url()).pathname === `${address}.data`);
    await linkTo(address).hover();
    await (await prefetch).finished();
  }
  await linkTo(path).click();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  return path.slice(1);
}

async function fetchAhead(page: Page, slug: string): Promise<void> {
  const response = page.waitForResponse((answer) => new URL(answer.url()).pathname === `/${slug}`);
  await page.evaluate((path) => {
    const link = document.createElement("link");
    link.rel = "prefetch";
    link.href = path;
    document.head.append(link);
  }, `/${slug}`);
  await response;
  await page.evaluate(async (path) => {
    await fetch(path, { method: "HEAD" });
    for (const suffix of ["/feed.xml", "/embed"]) await (await fetch(path + suffix)).arrayBuffer();
  }, `/${slug}`);
}
