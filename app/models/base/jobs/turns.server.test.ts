import { beforeAll, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { DAY_MS } from "~/stored-times";
import { sharedTurns } from "./turns.server";

beforeAll(async () => {
  await migrate(db);
});

test("ID04 gives each of many simultaneous processes a turn of its own", async () => {
  const turns = await Promise.all(Array.from({ length: 12 }, () => sharedTurns.take("OpenAlex", 20_000)));
  const places = turns.map(({ waitMs }) => Math.ceil(waitMs / 20_000)).sort((a, b) => a - b);
  expect(places).toEqual(Array.from({ length: 12 }, (_, index) => index));
  expect((await sharedTurns.take("ORCID", 60_000)).waitMs).toBe(0);
});

test("ID04 nobody takes a turn for which they cannot wait, and a full queue does not begin again", async () => {
  const minutes = async (maxWaitMs?: number) =>
    Math.ceil((await sharedTurns.take("Wikimedia Commons", 60_000, maxWaitMs)).waitMs / 60_000);
  for (let minute = 0; minute <= 10; minute++) expect(await minutes()).toBe(minute);
  for (const maxWaitMs of [undefined, 5_000, undefined]) expect(await minutes(maxWaitMs)).toBe(11);
});

test("ID04 a block of a service holds for all processes", async () => {
  await sharedTurns.block("Wikidata", 3_600_000);
  await sharedTurns.block("Wikidata", 1_000);
  const { blockedUntil } = await sharedTurns.take("Wikidata", 1_000);
  expect(blockedUntil).toBeGreaterThan(Date.now() + 3_000_000);
});

test("ID04 a turn or a block that a clock far ahead wrote holds up nobody", async () => {
  const farAhead = Date.now() + 400 * DAY_MS;
  for (const state of [
    { nextAt: farAhead, blockedUntil: 0 },
    { nextAt: 0, blockedUntil: farAhead },
  ]) {
    await db.deleteFrom("cursors").where("name", "=", "turns ROR").execute();
    const value = JSON.stringify(state);
    await db.insertInto("cursors").values({ name: "turns ROR", value }).execute();
    expect(await sharedTurns.take("ROR", 1_000)).toEqual({ waitMs: 0, blockedUntil: 0 });
  }
});
