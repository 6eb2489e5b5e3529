import { afterAll, expect, test, vi } from "vitest";
import { startOpenData } from "../../test/support/open-data";

const openData = await startOpenData();
afterAll(() => openData.stop());
Object.assign(process.env, openData.env, { ORCID_CLIENT_ID: "APP-1", ORCID_CLIENT_SECRET: "a-secret" });
const { orcidRecord } = await import("./orcid.server");

test("requests that ORCID refuses at the same time for their token all go on without it", async () => {
  const orcids = ["0000-0002-1825-0097", "0000-0001-5109-3700"];
  openData.people.push(...orcids.map((orcid) => ({ name: `Person ${orcid}`, orcid })));
  openData.failures.orcid = "revoked token";
  const records = await Promise.all(orcids.map((orcid) => orcidRecord(orcid, { fresh: true })));
  expect(records.map(({ orcid }) => orcid)).toEqual(orcids);
  Object.assign(openData, { failures: {}, people: [], requests: [] });
  vi.setSystemTime(Date.now() + 61_000);
  vi.mocked(console.warn).mockClear();
});

test("ID05 requests go on without a token that ORCID has revoked, and a later one asks for another", async () => {
  const orcid = "0000-0002-1825-0097";
  openData.people.push({ name: "Ada Full", orcid });
  const request = () => orcidRecord(orcid, { fresh: true });
  const tokenCount = () => openData.requests.filter(({ path }) => path === "/oauth/token").length;
  await request();
  openData.failures.orcid = "revoked token";
  expect((await request()).name).toBe("Ada Full");
  expect((await request()).name).toBe("Ada Full");
  expect(tokenCount()).toBe(1);
  expect(openData.requests.map(({ authorization }) => Boolean(authorization)).slice(1)).toEqual([
    true,
    true,
    false,
    false,
  ]);

  vi.setSystemTime(Date.now() + 61_000);
  openData.failures = {};
  await request();
  expect([tokenCount(), openData.requests.at(-1)?.authorization]).toEqual([2, "Bearer read-public-token"]);
  vi.useRealTimers();
  vi.mocked(console.warn).mockClear();
});
