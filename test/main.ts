import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { availableMemory } from "node:process";
import { runProgram } from "../scripts/program";
import { hasHaproxy } from "./cluster/proxy";
import { ensureBrowsers } from "./support/browser";
import { findPostgres } from "./support/postgres";

interface Result {
  passed: number;
  failed: number;
  skipped: number;
  failures: string[];
}

type NamedResult = Result & { name: string; seconds: number };

const BUILD_ARGS = ["scripts/setup.mjs", "--dev", "--build"];
const UNIT_REPORT = "test-results/unit.json";
const POSTGRES_REPORT = "test-results/postgres.json";
const CLUSTER_REPORT = "test-results/cluster.json";
/** The tests start more than a hundred processes with the same code. The caches let Node and Playwright compile it once. */
const TEST_ENV = {
  NODE_ENV: "test" as const,
  NODE_COMPILE_CACHE: resolve("node_modules/.cache/node"),
  PWTEST_CACHE_DIR: resolve("node_modules/.cache/playwright"),
};
/** Linux keeps this folder in memory, so thousands of commits to small databases do not wait for a disk. */
const MEMORY_FOLDER = "/dev/shm";
/** Bytes: several times as much as the test files that run at once have ever written. */
const REQUIRED_MEMORY = 4 * 1024 ** 3;
/** Runs only the parts whose failures are faults, and leaves out the figures that depend on the machine. */
const SHORT_CLUSTER_ARGS = ["--share", "0.04", "freshness", "nodeKills"];
/** More files that failed are a fault, whatever the machine. */
const MAX_SECOND_TRIES = 8;
const BROWSER_REPORT = "test-results/browser.json";

const parts: Record<string, (patterns: string[]) => Promise<Result>> = {
  build: () => check(process.execPath, BUILD_ARGS),
  lint: () => check("node_modules/.bin/biome", ["check", "."]),
  types: () => check("node_modules/typescript-7/bin/tsc", ["--noEmit"]),
  unit: (patterns) => vitest(UNIT_REPORT, patterns),
  postgres: async (patterns) => {
    if (findPostgres()) return vitest(POSTGRES_REPORT, patterns, { TEST_ENGINE: "postgres" });
    if (process.env.CI) throw new Error("PostgreSQL is not installed, and could not be.");
    console.log("Left out: PostgreSQL is not installed. On Debian: apt-get install postgresql.");
    return sum([]);
  },
  cluster: async () => {
    if (!findPostgres() || !hasHaproxy()) {
      console.log("Left out: it needs PostgreSQL and HAProxy. On Debian: apt-get install postgresql haproxy.");
      return sum([]);
    }
    const rehearse = async () => {
      const code = await run(process.execPath, ["--import", "tsx", "test/cluster/main.ts", ...SHORT_CLUSTER_ARGS]);
      return resultOf(code, CLUSTER_REPORT, readFigures);
    };
    const result = await rehearse();
    return process.env.CI && result.failed > 0 ? rehearse() : result;
  },
  browser: async (patterns) => {
    await run(process.execPath, BUILD_ARGS);
    ensureBrowsers();
    const code = await run("node_modules/.bin/playwright", ["test", ...patterns]);
    return resultOf(code, BROWSER_REPORT, readPlaywright);
  },
};

/** Parts run side by side when they use one core each or, like the cluster, mostly wait. The others use all cores. */
const STEPS = [["build", "lint", "types"], ["unit"], ["postgres", "cluster"], ["browser"]];

/**
 * `npm test` runs the build, lint, types, unit tests, the unit tests of the database again on PostgreSQL, a short rehearsal
 * with several nodes, and the browser tests, even when one of them fails. It ends with the failures, and the totals on the last line.
 * `npm test -- watch [PATTERN…]` runs the unit tests, and again whenever a file that they import changes.
 */
await runProgram(async ([firstArgument, ...patterns]) => {
  if (firstArgument === "watch") {
    process.exitCode = await run("node_modules/.bin/vitest", ["watch", ...patterns]);
    return;
  }
  if (firstArgument && !Object.hasOwn(parts, firstArgument))
    throw new Error(`npm test has the parts ${Object.keys(parts).join(", ")}, and watch.`);
  rmSync("test-results", { recursive: true, force: true });
  putFoldersIntoMemory();

  const results: NamedResult[] = [];
  for (const names of firstArgument ? [[firstArgument]] : STEPS) {
    console.log(`\n— ${names.join(", ")}`);
    results.push(...(await Promise.all(names.map((name) => resultOfPart(name, patterns)))));
  }
  console.log("");
  for (const { name, failures } of results) for (const failure of failures) console.log(`${name} failed: ${failure}\n`);
  for (const { name, seconds, ...result } of results) console.log(`${name}: ${summary(result)} (${seconds} s)`);

  const total = sum(results);
  console.log(summary(total));
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
});

/** Moves the temporary folders of the tests into memory, if that is large enough and may run programs. They are deleted at the end. */
function putFoldersIntoMemory(): void {
  if (process.env.TMPDIR || !existsSync(MEMORY_FOLDER) || !runsPrograms(MEMORY_FOLDER)) return;
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
  if (bavail * bsize < REQUIRED_MEMORY || availableMemory() < 2 * REQUIRED_MEMORY) return;
  const folder = mkdtempSync(join(MEMORY_FOLDER, "longevity-tests-"));
  // Everybody may write, as in /tmp, because PostgreSQL runs as another user when root starts the tests.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
}

/** Returns false in most containers, which mount the folder with "noexec". */
function runsPrograms(folder: string): boolean {
  const mounts = readFileSync("/proc/mounts", "utf8").split("\n");
  const mount = mounts.map((line) => line.split(" ")).find(([, place]) => place === folder);
  return mount !== undefined && !mount[3]?.split(",").includes("noexec");
}

