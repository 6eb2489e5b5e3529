import { afterAll, expect, test, vi } from "vitest";
import { provenClaims } from "./claims.server";

const { pages } = await vi.hoisted(async () => {
  const { startPageServer } = await import("../../../../test/support/pages");
  return { pages: await startPageServer() };
});
afterAll(() => pages.stop());

test("EV01 proves each claim at the address that it names, although another address has the same text", async () => {
  const text = "Grace Hopper wrote compilers and taught others how they work, and Grace Hopper led a team.";
  for (const path of ["/page", "/copy"]) pages.answers[path] = text;
  const claims = ["/page", "/copy", "/missing"].map((path, index) => ({
    sentence: `Sentence ${index}.`,
    quote: "wrote compilers and taught others",
    source: { url: pages.url + path },
  }));
  const evidence = await provenClaims("body", claims, "Grace Hopper");
  expect(evidence.map(({ sentence, source }) => [sentence, source?.url])).toEqual([
    ["Sentence 0.", `${pages.url}/page`],
    ["Sentence 1.", `${pages.url}/copy`],
  ]);
});

test("EV01 checks the claims of up to 24 pages, and refuses more instead of leaving them out", async () => {
  const claimsOf = (count: number) =>
    Array.from({ length: count }, (_, index) => {
      pages.answers[`/page-${index}`] = "Grace Hopper wrote compilers and taught others how they work.";
      const source = { url: `${pages.url}/page-${index}` };
      return { sentence: `Sentence ${index}.`, quote: "wrote compilers and taught others", source };
    });
  // A claim in another format does not take the others along.
  const claims = [{ sentence: "Odd.", source: { url: pages.url } }, ...claimsOf(24)];
  expect(await provenClaims("body", claims, "Grace Hopper")).toHaveLength(24);
  await expect(provenClaims("body", claimsOf(25), "Grace Hopper")).rejects.toMatchObject({ problem: "invalid" });
});
