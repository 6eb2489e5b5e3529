import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { TestProject } from "vitest/node";

/**
 * Builds the site when one of the chosen test files uses the build and it is out of date. A failing build does not stop the
 * other tests.
 */
export function setup({ vitest }: TestProject): void {
  if (!vitest.state.getPaths().some(usesBuild)) return;
  spawnSync(process.execPath, ["scripts/setup.mjs", "--dev", "--build"], { stdio: "inherit" });
}

const TESTS = resolve("test");
const usesByFile = new Map<string, boolean>();

const IMPORT_PATH = /(?:^import (?!type\b)[^"]*|\bimport\()"(\.[^"]*)"/gm;

/** Returns true if a test file, or a file under test/ that it imports, names the build. */
export function usesBuild(file: string): boolean {
  if (!usesByFile.has(file)) {
    // Ends the search where files import each other.
    usesByFile.set(file, false);
    const text = readFileSync(file, "utf8");
    const paths = Array.from(text.matchAll(IMPORT_PATH), ([, path = ""]) => resolve(dirname(file), path));
    const files = paths.map((path) => `${path}.ts`).filter((path) => path.startsWith(TESTS) && existsSync(path));
    usesByFile.set(file, /"(public\/)?build\//.test(text) || files.some(usesBuild));
  }
  return usesByFile.get(file) ?? false;
}
