import { afterAll, expect, test, vi } from "vitest";
import { findGoneLinks } from "./open-links.server";

const { hangingSite, otherSite } = await vi.hoisted(async () => {
  const { startPageServer } = await import("../../../../test/support/pages");
  return { hangingSite: await startPageServer(), otherSite: await startPageServer("127.0.0.2") };
});
afterAll(() => Promise.all([hangingSite.stop(), otherSite.stop()]));

test("EV07 opens the links of other sites although one site hangs, of which it opens four links at a time", async () => {
  const controller = new AbortController();
  const hangingPaths = Array.from({ length: 20 }, (_, n) => `/hangs-${n}`);
  const [goneAnswer, fourRequests] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  for (const path of hangingPaths)
    hangingSite.answers[path] = () => {
      if (hangingSite.requestedPaths.length === 4) fourRequests.resolve();
    };
  otherSite.answers["/gone"] = (_request, response) => void response.writeHead(410).end(() => goneAnswer.resolve());
  // A fifth request to the hanging site would arrive in this time.
  void Promise.all([goneAnswer.promise, fourRequests.promise]).then(() => setTimeout(() => controller.abort(), 100));
  const goneUrl = `${otherSite.url}/gone`;
  const links = [...hangingPaths.map((path) => hangingSite.url + path), goneUrl];
  expect(await findGoneLinks(links, { expertRowId: null, signal: controller.signal })).toEqual([
    { url: goneUrl, reason: "it answers 410" },
  ]);
  expect(hangingSite.requestedPaths).toHaveLength(4);
});

test("EV07 opens a link again only if it has not answered", async () => {
  const isGone = async (path: string) =>
    (await findGoneLinks([otherSite.url + path], { expertRowId: null })).some(({ url }) => url.endsWith(path));
  otherSite.answers["/breaks-off"] = (request) => request.socket.destroy();
  expect(await isGone("/breaks-off")).toBe(false);
  for (const [path, status, isGoneNow] of [
    ["/breaks-off", 410, true],
    ["/works", 200, false],
  ] as const) {
    otherSite.answers[path] = (_request, response) => response.writeHead(status).end();
    expect(await isGone(path)).toBe(isGoneNow);
    delete otherSite.answers[path];
    const requestCount = otherSite.requestedPaths.length;
    expect(await isGone(path)).toBe(isGoneNow);
    expect(otherSite.requestedPaths).toHaveLength(requestCount);
  }
});
