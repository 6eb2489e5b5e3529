import type { Reporter, TestModule } from "vitest/node";

/** Prints "N passed, N failed" on a separate last line, with ", N skipped" if tests were skipped. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: string) => tests.filter((test) => test.result().state === state).length;
    // A file that could not be loaded has no tests, and counts as one failure.
    const failureCount = modules.filter((module) => module.errors().length > 0).length + unhandledErrors.length;
    const skippedCount = count("skipped");
    console.log(
      `${count("passed")} passed, ${count("failed") + failureCount} failed${skippedCount ? `, ${skippedCount} skipped` : ""}`,
    );
  }
}
