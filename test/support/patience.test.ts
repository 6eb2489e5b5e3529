import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PATIENCE } from "./patience";

const FILES = globSync([
  "{app,db}/**/*.test.{ts,tsx}",
  "test/{browser,faults,http,papers,postgres,scripts,support}/*.{test,spec}.ts",
]);

/** How a test, a hook or a wait says by itself when it gives up. */
const OWN_PATIENCE = [
  /\bvi\.wait(?:For|Until)\(/g,
  /\bsetTimeout\((\d[\d_]*)\)/g,
  /\b(?:poll|test|describe|before\w+|after\w+|configure)\b.*\btimeout: (\d[\d_]*) \}/g,
  /^\s*timeout: (\d[\d_]*),$/gm,
  /^ *\}, (\d+_\d{3}|\d{4,})\);$/gm,
];

test("no test, hook or wait gives up before the configuration does", () => {
  const hasty = FILES.flatMap((file) => {
    const text = readFileSync(file, "utf8");
    const waits = OWN_PATIENCE.flatMap((pattern) => Array.from(text.matchAll(pattern)));
    const isHasty = ([, ms = "0"]: string[]) => Number(ms.replaceAll("_", "")) < PATIENCE.test;
    return waits.filter(isHasty).map(([wait]) => `${file}: ${wait.trim()}`);
  });
  expect(hasty).toEqual([]);
});
