import { rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "./paths.mjs";
import { ensureBuilt, ensureInstalled } from "./prepare.mjs";
import { runNode } from "./processes.mjs";
import { asOneTest, browserCounts, sum, told, unitCounts } from "./test-results.mjs";

const RESULTS = join(root, "test-results");

/**
 * `npm test`: build, lint, types, unit and integration tests, real-browser tests, one after the other whatever fails,
 * with the sum alone on the last line. `npm test -- unit PATTERN` and `npm test -- browser PATTERN` run one part.
 */
export async function main([only, ...patterns]) {
  if (only && !Object.hasOwn(parts, only)) throw new Error(`npm test has the parts ${Object.keys(parts).join(", ")}.`);
  process.env.NODE_ENV = "test";
  await ensureInstalled({ dev: true });
  rmSync(RESULTS, { recursive: true, force: true });

  const results = [];
  for (const [name, runPart] of Object.entries(parts)) {
    if (only && only !== name) continue;
    console.log(`\n— ${name}`);
    results.push({ name, ...(await runPart(patterns)) });
  }

  const total = sum(results);
  console.log("");
  for (const result of results) console.log(`${result.name}: ${told(result)}`);
  console.log(told(total));
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
}

const parts = {
  build: async () => asOneTest(await ensureBuilt().then(() => 0, tell)),
  lint: async () => asOneTest(await runNode("node_modules/@biomejs/biome/bin/biome", ["check", "."])),
  types: async () => asOneTest(await runNode("node_modules/typescript/bin/tsc", ["--noEmit"])),
  unit: async (patterns) => {
    const file = join(RESULTS, "unit.json");
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
    return unitCounts(await runNode("node_modules/vitest/vitest.mjs", ["run", ...reporters, ...patterns]), file);
  },
  browser: async (patterns) => {
    const { ensureBrowser } = await import("./browser.mjs");
    const browser = await ensureBrowser().catch(tell);
    if (!browser) return asOneTest(1);
    const args = ["test", ...patterns];
    const code = await runNode("node_modules/@playwright/test/cli.js", args, { env: { CHROMIUM_PATH: browser } });
    return browserCounts(code, join(RESULTS, "browser.json"));
  },
};

function tell(error) {
  console.error(error.message);
}
