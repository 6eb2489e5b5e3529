/** Tests the permissions of the data folder's files. */
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { register } from "../support/accounts";
import { startSite } from "../support/site";

test("only the site's user can open the files in the data folder, also those that were readable before", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "longevity-private-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const openFiles = () =>
    readdirSync(dataDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => (statSync(path).mode & 0o7077) !== 0);

  const firstSite = await startSite({ dataDir });
  await register(firstSite);
  await expect.poll(() => readdirSync(dataDir)).toContain("outbox");
  expect(openFiles()).toEqual([]);
  await firstSite.stop();

  mkdirSync(join(dataDir, "backups"));
  writeFileSync(join(dataDir, "backups", "old.tar.gz"), "");
  const names = ["longevity.db", "session-secret", "limits.db", "outbox", "backups", "backups/old.tar.gz"];
  for (const name of names) chmodSync(join(dataDir, name), name.includes(".") ? 0o644 : 0o755);
  expect(openFiles()).not.toEqual([]);
  const secondSite = await startSite({ dataDir });
  expect(openFiles()).toEqual([]);
  for (const folder of ["outbox", "backups"]) expect(statSync(join(dataDir, folder)).mode & 0o777).toBe(0o700);
  await secondSite.stop();
});
