import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { gatherPages } from "~/models/records/evidence/pages.server";
import { findGoneLinks } from "~/models/records/links/open-links.server";
import { proveLinks } from "~/models/records/links/proof.server";
import { openFairly } from "./open-fairly.server";

const { slowSite, slowerSite, goodSite } = await vi.hoisted(async () => {
  const { startPageServer } = await import("../../../../test/support/pages");
  return {
    slowSite: await startPageServer(),
    slowerSite: await startPageServer("127.0.0.2"),
    goodSite: await startPageServer("127.0.0.3"),
  };
});
afterAll(() => Promise.all([slowSite, slowerSite, goodSite].map((pages) => pages.stop())));

const PEOPLE = 3;
let stop: AbortController;
let status: number;

/** The good site's addresses come last. After all of them were answered, the time runs out. */
beforeEach(() => {
  stop = new AbortController();
  status = 200;
  let answeredCount = 0;
  for (const site of [slowSite, slowerSite]) for (let n = 0; n < 40; n++) site.answers[`/${n}`] = () => {};
  for (let n = 0; n < PEOPLE; n++)
    goodSite.answers[`/${n}`] = (_request, response) => {
      const html = `<h1>Grace Hopper</h1><p>Grace Hopper wrote compilers and taught others how they work, page ${n}.</p>`;
      const end = () => {
        if (++answeredCount === PEOPLE) setTimeout(() => stop.abort(), 100);
      };
      response.writeHead(status, { "Content-Type": "text/html" }).end(html, end);
    };
});

const mixedAddresses = (count: number) => [
  ...Array.from({ length: count - PEOPLE }, (_, n) => `${n % 2 ? slowSite.url : slowerSite.url}/${n}`),
  ...Array.from({ length: PEOPLE }, (_, n) => `${goodSite.url}/${n}`),
];
const goodAddresses = Array.from({ length: PEOPLE }, (_, n) => `${goodSite.url}/${n}`);

const CALLERS: Record<string, () => Promise<string[]>> = {
  "links that a model proposes": async () => {
    const links = mixedAddresses(40).map((url) => ({ label: "", url }));
    return (await proveLinks(links, "Grace Hopper", { deadline: stop.signal })).proven.map(({ url }) => url);
  },
  "pages that a text is based on": async () =>
    (await gatherPages(mixedAddresses(12), "Grace Hopper", { deadline: stop.signal })).pages.map(({ url }) => url),
  "all pages of a profile": async () =>
    (await gatherPages(mixedAddresses(24), "Grace Hopper", { deadline: stop.signal, maxPages: 24 })).pages.map(
      ({ url }) => url,
    ),
  "links that an editor adds": async () => {
    status = 410;
    return (await findGoneLinks(mixedAddresses(40), { expertRowId: null, signal: stop.signal })).map(({ url }) => url);
  },
};

// Each test would take minutes if the time did not run out after the last answer.
test.each(Object.keys(CALLERS))(
  "EV24 two sites that hang do not use up the time of another site: %s",
  async (caller) => {
    expect(await CALLERS[caller]?.()).toEqual(goodAddresses);
  },
);

test("passes invalid addresses on like the others, and keeps their order", async () => {
  const urls = ["no address", "https://one.example/", "http://", "https://two.example/"];
  const results = await openFairly(urls, { total: 2 }, async (url, index) => `${index} ${url}`);
  expect(results).toEqual(urls.map((url, index) => `${index} ${url}`));
});
