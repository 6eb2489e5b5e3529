import { afterAll, expect, test, vi } from "vitest";
import { goneAmong } from "./open-links.server";

const { pages, others: otherSite } = await vi.hoisted(async () => {
  const { startPageServer } = await import("../../../../test/support/pages");
  return { pages: await startPageServer(), others: await startPageServer("127.0.0.2") };
});
afterAll(() => Promise.all([pages.stop(), otherSite.stop()]));

test("EV07 opens the links of other sites although one site hangs", async () => {
  const stop = new AbortController();
  const hanging = Array.from({ length: 20 }, (_, n) => `/hangs-${n}`);
  for (const path of hanging) pages.answers[path] = () => {};
  otherSite.answers["/gone"] = (_request, response) => {
    response.writeHead(410).end(() => setTimeout(() => stop.abort(), 100));
  };
  const goneUrl = `${otherSite.url}/gone`;
  const links = [...hanging.map((path) => pages.url + path), goneUrl];
  expect(await goneAmong(links, { expertRowId: null, signal: stop.signal })).toEqual([
    { url: goneUrl, reason: "it answers 410" },
  ]);
  expect(pages.requestedPaths).toHaveLength(4);
});
