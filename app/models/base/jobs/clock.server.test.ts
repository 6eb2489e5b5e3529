import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { db, engine, migrate } from "~/db.server";
import { log } from "~/log.server";
import { DAY_MS, HOUR_MS } from "~/stored-times";
import { newPerson } from "../../../../test/support/accounts";
import { addMember } from "../../../../test/support/members";
import { asAdmin } from "../accounts/admin.server";
import { insertUser } from "../accounts/register.server";
import { confirmClock, doubtedClock, isClockTrusted } from "./clock.server";

beforeAll(async () => {
  await migrate(db);
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.spyOn(engine, "now").mockImplementation(async () => Date.now());
});
afterEach(async () => {
  vi.mocked(engine.now).mockRestore();
  vi.useRealTimers();
  for (const table of ["cursors", "users"] as const) await db.deleteFrom(table).execute();
});
const advance = (ms: number) => vi.setSystemTime(Date.now() + ms);

test("reliability 49 an empty site, and one that was off for weeks, trust their clock", async () => {
  expect(await isClockTrusted(0)).toBe(true);
  await insertUser(db, { ...newPerson(), role: "user" });
  advance(30 * DAY_MS);
  expect(await isClockTrusted(0)).toBe(true);
});

test.each([
  ["ahead by years", 800 * DAY_MS],
  ["before the newest row", -2 * DAY_MS],
])(
  "reliability 49 a clock %s is trusted after an hour of running, whatever is written meanwhile",
  async (_, differenceMs) => {
    const warn = vi.spyOn(log, "warn").mockReturnValue();
    onTestFinished(() => warn.mockRestore());
    await insertUser(db, { ...newPerson(), role: "user" });
    expect(await isClockTrusted(0)).toBe(true);
    advance(differenceMs);
    expect(await isClockTrusted(1_000)).toBe(false);
    await insertUser(db, { ...newPerson(), role: "user" });
    expect(await isClockTrusted(2_000)).toBe(false);
    expect(await isClockTrusted(HOUR_MS)).toBe(false);
    expect(warn).toHaveBeenCalledTimes(1);
    expect(await doubtedClock()).toMatchObject({ isAhead: differenceMs > 0 });
    expect(await isClockTrusted(HOUR_MS + 1_001)).toBe(true);
    expect(await doubtedClock()).toBeNull();
    // Turns the clock back, which is reported once more. Afterwards, rows from the future no longer count.
    advance(-differenceMs);
    const isDoubted = differenceMs > 0;
    expect(await isClockTrusted(0)).toBe(!isDoubted);
    if (isDoubted) expect(await isClockTrusted(HOUR_MS + 1)).toBe(true);
    advance(5 * 60_000);
    expect(await isClockTrusted(0)).toBe(true);
  },
);

test("reliability 49 a clock that is set right is trusted at once", async () => {
  const warn = vi.spyOn(log, "warn").mockReturnValue();
  onTestFinished(() => warn.mockRestore());
  await insertUser(db, { ...newPerson(), role: "user" });
  await isClockTrusted(0);
  advance(400 * DAY_MS);
  expect(await isClockTrusted(0)).toBe(false);
  await insertUser(db, { ...newPerson(), role: "user" });
  advance(-400 * DAY_MS);
  expect(await isClockTrusted(0)).toBe(true);
});

test("reliability 49 an admin who confirms the clock ends the doubt; the audit log has its time and the newest stored one", async () => {
  const warn = vi.spyOn(log, "warn").mockReturnValue();
  onTestFinished(() => warn.mockRestore());
  const admin = asAdmin(await addMember({ role: "admin" }));
  await isClockTrusted(0);
  const newest = (await db.selectFrom("users").select("createdAt").executeTakeFirstOrThrow()).createdAt;
  advance(400 * DAY_MS);
  const now = new Date().toISOString();
  expect(await isClockTrusted(0)).toBe(false);

  await confirmClock(admin);
  expect([await doubtedClock(), await isClockTrusted(0)]).toEqual([null, true]);
  await confirmClock(admin);

  const entries = await db.selectFrom("auditLog").select("detail").where("action", "=", "clock confirmed").execute();
  expect(
    entries.map(({ detail }) => detail.split("; the newest stored time was ").map((time) => time.slice(0, 16))),
  ).toEqual([[now.slice(0, 16), newest.slice(0, 16)]]);
});
