import { beforeAll, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { recordView, storeVisits, type Visit } from "./counting.server";

const SITE: Visit[] = [{ kind: "site", key: "", host: "" }];

beforeAll(() => migrate(db));

test("VI01 each view counts on its own day, even if views of two days are stored together", async () => {
  const midnight = Date.parse("2026-03-03T00:00:00Z");
  const [beforeMidnight, afterMidnight] = [midnight - 1_000, midnight + 1_000];
  for (const now of [beforeMidnight, beforeMidnight, beforeMidnight, afterMidnight, afterMidnight])
    recordView("/", now, () => SITE);
  await storeVisits();
  recordView("/", afterMidnight, () => SITE);
  await storeVisits();
  const stored = db.selectFrom("visits").select(["day", "n"]).where("kind", "=", "site");
  expect(await stored.orderBy("day").execute()).toEqual([
    { day: "2026-03-02", n: 3 },
    { day: "2026-03-03", n: 3 },
  ]);
});

test("VI01 asks once for all views of the same page what they count for", async () => {
  let calls = 0;
  const visits = () => {
    calls++;
    return SITE;
  };
  const now = Date.parse("2026-03-04T12:00:00Z");
  for (let view = 0; view < 50; view++) recordView("/directory", now, visits);
  expect(calls).toBe(1);
  await storeVisits();
  const stored = db.selectFrom("visits").select("n").where("day", "=", "2026-03-04");
  expect(await stored.execute()).toEqual([{ n: 50 }]);
});

test("VI03 beyond the daily limit of hosts, further hosts are counted together", async () => {
  const now = Date.parse("2026-03-05T12:00:00Z");
  for (let index = 0; index < 400; index++)
    recordView(`host ${index}`, now, () => [{ kind: "site", key: "", host: `host-${index}.example` }]);
  await storeVisits();
  const stored = await db.selectFrom("visits").select(["host", "n"]).where("day", "=", "2026-03-05").execute();
  expect(stored).toHaveLength(301);
  expect(stored.find(({ host }) => host === "others")?.n).toBe(100);
});
