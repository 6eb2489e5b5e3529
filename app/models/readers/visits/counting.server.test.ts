import { beforeAll, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { DAY_MS } from "~/stored-times";
import { recordView, storeVisits, type Visit } from "./counting.server";
import { visitsOfLastWeek, visitsOfProfile } from "./statistics.server";
import { VISITS_SETTING } from "./switch.server";

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
  const storedVisits = db.selectFrom("visits").select(["day", "n"]).where("kind", "=", "site");
  expect(await storedVisits.orderBy("day").execute()).toEqual([
    { day: "2026-03-02", n: 3 },
    { day: "2026-03-03", n: 3 },
  ]);
});

test("VI01 decides once for all views of the same page what they count for", async () => {
  let calls = 0;
  const visits = () => {
    calls++;
    return SITE;
  };
  const now = Date.parse("2026-03-04T12:00:00Z");
  for (let view = 0; view < 50; view++) recordView("/directory", now, visits);
  expect(calls).toBe(1);
  await storeVisits();
  const storedVisits = db.selectFrom("visits").select("n").where("day", "=", "2026-03-04");
  expect(await storedVisits.execute()).toEqual([{ n: 50 }]);
});

test("VI03 beyond the daily limit of hosts, further hosts are counted together", async () => {
  const now = Date.parse("2026-03-05T12:00:00Z");
  for (let index = 0; index < 400; index++)
    recordView(`host ${index}`, now, () => [{ kind: "site", key: "", host: `host-${index}.example` }]);
  await storeVisits();
  const storedVisits = await db.selectFrom("visits").select(["host", "n"]).where("day", "=", "2026-03-05").execute();
  expect(storedVisits).toHaveLength(301);
  expect(storedVisits.find(({ host }) => host === "others")?.n).toBe(100);
});

test("VI01 views that the database does not store are stored later, with those that came meanwhile", async () => {
  const now = Date.parse("2026-03-06T12:00:00Z");
  const nextDay = now + DAY_MS;
  for (const viewKey of ["/same", "/same", "/next"]) recordView(viewKey, now, () => SITE);
  const [opened, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const renaming = db.transaction().execute(async (tx) => {
    await tx.schema.alterTable("visits").renameTo("unreachable").execute();
    opened.resolve();
    await finish.promise;
  });
  await opened.promise;
  const storing = storeVisits();
  storing.catch(() => {});
  // Lets it take the views; then it waits for the transaction.
  for (let turn = 0; turn < 200; turn++) await new Promise(setImmediate);
  recordView("/same", now, () => SITE);
  recordView("/next", nextDay, () => SITE);
  finish.resolve();
  await renaming;
  await expect(storing).rejects.toThrow("visits");
  await db.schema.alterTable("unreachable").renameTo("visits").execute();
  await storeVisits();
  const storedVisits = db.selectFrom("visits").select(["day", "n"]).where("day", ">=", "2026-03-06").orderBy("day");
  expect(await storedVisits.execute()).toEqual([
    { day: "2026-03-06", n: 4 },
    { day: "2026-03-07", n: 1 },
  ]);
});

test("VI02 while counting is switched off, the numbers are absent rather than 0, and no view is kept for later", async () => {
  const now = Date.now();
  const setting = { key: VISITS_SETTING, value: "off" } as const;
  const readTodaysVisits = async () => (await visitsOfLastWeek({} as Editor))?.at(-1)?.visits ?? null;
  recordView("/", now, () => SITE);
  await db.insertInto("settings").values(setting).execute();
  await storeVisits();
  recordView("/", now, () => SITE);
  expect([await readTodaysVisits(), await visitsOfProfile("somebody")]).toEqual([null, null]);
  await db.deleteFrom("settings").where("key", "=", VISITS_SETTING).execute();
  await storeVisits();
  expect(await readTodaysVisits()).toBe(0);
  recordView("/", now, () => SITE);
  await storeVisits();
  expect(await readTodaysVisits()).toBe(1);
});
