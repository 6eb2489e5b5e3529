import { beforeAll, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { noteVisit, readerOf, storeVisits } from "./counting.server";
import { DAY_MS } from "./days";

const NOW = Date.parse("2026-03-01T12:00:00Z");
const BROWSERS = 1_100;

/** How many of a network's browsers are readers. */
function readersFrom(address: string, now: number): number {
  return Array.from({ length: BROWSERS }, (_, at) => readerOf(address, `Browser ${at}`, now)).filter(Boolean).length;
}

beforeAll(async () => {
  await migrate(db);
  await storeVisits(NOW);
});

test("VI01 a network has at most 1,000 readers a day, however many browsers it pretends to be; others are counted beside it", () => {
  expect(readersFrom("198.51.100.7", NOW)).toBe(1_000);
  expect(readerOf("198.51.100.7", "Browser 0", NOW), "who was there before").toMatch(/^[0-9a-f]{32}$/);
  expect(readerOf("198.51.100.7", "Another", NOW)).toBeNull();
  // An IPv6 network is a household, by whatever address of it.
  expect(readersFrom("2001:db8::1", NOW)).toBe(1_000);
  expect(readerOf("2001:db8::2", "Another", NOW)).toBeNull();
  expect(readerOf("198.51.100.8", "Another", NOW)).not.toBeNull();
});

test("VI02 on the next day nobody is recognised, and a network has its readers anew", () => {
  const before = readerOf("203.0.113.5", "Browser", NOW);
  expect(readerOf("203.0.113.5", "Browser", NOW)).toBe(before);
  const after = readerOf("203.0.113.5", "Browser", NOW + DAY_MS);
  expect(after).not.toBeNull();
  expect(after).not.toBe(before);
  expect(readerOf("198.51.100.7", "Another", NOW + DAY_MS)).not.toBeNull();
});

test("VI02 who reads before midnight and after it counts on both days, though all of it is stored on the second", async () => {
  const midnight = Date.parse("2026-03-03T00:00:00Z");
  const [before, after] = [midnight - 1_000, midnight + 1_000];
  await storeVisits(before);
  for (const now of [before, before, after, after])
    for (const address of ["192.0.2.1", "192.0.2.2"])
      noteVisit(readerOf(address, "Browser", now) ?? "", { kind: "site", key: "", host: "" }, now);
  await storeVisits(after);
  // The same reader again, from a process that has forgotten them.
  noteVisit(readerOf("192.0.2.1", "Browser", after) ?? "", { kind: "site", key: "", host: "" }, after);
  await storeVisits(after);
  const stored = db
    .selectFrom("visits")
    .select(["day", "n"])
    .where("kind", "=", "site")
    .where("day", ">=", "2026-03-02");
  expect(await stored.orderBy("day").execute()).toEqual([
    { day: "2026-03-02", n: 2 },
    { day: "2026-03-03", n: 2 },
  ]);
});
