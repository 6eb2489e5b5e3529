import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { startS3 } from "../../../../test/support/s3";

const bucket = await startS3();
afterAll(() => bucket.stop());
// Sets the environment first, because the first module of the app reads it.
for (const [name, value] of Object.entries(bucket.env)) process.env[`BACKUP_${name}`] = value;
const { env } = await import("~/env.server");
const { log } = await import("~/log.server");
const { listBackups, sendBackups } = await import("./backup-bucket.server");

test("PU01 a key that may not delete sends each backup once, and the older ones stay in the bucket", async () => {
  vi.spyOn(log, "error").mockReturnValue(undefined);
  const names = [1, 2, 3].map((day) => `scheduled-2026010${day}-000000.tar.gz`);
  const [oldestName = "", olderName = "", newestName = ""] = names;
  for (const name of [oldestName, olderName])
    bucket.objects.set(`backups/${name}`, { bytes: Buffer.from("x"), modifiedAt: new Date() });
  mkdirSync(join(env.DATA_DIR, "backups"), { recursive: true });
  writeFileSync(join(env.DATA_DIR, "backups", newestName), "x");
  bucket.refuseDeletion();
  expect(await sendBackups(2)).toEqual({ sent: [newestName], removed: [] });
  expect(await sendBackups(2)).toEqual({ sent: [], removed: [] });
  const bucketBackups = (await listBackups()).filter(({ name }) => name.startsWith("s3:"));
  expect(bucketBackups.map(({ name }) => name)).toEqual(names.toReversed().map((name) => `s3:${name}`));
  // The name of a backup that was made by hand does not tell its time.
  bucket.objects.set("backups/by-hand.tar.gz", {
    bytes: Buffer.from("x"),
    modifiedAt: new Date("2026-01-05T06:00:00Z"),
  });
  const manualBackup = (await listBackups()).find(({ name }) => name === "s3:by-hand.tar.gz");
  expect(manualBackup?.madeAt).toMatch(/^2026-01-05T0[56]:/);
});
