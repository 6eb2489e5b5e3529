import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";

/**
 * Builds when one of the chosen test files uses the build, unless it is of the sources as they are. A failing build stops
 * only those tests.
 */
export function setup({ vitest }) {
  if (!vitest.state.getPaths().some(usesBuild)) return;
  spawnSync(process.execPath, ["scripts/setup.mjs", "--dev", "--build"], { stdio: "inherit" });
}

const TESTS = resolve("test");
const answers = new Map();

const IMPORTED = /(?:^import (?!type\b)[^"]*|\bimport\()"(\.[^"]*)"/gm;

/** Reads a test file and whatever it imports from this folder. */
function usesBuild(file) {
  if (!answers.has(file)) {
    answers.set(file, false);
    const text = readFileSync(file, "utf8");
    const paths = Array.from(text.matchAll(IMPORTED), ([, path]) => resolve(dirname(file), path));
    const files = paths.map((path) => `${path}.ts`).filter((path) => path.startsWith(TESTS) && existsSync(path));
    answers.set(file, /"(public\/)?build\//.test(text) || files.some(usesBuild));
  }
  return answers.get(file);
}
