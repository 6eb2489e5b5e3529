import { spawn } from "node:child_process";
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test, vi } from "vitest";
import { db, engine, migrate } from "~/db.server";
import { env } from "~/env.server";
import { DAY_MS, HOUR_MS, toIso } from "~/stored-times";
import { lastBackupOfSite, startBackups } from "./backup-schedule.server";

vi.mock("node:child_process", async (importOriginal) => ({ ...(await importOriginal<object>()), spawn: vi.fn() }));

beforeAll(() => migrate(db));

test("PU01 a node knows the backups that another node of PostgreSQL made", async () => {
  const { kind } = engine;
  Object.assign(engine, { kind: "postgres" });
  try {
    expect(await lastBackupOfSite()).toBeNull();
    const madeAt = Date.now() - HOUR_MS;
    const setCursor = (time: number) => ({ name: "backup", value: JSON.stringify({ madeAt: time }) });
    await db.insertInto("cursors").values(setCursor(madeAt)).execute();
    expect(await lastBackupOfSite()).toBe(toIso(madeAt));
    const folder = join(env.DATA_DIR, "backups");
    mkdirSync(folder, { recursive: true });
    const file = join(folder, "own.tar.gz");
    writeFileSync(file, "x");
    const ownTime = new Date(madeAt - DAY_MS);
    utimesSync(file, ownTime, ownTime);
    expect(await lastBackupOfSite()).toBe(toIso(madeAt));
    // A clock that ran ahead wrote this time.
    await db
      .updateTable("cursors")
      .set(setCursor(Date.now() + DAY_MS))
      .where("name", "=", "backup")
      .execute();
    expect(await lastBackupOfSite()).toBe(ownTime.toISOString());
  } finally {
    Object.assign(engine, { kind });
  }
});

test("reliability 49 no old backup in the bucket is removed while the clock is in doubt", async () => {
  Object.assign(env, { BACKUP_S3_BUCKET: "backups" });
  // No further backup is due on either engine.
  writeFileSync(join(env.DATA_DIR, "backups", "scheduled-20260101-000000.tar.gz"), "x");
  await db
    .updateTable("cursors")
    .set({ value: JSON.stringify({ madeAt: Date.now() }) })
    .where("name", "=", "backup")
    .execute();
  vi.mocked(spawn).mockImplementation(() => {
    throw new Error("no process in this test");
  });
  const state = { at: 0, newest: 0, doubtedAgainst: Date.now() + DAY_MS };
  await db
    .insertInto("cursors")
    .values({ name: "clock", value: JSON.stringify(state) })
    .execute();
  const readsOfClock = vi.spyOn(engine, "now");
  const doubtingLoop = startBackups({ firstAfterMs: 0, hours: 24 });
  await expect.poll(() => readsOfClock.mock.calls.length).toBeGreaterThan(0);
  await doubtingLoop.stop();
  expect(spawn).not.toHaveBeenCalled();

  await db.deleteFrom("cursors").where("name", "=", "clock").execute();
  const loop = startBackups({ firstAfterMs: 0, hours: 24 });
  await expect
    .poll(() => vi.mocked(spawn).mock.calls.map(([, args]) => args))
    .toEqual([["build/admin.js", "backup", "send", "--json"]]);
  await loop.stop();
});
