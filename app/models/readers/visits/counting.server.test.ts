import { beforeAll, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { noteView, storeVisits, type Visit } from "./counting.server";

const SITE: Visit[] = [{ kind: "site", key: "", host: "" }];

beforeAll(() => migrate(db));

test("VI01 each view counts, on its own day, though all of them are stored on the second", async () => {
  const midnight = Date.parse("2026-03-03T00:00:00Z");
  const [before, after] = [midnight - 1_000, midnight + 1_000];
  for (const now of [before, before, before, after, after]) noteView("/", now, () => SITE);
  await storeVisits();
  noteView("/", after, () => SITE);
  await storeVisits();
  const stored = db.selectFrom("visits").select(["day", "n"]).where("kind", "=", "site");
  expect(await stored.orderBy("day").execute()).toEqual([
    { day: "2026-03-02", n: 3 },
    { day: "2026-03-03", n: 3 },
  ]);
});

test("VI01 what a view counts for is asked once for all who open the same", async () => {
  let calls = 0;
  const visits = () => {
    calls++;
    return SITE;
  };
  const now = Date.parse("2026-03-04T12:00:00Z");
  for (let times = 0; times < 50; times++) noteView("/directory", now, visits);
  expect(calls).toBe(1);
  await storeVisits();
  const stored = db.selectFrom("visits").select("n").where("day", "=", "2026-03-04");
  expect(await stored.execute()).toEqual([{ n: 50 }]);
});

test("VI03 of more hosts and searches than a day has room for the rest count together", async () => {
  const now = Date.parse("2026-03-05T12:00:00Z");
  for (let at = 0; at < 400; at++)
    noteView(`host ${at}`, now, () => [{ kind: "site", key: "", host: `host-${at}.example` }]);
  await storeVisits();
  const stored = await db.selectFrom("visits").select(["host", "n"]).where("day", "=", "2026-03-05").execute();
  expect(stored).toHaveLength(301);
  expect(stored.find(({ host }) => host === "others")?.n).toBe(100);
});
