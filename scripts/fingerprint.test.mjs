import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { fingerprint } from "./fingerprint.mjs";

let folder;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "longevity-sources-"));
  write("app/root.tsx", "root");
  write("package-lock.json", "{}");
});
afterEach(() => rmSync(folder, { recursive: true }));

test.each([
  ["a changed source", () => write("app/root.tsx", "other")],
  ["a new source", () => write("db/migrations/0002.ts", "")],
  ["a renamed source", () => renameSync(join(folder, "app/root.tsx"), join(folder, "app/r.tsx"))],
  ["other packages", () => write("package-lock.json", '{"lockfileVersion":3}')],
  ["a changed public file", () => write("public/icon.svg", "<svg/>")],
])("%s needs a new build", (_, change) => {
  const before = fingerprint(folder);
  change();
  expect(fingerprint(folder)).not.toBe(before);
});

test.each([
  ["a new time on the same content", () => utimesSync(join(folder, "app/root.tsx"), 1, 1)],
  ["a test", () => write("app/models/slugs.server.test.ts", "test")],
  ["what tests stand on", () => write("test/support/site.ts", "site")],
  ["the build's own files", () => write("public/build/root.js", "built")],
  ["a document", () => write("README.md", "read")],
])("%s does not", (_, change) => {
  const before = fingerprint(folder);
  change();
  expect(fingerprint(folder)).toBe(before);
});

function write(path, content) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}
