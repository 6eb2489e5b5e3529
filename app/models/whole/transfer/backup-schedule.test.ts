import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { db, engine, migrate } from "~/db.server";
import { env } from "~/env.server";
import { DAY_MS, HOUR_MS, toIso } from "~/stored-times";
import { lastBackupOfSite } from "./backup-schedule.server";

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
