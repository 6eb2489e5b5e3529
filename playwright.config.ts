import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";
import { BROWSER_FLAGS, findHeadlessShell } from "./test/support/browser";
import { PATIENCE } from "./test/support/patience";

/**
 * Every journey runs with scripts. Those tagged `@both` run without scripts as well, those tagged `@no-scripts` only so:
 * `test("PB09 …", { tag: "@both" }, async ({ page }) => …)`.
 */
export default defineConfig({
  testDir: "test/browser",
  outputDir: "test-results/browser",
  reporter: [["list"], ["json", { outputFile: "test-results/browser.json" }]],
  fullyParallel: true,
  // Some journeys wait for something that takes its time.
  workers: Math.min(availableParallelism(), 4) + 1,
  timeout: PATIENCE.test,
  expect: { timeout: PATIENCE.wait },
  // The check on a clean machine asks twice more before it says no.
  retries: process.env.CI ? 2 : 0,
  forbidOnly: Boolean(process.env.CI),
  use: {
    // A trace costs as much as the test itself: only the second try of one that failed makes one.
    trace: "on-first-retry",
    launchOptions: {
      executablePath: findHeadlessShell(),
      args: BROWSER_FLAGS,
    },
  },
  projects: [
    // One worker begins with these while the others begin with the rest: each further worker starts sites of its own.
    { name: "no-scripts", grep: /@both|@no-scripts/, use: { javaScriptEnabled: false }, workers: 1 },
    // Drawing the transitions between pages takes a third of the browser's work: without scripts they are seen enough.
    { name: "scripts", grepInvert: /@no-scripts/, use: { contextOptions: { reducedMotion: "reduce" } } },
  ],
});
