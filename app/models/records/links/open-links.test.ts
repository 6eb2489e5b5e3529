import { afterAll, expect, test, vi } from "vitest";
import { findGoneLinks } from "./open-links.server";

const { pages, others: otherSite } = await vi.hoisted(async () => {
  const { startPageServer } = await import("../../../../test/support/pages");
  return { pages: await startPageServer(), others: await startPageServer("127.0.0.2") };
});
afterAll(() => Promise.all([pages.stop(), otherSite.stop()]));

test("EV07 opens the links of other sites although one site hangs", async () => {
  const stop = new AbortController();
  const hanging = Array.from({ length: 20 }, (_, n) => `/hangs-${n}`);
  const [isAnswered, areFourOpen] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  for (const path of hanging) pages.answers[path] = () => pages.requestedPaths.length < 4 || areFourOpen.resolve();
  otherSite.answers["/gone"] = (_request, response) => void response.writeHead(410).end(() => isAnswered.resolve());
  void Promise.all([isAnswered.promise, areFourOpen.promise]).then(() => setTimeout(() => stop.abort(), 100));
  const goneUrl = `${otherSite.url}/gone`;
  const links = [...hanging.map((path) => pages.url + path), goneUrl];
  expect(await findGoneLinks(links, { expertRowId: null, signal: stop.signal })).toEqual([
    { url: goneUrl, reason: "it answers 410" },
  ]);
  expect(pages.requestedPaths).toHaveLength(4);
});

test("EV07 opens a link again only if it has not answered", async () => {
  const isGone = async (path: string) =>
    (await findGoneLinks([otherSite.url + path], { expertRowId: null })).some(({ url }) => url.endsWith(path));
  otherSite.answers["/breaks-off"] = (request) => request.socket.destroy();
  expect(await isGone("/breaks-off")).toBe(false);
  for (const path of ["/breaks-off", "/works"]) {
    otherSite.answers[path] = (_request, response) => response.writeHead(path === "/works" ? 200 : 410).end();
    expect(await isGone(path)).toBe(path === "/breaks-off");
    delete otherSite.answers[path];
    const requests = otherSite.requestedPaths.length;
    expect(await isGone(path)).toBe(path === "/breaks-off");
    expect(otherSite.requestedPaths).toHaveLength(requests);
  }
});