async function resultOfPart(name: string, patterns: string[]): Promise<NamedResult> {
  const startTime = performance.now();
  const result = await parts[name]!(patterns).catch(failedResult);
  return { ...result, name, seconds: Math.round((performance.now() - startTime) / 1000) };
}

async function vitest(report: string, patterns: string[], env: Record<string, string> = {}): Promise<Result> {
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const code = await run("node_modules/.bin/vitest", ["run", ...reporters, ...patterns], env);
  const result = resultOf(code, report, readVitest);
  const files = code === 0 ? [] : failedFiles(report);
  // The check on a clean machine asks once more before it says no: only the files that failed, from their beginning and one
  // after the other, because several files at once can make a small machine slower than a time limit of the product.
  if (!process.env.CI || files.length === 0 || files.length > MAX_SECOND_TRIES) return result;
  console.log(`\n— once more: ${files.join(", ")}`);
  const [firstCounts, repeatReport] = [countIn(report, files), report.replace(".json", "-again.json")];
  const vitestArgs = [
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${repeatReport}`,
    "--maxWorkers=1",
    ...files,
  ];
  const secondResult = resultOf(await run("node_modules/.bin/vitest", vitestArgs, env), repeatReport, readVitest);
  for (const failure of result.failures) console.log(`\nat the first try: ${failure}`);
  return {
    passed: result.passed - firstCounts.passed + secondResult.passed,
    failed: secondResult.failed,
    skipped: result.skipped - firstCounts.skipped + secondResult.skipped,
    failures: secondResult.failures,
  };
}

function vitestReport(file: string): VitestReport["testResults"] {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as VitestReport).testResults : [];
}

function failedFiles(report: string): string[] {
  const failed = vitestReport(report).filter(({ status }) => status === "failed");
  return failed.map(({ name }) => relative(process.cwd(), name));
}

/** Counts the tests of some files that passed or were skipped. */
function countIn(report: string, files: string[]): { passed: number; skipped: number } {
  const results = vitestReport(report).filter(({ name }) => files.includes(relative(process.cwd(), name)));
  const statuses = results.flatMap(({ assertionResults }) => assertionResults.map(({ status }) => status));
  const passed = statuses.filter((status) => status === "passed").length;
  const failed = statuses.filter((status) => status === "failed").length;
  return { passed, skipped: statuses.length - passed - failed };
}

async function check(program: string, args: string[]): Promise<Result> {
  const code = await run(program, args);
  return code === 0 ? { passed: 1, failed: 0, skipped: 0, failures: [] } : failedResult(new Error("see above"));
}

function failedResult(error: Error): Result {
  return { passed: 0, failed: 1, skipped: 0, failures: [error.message] };
}

async function run(program: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  const child = spawn(program, args, { env: { ...process.env, ...TEST_ENV, ...env }, stdio: "inherit" });
  const [code] = await once(child, "close");
  return code ?? 1;
}

function resultOf(code: number, file: string, read: (report: never) => Result): Result {
  const result = existsSync(file) ? read(JSON.parse(readFileSync(file, "utf8")) as never) : sum([]);
  return code !== 0 && result.failed === 0 ? sum([result, failedResult(new Error(`ended with code ${code}`))]) : result;
}

interface VitestReport {
  numPassedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

function readVitest(report: VitestReport): Result {
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === "failed");
    // A file that could not be loaded, or whose last hook failed, has no test that failed.
    if (status === "failed" && tests.length === 0) return [`${name}\n${firstLines(message)}`];
    return tests.map((test) => `${name}: ${test.fullName}\n${firstLines(test.failureMessages.join("\n"))}`);
  });
  const skipped = report.numPendingTests + report.numTodoTests;
  return { passed: report.numPassedTests, failed: failures.length, skipped, failures };
}

interface FigureReport {
  figures: { part: string; name: string; value: number; isReached: boolean }[];
}

function readFigures({ figures }: FigureReport): Result {
  const failures = figures
    .filter(({ isReached }) => !isReached)
    .map(({ part, name, value }) => `${part}: ${name}: ${value}`);
  return { passed: figures.length - failures.length, failed: failures.length, skipped: 0, failures };
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs?: { title: string; file: string; ok: boolean; tests: { results: { error?: { message?: string } }[] }[] }[];
}

interface PlaywrightReport extends PlaywrightSuite {
  stats: { expected: number; flaky: number; unexpected: number; skipped: number };
}

function readPlaywright(report: PlaywrightReport): Result {
  const { expected, flaky, unexpected, skipped } = report.stats;
  const failures = (report.suites ?? []).flatMap(failuresIn);
  return { passed: expected + flaky, failed: unexpected, skipped, failures };
}

function failuresIn({ suites = [], specs = [] }: PlaywrightSuite): string[] {
  const failedSpecs = specs.filter(({ ok }) => !ok);
  const messages = failedSpecs.map(({ title, file, tests }) => {
    const errors = tests.flatMap(({ results }) => results.map(({ error }) => error?.message ?? ""));
    return `${file}: ${title}\n${firstLines(errors.find(Boolean) ?? "")}`;
  });
  return [...messages, ...suites.flatMap(failuresIn)];
}

function firstLines(message: string): string {
  return message.split("\n").slice(0, 12).join("\n");
}

function sum(results: Result[]): Result {
  const total: Result = { passed: 0, failed: 0, skipped: 0, failures: [] };
  for (const { passed, failed, skipped, failures } of results) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
    total.failures.push(...failures);
  }
  return total;
}

function summary({ passed, failed, skipped }: Result): string {
  return `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ""}`;
}
