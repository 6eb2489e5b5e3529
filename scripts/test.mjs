import { rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "./paths.mjs";
import { ensureBuilt, ensureInstalled } from "./prepare.mjs";
import { tellNode } from "./processes.mjs";
import { asOneTest, browserCounts, failures, sum, told, unitCounts } from "./test-results.mjs";

const RESULTS = join(root, "test-results");

/**
 * `npm test`: build, lint, types, unit and integration tests, real-browser tests, one after the other whatever fails,
 * with what failed once more at the end, and the sum alone on the last line. `npm test -- unit PATTERN` and `npm test -- browser PATTERN` run one part.
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
  for (const { name, failed, output = "" } of results) {
    if (failed) console.log(`— ${name}, what failed:\n${failures(output)}\n`);
  }
  for (const result of results) console.log(`${result.name}: ${told(result)}`);
  console.log(told(total));
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
}

const parts = {
  build: async () => asOneTest(await ensureBuilt().then(() => 0, tell)),
  lint: () => tested("node_modules/@biomejs/biome/bin/biome", ["check", "."], asOneTest),
  types: () => tested("node_modules/typescript/bin/tsc", ["--noEmit"], asOneTest),
  unit: (patterns) => {
    const file = join(RESULTS, "unit.json");
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
    return tested("node_modules/vitest/vitest.mjs", ["run", ...reporters, ...patterns], (code) =>
      unitCounts(code, file),
    );
  },
  browser: async (patterns) => {
    const { ensureBrowser } = await import("./browser.mjs");
    const browser = await ensureBrowser().catch(tell);
    if (!browser) return asOneTest(1);
    const counts = (code) => browserCounts(code, join(RESULTS, "browser.json"));
    return tested("node_modules/@playwright/test/cli.js", ["test", ...patterns], counts, { CHROMIUM_PATH: browser });
  },
};

async function tested(script, args, counts, env) {
  const { code, output } = await tellNode(script, args, { env });
  return { ...counts(code), output };
}

function tell(error) {
  console.error(error.message);
}
