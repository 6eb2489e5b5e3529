import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

// Vitest prefers this variable to `fileParallelism`, and files that run at once change the site under each other.
delete process.env.VITEST_MAX_WORKERS;

/** Sorts files by name, because each file changes the site for the next. Vitest would begin with files that failed or took long last time. */
class ByName extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => (a.moduleId < b.moduleId ? -1 : 1));
  }
}

/** `npm run test:hostile [-- FILE…]`: everything runs against one built site; the files run one after another. */
export default defineConfig({
  root: fileURLToPath(new URL("../..", import.meta.url)),
  resolve: { alias: { "~": fileURLToPath(new URL("../../app", import.meta.url)) } },
  test: {
    include: ["test/hostile/**/*.test.ts"],
    globalSetup: ["test/support/build.ts", "test/support/template.ts", "test/hostile/shared-site.ts"],
    setupFiles: "test/support/setup.ts",
    reporters: ["default", "test/support/closing-line.ts"],
    fileParallelism: false,
    sequence: { sequencer: ByName },
    testTimeout: 120_000,
    // Finding all forms takes two minutes on a busy machine.
    hookTimeout: 600_000,
  },
});
