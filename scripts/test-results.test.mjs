import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { asOneTest, browserCounts, failures, sum, told, unitCounts } from "./test-results.mjs";

const folder = mkdtempSync(join(tmpdir(), "longevity-results-"));
afterAll(() => rmSync(folder, { recursive: true }));

const unit = { numPassedTests: 7, numFailedTests: 0, numPendingTests: 1, numTodoTests: 1, testResults: [] };
const browser = { stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 2 } };

test("counts what the reports say", () => {
  expect(unitCounts(0, report(unit))).toEqual({ passed: 7, failed: 0, skipped: 2 });
  expect(browserCounts(1, report(browser))).toEqual({ passed: 6, failed: 1, skipped: 2 });
});

test("counts a file that could not be loaded as a failure", () => {
  const testResults = [
    { status: "failed", assertionResults: [] },
    { status: "failed", assertionResults: [{ status: "failed" }] },
    { status: "passed", assertionResults: [{ status: "passed" }] },
  ];
  expect(unitCounts(1, report({ ...unit, numFailedTests: 1, testResults })).failed).toBe(2);
});

test("counts a runner that ends badly without a failed test, or without any report, as a failure", () => {
  expect(unitCounts(1, report(unit))).toEqual({ passed: 7, failed: 1, skipped: 2 });
  expect(browserCounts(1, join(folder, "missing.json"))).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test("adds up, and tells in the promised words", () => {
  expect(told(sum([asOneTest(0), asOneTest(2), unitCounts(0, report(unit))]))).toBe("8 passed, 1 failed, 2 skipped");
  expect(told(sum([asOneTest(0)]))).toBe("1 passed, 0 failed");
});

test("says once more what failed, not what passed, and no more than a screen or two", () => {
  expect(failures("✓ one\n  ✓ two\n\n× three\n  expected 1 to be 2\n\n")).toBe("× three\n  expected 1 to be 2");
  expect(failures("line\n".repeat(500)).split("\n")).toHaveLength(80);
});

function report(content) {
  const file = join(folder, "report.json");
  writeFileSync(file, JSON.stringify(content));
  return file;
}
