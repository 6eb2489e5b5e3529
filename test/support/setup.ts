/**
 * Prepares every test file: a temporary folder, and a data folder with a migrated database, both in the environment before any
 * module of the app is loaded. Settings of the machine are removed, and a warning or error on the console fails the test.
 */
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import type SQLite from "better-sqlite3";
import { afterAll, afterEach, beforeAll, expect, inject, vi } from "vitest";
import type { Engine } from "../../db/engine";
import { databaseSettings, makeDatabase, removeDatabase } from "./database";
import { WITHOUT_DATABASE } from "./engines";

// Test files share a process. Each loads the app's modules again, and closes the databases that they opened.
vi.resetModules();
const processGlobals = globalThis as { openDatabase?: Engine; limitsDatabase?: SQLite.Database; temporary?: string };

// Each test file has its own temporary folder, which is deleted with all that is in it. Everybody may write there, as in /tmp,
// because PostgreSQL runs as another user when root starts the tests.
processGlobals.temporary ??= tmpdir();
const folder = mkdtempSync(join(processGlobals.temporary, "longevity-test-"));
chmodSync(folder, 0o1777);
process.env.TMPDIR = folder;
const dataDir = mkdtempSync(join(folder, "data-"));
for (const [, name = ""] of readFileSync(".env.example", "utf8").matchAll(/^#?([A-Z0-9_]+)=/gm)) {
  delete process.env[name];
  delete process.env[`${name}_FILE`];
}
Object.assign(process.env, { NODE_ENV: "test", DATA_DIR: dataDir }, databaseSettings(dataDir));
const isWithoutDatabase = WITHOUT_DATABASE.includes(relative(process.cwd(), String(expect.getState().testPath)));
if (process.env.DATABASE_URL) await makeDatabase(dataDir);
else if (isWithoutDatabase)
  writeFileSync(join(dataDir, "longevity.db"), "A file of WITHOUT_DATABASE opens a database.");
else cpSync(inject("template"), join(dataDir, "longevity.db"));

afterAll(async () => {
  await processGlobals.openDatabase?.close();
  processGlobals.limitsDatabase?.close();
  delete processGlobals.openDatabase;
  delete processGlobals.limitsDatabase;
  await removeDatabase(dataDir);
  rmSync(folder, { recursive: true, force: true });
});

// Models by themselves reserve no addresses of pages. A test that loads all parts reserves theirs.
const { reserveAddresses } = await import("~/models/base/parts/addresses.server");
reserveAddresses([]);

// A test that expects a warning or an error asserts it and then clears it: `vi.mocked(console.error).mockClear()`.
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
