/**
 * What every test file stands on: a temporary folder of its own, a data folder of its own with a migrated database, named in the environment before any module
 * of the app is loaded; no settings of the machine; and no warning or error on the console that goes unnoticed.
 */
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type SQLite from "better-sqlite3";
import { afterAll, afterEach, beforeAll, expect, inject, vi } from "vitest";
import type { Engine } from "../../db/engine";
import { databaseSettings, makeDatabase, removeDatabase } from "./database";

// Test files share a process: each loads the app's modules anew, and closes what they keep on the process.
vi.resetModules();
const globals = globalThis as { openDatabase?: Engine; limitsDatabase?: SQLite.Database; temporary?: string };

// Whatever a test file puts into the temporary folder is in one of its own, and goes with it. As /tmp: PostgreSQL runs as somebody
// else where root starts the tests.
globals.temporary ??= tmpdir();
const folder = mkdtempSync(join(globals.temporary, "longevity-test-"));
chmodSync(folder, 0o1777);
process.env.TMPDIR = folder;
const dataDir = mkdtempSync(join(folder, "data-"));
for (const [, name = ""] of readFileSync(".env.example", "utf8").matchAll(/^#?([A-Z0-9_]+)=/gm)) {
  delete process.env[name];
  delete process.env[`${name}_FILE`];
}
Object.assign(process.env, { NODE_ENV: "test", DATA_DIR: dataDir }, databaseSettings(dataDir));
if (process.env.DATABASE_URL) await makeDatabase(dataDir);
else cpSync(inject("template"), join(dataDir, "longevity.db"));

afterAll(async () => {
  await globals.openDatabase?.close();
  globals.limitsDatabase?.close();
  delete globals.openDatabase;
  delete globals.limitsDatabase;
  await removeDatabase(dataDir);
  rmSync(folder, { recursive: true, force: true });
});

// Models alone know of no page that takes an address; a test that loads all parts has theirs.
const { reserve } = await import("~/models/base/parts/addresses.server");
reserve([]);

/** A test that expects a warning or an error looks at it and then clears it: `vi.mocked(console.error).mockClear()`. */
beforeAll(() => {
  vi.spyOn(console, "error");
  vi.spyOn(console, "warn");
});

afterEach(() => {
  const calls = [console.error, console.warn].flatMap((method) => vi.mocked(method).mock.calls);
  vi.mocked(console.error).mockReset();
  vi.mocked(console.warn).mockReset();
  expect(calls, "warnings and errors on the console").toEqual([]);
});
