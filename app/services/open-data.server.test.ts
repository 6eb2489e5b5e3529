import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { type Failure, startOpenData } from "../../test/support/open-data";
import { OpenDataClient, titleWords } from "./open-data.server";

const openData = await startOpenData();
afterAll(() => openData.stop());
beforeEach(() => {
  openData.failures = {};
  openData.requests = [];
});

const Results = z.object({ results: z.array(z.unknown()) });
let clients = 0;
/** Returns a client with a name of its own, and so with its own pace. */
const client = (options = {}) =>
  new OpenDataClient({ name: `OpenAlex ${clients++}`, baseUrl: `${openData.url}/openalex`, ...options });

test("ID04 a repeated request is answered from memory, and the stored answer is revalidated on demand", async () => {
  const openDataClient = client();
  for (const fresh of [false, false, true]) await openDataClient.ask(Results, "/authors?search=x", { fresh });
  expect(openData.requests.map(({ isConditional }) => isConditional)).toEqual([false, true]);
  expect(openData.requests[0]?.userAgent).toMatch(/^Longevity-Leaders\/1\.0/);
  openData.people = [{ name: "x", openalex: "A1" }];
  expect((await openDataClient.ask(Results, "/authors?search=x", { fresh: true })).results).toHaveLength(1);
  expect((await openDataClient.ask(Results, "/authors?search=x")).results).toHaveLength(1);
  expect(openData.requests).toHaveLength(3);
  openData.people = [];
  for (const _ of [1, 2])
    await expect(openDataClient.ask(Results, "/authors/A404")).rejects.toMatchObject({ kind: "missing" });
  expect(openData.requests).toHaveLength(4);
});

test("ID04 requests to one service are spaced", async () => {
  const openDataClient = client({ paceMs: 60 });
  const startedAt = performance.now();
  await Promise.all([1, 2, 3].map((page) => openDataClient.ask(Results, `/authors?search=${page}`)));
  expect((openData.requests.at(-1)?.at ?? 0) - startedAt).toBeGreaterThan(110);
});

test.each<[Failure, string, number, string]>([
  ["404", "missing", 1, "knows no such entry"],
  ["429", "spent", 1, "accepts no more requests"],
  ["429 soon", "spent", 2, "accepts no more requests"],
  ["503", "silent", 2, "answers 503"],
  ["broken JSON", "broken", 1, "unknown format"],
  ["other JSON", "broken", 1, "unknown format"],
  ["huge", "broken", 1, "too long"],
])("ID04 %s becomes a problem of kind %s after %d requests: it %s", async (failure, kind, requests, reason) => {
  openData.failures.openalex = failure;
  const message = expect.stringContaining(reason);
  await expect(client().ask(Results, "/authors?search=x")).rejects.toMatchObject({ kind, message });
  expect(openData.requests).toHaveLength(requests);
});

test("ID04 a service that does not answer becomes a problem", async () => {
  openData.failures.openalex = "silent";
  await expect(client({ timeoutMs: 50 }).ask(Results, "/authors")).rejects.toMatchObject({ kind: "silent" });
});

test("ID04 a spent quota becomes a problem, and no further request is sent until the quota is renewed", async () => {
  openData.failures.openalex = "429";
  const openDataClient = client({ whenSpent: "Get a key." });
  await expect(openDataClient.ask(Results, "/authors?search=a")).rejects.toThrow(
    /OpenAlex \d+ accepts no more requests.*Get a key\./,
  );
  openData.failures = {};
  await expect(openDataClient.ask(Results, "/authors?search=b")).rejects.toThrow(/until .* UTC\. Get a key\./);
  expect(openData.requests.map(({ path }) => path)).not.toContain("/openalex/authors?search=b");
  // Look-ups of single entries have no quota.
  await expect(openDataClient.ask(Results, "/authors/A404")).rejects.toMatchObject({ kind: "missing" });
});

test("ID04 no request is sent if OPEN_DATA is off", async () => {
  const { env } = await import("~/env.server");
  const formerSetting = env.OPEN_DATA;
  try {
    env.OPEN_DATA = false;
    await expect(client().ask(Results, "/authors")).rejects.toMatchObject({ kind: "off", problem: "unavailable" });
  } finally {
    env.OPEN_DATA = formerSetting;
  }
  expect(openData.requests).toEqual([]);
  vi.mocked(console.warn).mockClear();
});

test.each([
  ["Daf-2 in <i>C. elegans</i>", "Daf-2 in C. elegans"],
  ["H<sub>2</sub>O and <SUP class='a'>18</SUP>F", "H2O and 18F"],
  ["&lt;i&gt;Mus&lt;/i&gt; &amp; others,&#160;&#x41;", "Mus & others, A"],
  [
    '<mml:math xmlns:mml="x"><mml:mi>β</mml:mi></mml:math>-cells\n  of <jats:italic>rats</jats:italic>',
    "β-cells of rats",
  ],
  ["One line<br/>and another", "One line and another"],
  ["p < 0.05 and a<b>c", "p < 0.05 and ac"],
  ["Ages <65 and >80, <unknown> words, x &lt; y", "Ages <65 and >80, <unknown> words, x < y"],
  ["<i></i>", ""],
])("ID06 a title loses its markup: %s", (title, words) => {
  expect(titleWords(title)).toBe(words);
});
