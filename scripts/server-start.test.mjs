import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { SERVER_OPTIONS } from "./server-options.mjs";

/** A build folder with a small program in the place of the server. */
let folder;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "longevity-start-"));
  copyFileSync(new URL("server-start.cjs", import.meta.url), join(folder, "index.cjs"));
  writeServer("one");
});
afterEach(() => rmSync(folder, { recursive: true }));

test("performance: what was compiled at build time is used at a start", () => {
  expect(start({ KEEP_COMPILED: "yes" })).toBe("one");
  reportUse();
  expect(start()).toBe("kept one");
  rmSync(compiled());
  expect(start()).toBe("one");
});

test("performance: what was compiled is used however large the heap is, and the heap keeps its size", () => {
  writeServer("one", "require('node:v8').getHeapStatistics().heap_size_limit / 1024 ** 2 < 150");
  start({ KEEP_COMPILED: "yes" }, SERVER_OPTIONS);
  reportUse();
  expect(start({}, SERVER_OPTIONS)).toBe("kept one true");
  expect(start()).toBe("kept one false");
});

test.each([
  ["is cut off", (bytes) => bytes.subarray(0, bytes.length / 2)],
  ["is empty", () => Buffer.alloc(0)],
  ["is damaged", (bytes) => bytes.map((byte, place) => (place < bytes.length / 2 ? byte : byte ^ 0x5a))],
])("performance: the server starts when what was compiled %s", (_, change) => {
  start({ KEEP_COMPILED: "yes" });
  writeFileSync(compiled(), change(readFileSync(compiled())));
  expect(start()).toBe("one");
});

test("performance: what was compiled of another program of the same length is not run", () => {
  start({ KEEP_COMPILED: "yes" });
  writeServer("two");
  expect(start()).toBe("two");
});

/** @param more what it says of itself besides. */
function writeServer(word, more = "") {
  const text = more ? `"${word} " + (${more})` : `"${word}"`;
  const program = `(function (exports, require, module) { const say = () => process.stdout.write(${text}); say(); })`;
  writeFileSync(join(folder, "server.cjs"), program);
}

/** Node says of every script whether what was kept of it was taken: from here on a start says it, too. */
function reportUse() {
  const file = join(folder, "index.cjs");
  const run = "script.runInThisContext()";
  const report = 'if (script.cachedDataRejected === false) process.stdout.write("kept ");';
  writeFileSync(file, readFileSync(file, "utf8").replace(run, `${report}\n${run}`));
}

function start(env = {}, options = []) {
  const { stdout, status } = spawnSync(process.execPath, [...options, join(folder, "index.cjs")], {
    env: { PATH: process.env.PATH, ...env },
    encoding: "utf8",
  });
  expect(status).toBe(0);
  return stdout;
}

function compiled() {
  return join(folder, "server.compiled");
}
