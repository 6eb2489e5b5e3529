import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { ON_POSTGRES, ONLY_SQLITE, WITHOUT_DATABASE } from "./test/support/engines";
import { PATIENCE } from "./test/support/patience";

const onPostgres = process.env.TEST_ENGINE === "postgres";

/** TEST_ENGINE=postgres runs what speaks to a database once more, on PostgreSQL. */
export default defineConfig({
  // No test reads a style sheet through Vite, which would load Tailwind to be ready for one.
  css: { postcss: {} },
  resolve: { alias: { "~": fileURLToPath(new URL("app", import.meta.url)) } },
  test: {
    include: onPostgres
      ? ON_POSTGRES
      : [
          "test/http/**/*.test.ts",
          "test/support/**/*.test.ts",
          "test/faults/**/*.test.ts",
          "app/**/*.test.{ts,tsx}",
          "db/**/*.test.ts",
          "test/scripts/**/*.test.ts",
          "test/papers/**/*.test.ts",
        ],
    exclude: onPostgres ? [...Object.keys(ONLY_SQLITE), ...WITHOUT_DATABASE] : [],
    globalSetup: ["test/support/build.ts", "test/support/template.ts"],
    setupFiles: "test/support/setup.ts",
    pool: "forks",
    isolate: false,
    // What was compiled for one run is there for the next, of PostgreSQL or of one file: https://vitest.dev/config/experimental.
    experimental: { fsModuleCache: true, fsModuleCachePath: "node_modules/.cache/vitest" },
    // Some tests wait for something that takes its time.
    maxWorkers: Math.min(availableParallelism(), 4) + 3,
    testTimeout: PATIENCE.test,
    hookTimeout: PATIENCE.test,
    expect: { poll: { timeout: PATIENCE.wait } },
    // A message names each value of a list: what failed may not fail again.
    chaiConfig: { truncateThreshold: 0 },
  },
});
