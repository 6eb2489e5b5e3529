import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

/** A build folder with a small program in the place of the server. */
let folder;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "longevity-start-"));
  copyFileSync(new URL("server-start.mjs", import.meta.url), join(folder, "index.mjs"));
  writeServer("one");
});
afterEach(() => rmSync(folder, { recursive: true }));

test("performance: what was compiled at build time is used at a start", () => {
  expect(start({ KEEP_COMPILED: "yes" })).toBe("one");
  const [kept] = keptFiles();
  // Node says of every script whether what was kept of it was taken.
  const withReport = readFileSync(join(folder, "index.mjs"), "utf8").replace(
    "const module = {",
    'if (script.cachedDataRejected === false) process.stdout.write("kept ");\nconst module = {',
  );
  writeFileSync(join(folder, "index.mjs"), withReport);
  expect(start()).toBe("kept one");
  rmSync(join(folder, kept));
  expect(start()).toBe("one");
});

test("performance: each way of starting has a file of its own", () => {
  start({ KEEP_COMPILED: "yes" });
  start({ KEEP_COMPILED: "yes" }, ["--max-old-space-size=96"]);
  expect(keptFiles()).toHaveLength(2);
});

test.each([
  ["is cut off", (bytes) => bytes.subarray(0, bytes.length / 2)],
  ["is empty", () => Buffer.alloc(0)],
  ["is damaged", (bytes) => bytes.map((byte, place) => (place < bytes.length / 2 ? byte : byte ^ 0x5a))],
])("performance: the server starts when what was compiled %s", (_, change) => {
  start({ KEEP_COMPILED: "yes" });
  const file = join(folder, keptFiles()[0]);
  writeFileSync(file, change(readFileSync(file)));
  expect(start()).toBe("one");
});

test("performance: what was compiled of another program of the same length is not run", () => {
  start({ KEEP_COMPILED: "yes" });
  writeServer("two");
  expect(start()).toBe("two");
});

function writeServer(word) {
  const program = `(function (exports, require, module) { const say = () => process.stdout.write("${word}"); say(); })`;
  writeFileSync(join(folder, "server.cjs"), program);
}

function start(env = {}, options = []) {
  const { stdout, status } = spawnSync(process.execPath, [...options, join(folder, "index.mjs")], {
    env: { PATH: process.env.PATH, ...env },
    encoding: "utf8",
  });
  expect(status).toBe(0);
  return stdout;
}

function keptFiles() {
  return readdirSync(folder).filter((name) => name.endsWith(".compiled"));
}
