import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { withLock } from "./lock.mjs";

let folder;
let file;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "longevity-lock-"));
  file = join(folder, "deeper/lock");
  vi.spyOn(console, "log").mockImplementation(() => {});
});
afterEach(() => {
  vi.mocked(console.log).mockRestore();
  rmSync(folder, { recursive: true });
});

test("lets one work at a time, and tells the one that waits", async () => {
  const steps = [];
  const work = (name) => async () => {
    steps.push(`${name} begins`);
    await new Promise(setImmediate);
    steps.push(`${name} ends`);
  };
  await Promise.all([withLock(work("first"), file), withLock(work("second"), file)]);
  expect(steps).toEqual(["first begins", "first ends", "second begins", "second ends"]);
  expect(console.log).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("waiting"));
});

test("is let go when the work fails", async () => {
  await expect(withLock(() => Promise.reject(new Error("no luck")), file)).rejects.toThrow("no luck");
  expect(existsSync(file)).toBe(false);
});

test("is taken over from a process that is gone", async () => {
  const { pid } = spawnSync(process.execPath, ["--version"]);
  await withLock(async () => {}, file);
  writeFileSync(file, String(pid));
  const work = vi.fn();
  await withLock(work, file);
  expect(work).toHaveBeenCalledOnce();
});
