import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PATIENCE } from "./patience";

const FILES = globSync([
  "{app,db}/**/*.test.{ts,tsx}",
  "test/{browser,faults,http,papers,postgres,scripts,support}/*.{test,spec}.ts",
]);

/** Patterns of time limits that a single test, hook or wait sets. */
const TIME_LIMITS = [
  /\bvi\.wait(?:For|Until)\(/g,
  /\bsetTimeout\((\d[\d_]*)\)/g,
  /\b(?:poll|test|describe|before\w+|after\w+|configure)\b.*\btimeout: (\d[\d_]*) \}/g,
  /^\s*timeout: (\d[\d_]*),$/gm,
  /^ *\}, (\d+_\d{3}|\d{4,})\);$/gm,
];

test("no test, hook or wait has a shorter time limit than the configuration", () => {
  const shortLimits = FILES.flatMap((file) => {
    const text = readFileSync(file, "utf8");
    const limits = TIME_LIMITS.flatMap((pattern) => Array.from(text.matchAll(pattern)));
    const isTooShort = ([, ms = "0"]: string[]) => Number(ms.replaceAll("_", "")) < PATIENCE.test;
    return limits.filter(isTooShort).map(([wait]) => `${file}: ${wait.trim()}`);
  });
  expect(shortLimits).toEqual([]);
});
