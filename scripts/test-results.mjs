import { existsSync, readFileSync } from "node:fs";

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** A check that only passes or fails, such as lint. */
export function asOneTest(code) {
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
}

/**
 * What Vitest reported as JSON.
 *
 * @param {number} code its exit code: ending badly without a failed test, or without a report, is a failure too.
 * @param {string} file the report.
 * @returns {Counts}
 */
export function unitCounts(code, file) {
  return counts(code, file, (report) => ({
    passed: report.numPassedTests,
    // A file that could not even be loaded has no tests to count.
    failed: report.numFailedTests + report.testResults.filter(failedToLoad).length,
    skipped: report.numPendingTests + report.numTodoTests,
  }));
}

/** As `unitCounts`, of Playwright's report. */
export function browserCounts(code, file) {
  return counts(code, file, ({ stats }) => ({
    passed: stats.expected + stats.flaky, // flaky: a second try passed; the list above names it
    failed: stats.unexpected,
    skipped: stats.skipped,
  }));
}

/** @param {Counts[]} all */
export function sum(all) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const one of all) for (const key of Object.keys(total)) total[key] += one[key];
  return total;
}

/**
 * What a runner said of its failures: the end of its output without all that passed.
 *
 * @param {string} output
 * @returns {string} at most 80 lines.
 */
export function failures(output) {
  const lines = output.trimEnd().split("\n");
  return lines
    .filter((line) => line.trim() !== "" && !line.includes("✓"))
    .slice(-80)
    .join("\n");
}

/** "N passed, N failed", and ", N skipped" where there are any (contract.md, Commands). */
export function told({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ""}`;
}

function counts(code, file, read) {
  const found = existsSync(file) ? read(JSON.parse(readFileSync(file, "utf8"))) : sum([]);
  return code !== 0 && found.failed === 0 ? { ...found, failed: 1 } : found;
}

function failedToLoad(file) {
  return file.status === "failed" && file.assertionResults.length === 0;
}
