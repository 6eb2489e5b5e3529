import { expect, test } from "vitest";
import { holds, isInstalled } from "./installed.mjs";

const one = { version: "1.0.0", integrity: "sha512-1" };
const tool = { version: "2.0.0", integrity: "sha512-2", dev: true };
const elsewhere = { version: "3.0.0", integrity: "sha512-3", optional: true };
const wanted = lock({
  "": { name: "site" },
  "node_modules/one": one,
  "node_modules/tool": tool,
  "node_modules/mac": elsewhere,
});
const both = { dev: true };

test("holds everything when only packages for other systems are missing", () => {
  expect(holds(lock({ "node_modules/one": one, "node_modules/tool": tool }), wanted, both)).toBe(true);
});

test("the tools may be missing where nothing is built or tested", () => {
  const present = lock({ "node_modules/one": one });
  expect(holds(present, wanted, both)).toBe(false);
  expect(holds(present, wanted, { dev: false })).toBe(true);
  expect(holds(lock({ "node_modules/tool": tool }), wanted, { dev: false })).toBe(false);
});

test.each([
  ["another version", { ...one, version: "1.0.1" }],
  ["another content", { ...one, integrity: "sha512-9" }],
])("%s does not do", (_, other) => {
  expect(holds(lock({ "node_modules/one": other, "node_modules/tool": tool }), wanted, both)).toBe(false);
});

test("the packages that run this test are installed", () => {
  expect(isInstalled(both)).toBe(true);
});

function lock(packages) {
  return { packages };
}
