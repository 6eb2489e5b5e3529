/** Tests the set-up script in a project whose npm and compiler only record that they ran. */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

const TO_RUN = "npm ci --omit=dev --workspaces=false --legacy-peer-deps";
const FOR_TESTS = "npm ci --include=dev --no-audit --no-fund";
const FOR_BUILD = "npm ci --include=dev --workspaces=false --legacy-peer-deps";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "longevity-setup-"));
  for (const name of ["setup.mjs", "drop-empty.mjs", "precompress.mjs"])
    cpSync(join("scripts", name), join(folder, "scripts", name));
  for (const name of ["package.json", "remix.config.js", "postcss.config.js", "tsconfig.json"]) write(name, "{}");
  // The tests of the commands cover the real one.
  write("scripts/compile.mjs", "");
  write("app/root.tsx", "export const name = 1;");
  write("db/schema.ts", "");
  write("public/icon.svg", "<svg/>");
  write("package-lock.json", lockText("1.0.0"));
  writeProgram("bin/npm", [
    'mkdirSync("node_modules/.bin", { recursive: true });',
    'cpSync("package-lock.json", "node_modules/.package-lock.json");',
    `cpSync("${folder}/bin/remix", "node_modules/.bin/remix");`,
  ]);
  writeProgram("bin/remix", [
    "process.chdir(process.env.BUILD_FOLDER);",
    'for (const folder of ["build/commands", "public/build/_assets"]) mkdirSync(folder, { recursive: true });',
    'writeFileSync("build/index.js", "console.log(process.env.NODE_ENV, process.argv.slice(2).join());");',
    `if (existsSync("${folder}/broken")) process.exit(1);`,
    // Names the file by its content, as compilers do.
    `const style = readFileSync("${folder}/app/root.tsx", "utf8").length + ".css";`,
    'writeFileSync("public/build/_assets/root-" + style, "");',
  ]);
});
afterEach(() => rmSync(folder, { recursive: true }));

describe("npm start", () => {
  test("installs, builds and runs the program with its arguments; the second time it only runs it", async () => {
    expect(await setup("--build", "build/index.js", "one", "--two")).toEqual({
      code: 0,
      output: "production one,--two\n",
    });
    expect(recordedRuns()).toEqual([FOR_BUILD, "remix build"]);
    expect((await setup("--build", "build/index.js")).code).toBe(0);
    expect(recordedRuns()).toEqual([FOR_BUILD, "remix build"]);
  });

  test("installs and builds once if it is started twice at the same time", async () => {
    const [firstRun, secondRun] = await Promise.all([setup("--build"), setup("--build")]);
    expect([firstRun.code, secondRun.code]).toEqual([0, 0]);
    expect(recordedRuns()).toEqual([FOR_BUILD, "remix build"]);
  });

  test("prints its progress repeatedly", async () => {
    const child = startAfter("process.env.TELL_EVERY_MS = 1", "--build");
    const [errorOutput] = await Promise.all([text(child.stderr), exitCode(child)]);
    for (const line of [/^Installing packages \(once\) … \d+ s$/m, /^Building … \d+ s$/m])
      expect(errorOutput).toMatch(line);
  });

  test("ignores the lock of a process that has ended", async () => {
    write(".cache/setup.lock", String(spawnSync(process.execPath, ["--version"]).pid));
    expect((await setup("--build")).code).toBe(0);
    expect(existsSync(join(folder, ".cache/setup.lock"))).toBe(false);
  });

  test("does not take the lock of a process that took it since the former holder ended", async () => {
    const lock = join(folder, ".cache/setup.lock");
    write(".cache/setup.lock", "1");
    // Another process, the one of this test, takes the lock as soon as the former holder is found to have ended.
    const child = startAfter(
      `import { readFileSync, rmSync, writeFileSync } from "node:fs";
      const [lock, kill] = [${JSON.stringify(lock)}, process.kill];
      let looks = 0;
      process.kill = (...args) => {
        looks++;
        if (looks === 1) {
          writeFileSync(lock, "${process.pid}");
          throw Object.assign(new Error("ended"), { code: "ESRCH" });
        }
        if (looks === 4) {
          writeFileSync(${JSON.stringify(join(folder, "held"))}, readFileSync(lock));
          rmSync(lock);
        }
        return kill.apply(process, args);
      };`,
      "--build",
    );
    expect((await outcomeOf(child)).code).toBe(0);
    expect(readFileSync(join(folder, "held"), "utf8")).toBe(String(process.pid));
    expect(readdirSync(join(folder, ".cache"))).toEqual([]);
  });

  test("does not accept an interrupted build", async () => {
    write("broken", "");
    const { code, output } = await setup("--build", "build/index.js");
    expect([code, output]).toEqual([1, expect.stringContaining("The build failed")]);
    rmSync(join(folder, "broken"));
    expect((await setup("--build", "build/index.js")).code).toBe(0);
    expect(recordedRuns().filter((line) => line === "remix build")).toHaveLength(2);
  });

  test("does not accept a build that stopped while its files were moved, even when the former sources are back", async () => {
    const formerSource = readFileSync(join(folder, "app/root.tsx"), "utf8");
    await setup("--build");
    write("app/root.tsx", "export const name = 123;");
    // A folder in place of the program stops the move.
    rmSync(join(folder, "build/index.js"));
    mkdirSync(join(folder, "build/index.js"));
    expect((await setup("--build")).code).toBe(1);
    rmSync(join(folder, "build/index.js"), { recursive: true });
    write("app/root.tsx", formerSource);
    expect((await setup("--build", "build/index.js")).output).toBe("production \n");
  });

  test("does not change the running site by a failed build, and keeps former files for a day", async () => {
    const styleFiles = () => readdirSync(join(folder, "public/build/_assets")).sort();
    await setup("--build");
    expect(styleFiles()).toEqual(["root-22.css"]);
    write("app/root.tsx", "export const name = 123;");
    write("broken", "");
    expect((await setup("--build")).code).toBe(1);
    expect(styleFiles()).toEqual(["root-22.css"]);
    expect(readFileSync(join(folder, "build/index.js"), "utf8")).toContain("console.log");
    rmSync(join(folder, "broken"));
    // The file is old, but was replaced only now.
    utimesSync(join(folder, "public/build/_assets/root-22.css"), 1, 1);
    expect((await setup("--build")).code).toBe(0);
    expect(styleFiles()).toEqual(["root-22.css", "root-24.css"]);
    write("app/root.tsx", "export const name = 12345;");
    await setup("--build");
    expect(styleFiles()).toEqual(["root-22.css", "root-24.css", "root-26.css"]);
    const dayAgo = Date.now() / 1000 - 24 * 60 * 60;
    utimesSync(join(folder, "public/build/_assets/root-22.css"), dayAgo - 1, dayAgo - 1);
    write("app/root.tsx", "export const name = 1234567;");
    await setup("--build");
    expect(styleFiles()).toEqual(["root-24.css", "root-26.css", "root-28.css"]);
  });

  test("builds again for changed sources, not for tests or documents", async () => {
    await setup("--build");
    write("app/root.test.tsx", "test");
    write("README.md", "read");
    await setup("--build");
    expect(recordedRuns().filter((line) => line === "remix build")).toHaveLength(1);
    write("app/new.tsx", "export {};");
    await setup("--build");
    expect(recordedRuns().filter((line) => line === "remix build")).toHaveLength(2);
  });

  test("accepts any complete build if there are no sources", async () => {
    await setup("--build");
    for (const name of ["app", "db", "public"]) rmSync(join(folder, name), { recursive: true });
    expect((await setup("--build", "build/index.js")).output).toBe("production \n");
    expect(recordedRuns().filter((line) => line === "remix build")).toHaveLength(1);
  });

  test("tells a user without write permission that the owner must build first", async () => {
    await setup("--build");
    write("app/new.tsx", "export {};");
    // Makes the folder read-only until it is deleted.
    execFileSync("chmod", ["-R", "a+rX,a-w", folder]);
    const { code, output } = await setupAsNobody("--build", "build/index.js");
    execFileSync("chmod", ["-R", "u+w", folder]);
    expect([code, output]).toEqual([1, expect.stringMatching(/^The build is out of date.+npm run build/)]);
    expect(output).not.toContain("    at ");
  });

  test("exits with the program's code, also after a signal", async () => {
    write("fails.mjs", "process.exit(7)");
    expect((await setup("fails.mjs")).code).toBe(7);
    write(
      "waits.mjs",
      'process.on("SIGTERM", () => process.exit(9)); console.log("ready"); setInterval(() => {}, 1000);',
    );
    const child = start("waits.mjs");
    child.stdout.once("data", () => child.kill("SIGTERM"));
    expect(await exitCode(child)).toBe(9);
  });
});

describe("packages", () => {
  test("are installed again when package-lock.json asks for another version", async () => {
    await setup();
    write("package-lock.json", lockText("1.0.1"));
    await setup();
    await setup();
    expect(recordedRuns()).toEqual([TO_RUN, TO_RUN]);
  });

  test("are installed again when package-lock.json has another checksum for the same version", async () => {
    await setup();
    write("package-lock.json", lockText("1.0.0").replaceAll("sha512-", "sha512-other"));
    await setup();
    await setup();
    expect(recordedRuns()).toEqual([TO_RUN, TO_RUN]);
  });

  test("for development and for other systems are not needed to run a program", async () => {
    await setup();
    const keepPackages = (...names: string[]) =>
      write(
        "node_modules/.package-lock.json",
        JSON.stringify({ packages: Object.fromEntries(names.map(packageEntry)) }),
      );
    const packageEntry = (name: string) => [`node_modules/${name}`, packagesOf("1.0.0")[`node_modules/${name}`]];
    keepPackages("one", "below");
    await setup();
    expect(recordedRuns()).toHaveLength(1);
    await setup("--build");
    expect(recordedRuns()[1]).toBe(FOR_BUILD);
    keepPackages("one", "below", "compiler", "compiler/node_modules/below");
    await setup("--build");
    expect(recordedRuns().filter((line) => line.startsWith("npm"))).toHaveLength(2);
    await setup("--dev");
    expect(recordedRuns().at(-1)).toBe(FOR_TESTS);
    keepPackages("one", "compiler", "compiler/node_modules/below", "tool");
    await setup();
    expect(recordedRuns().at(-1)).toBe(TO_RUN);
  });

  test("that cannot be installed stop the command with npm's message", async () => {
    writeProgram("bin/npm", ['console.error("registry unreachable"); process.exit(1);']);
    const { code, output } = await setup();
    expect([code, output]).toEqual([1, expect.stringMatching(/registry unreachable[\s\S]+could not be installed/)]);
  });

  test("that cannot be installed do not remove the present ones", async () => {
    await setup();
    write("package-lock.json", lockText("1.0.1"));
    writeProgram("bin/npm", ['mkdirSync("node_modules"); process.exit(1);']);
    expect((await setup()).code).toBe(1);
    expect(existsSync(join(folder, "node_modules/.bin/remix"))).toBe(true);
  });
});

describe("a Node that is too old", () => {
  test("runs the program under Node 24, which npm downloads once", async () => {
    writeProgram("bin/npm", [`console.log(${JSON.stringify(process.execPath)});`]);
    write("node_modules/.package-lock.json", lockText("1.0.0"));
    write("fine.mjs", 'console.log("ran");');
    for (let n = 0; n < 2; n++) expect((await setupUnder("20.0.0", {}, "fine.mjs")).output).toMatch(/^ran\n/);
    expect(recordedRuns()).toEqual(["npm exec --yes --ignore-scripts=false --package=node@24"]);
  });

  test("ends with advice if npm cannot download another, or not in time", async () => {
    writeProgram("bin/npm", ["setInterval(() => {}, 1_000);"]);
    const lateResult = await setupUnder("20.0.0", { NODE_24_WITHIN_S: "0.5" }, "fine.mjs");
    expect([lateResult.code, lateResult.output]).toEqual([
      1,
      expect.stringMatching(/took longer than 0\.5 seconds.*nodejs\.org/),
    ]);
    writeProgram("bin/npm", ['console.error("registry unreachable"); process.exit(1);']);
    const noneResult = await setupUnder("20.0.0", {}, "fine.mjs");
    expect([noneResult.code, noneResult.output]).toEqual([
      1,
      expect.stringMatching(/registry unreachable[\s\S]+could not be downloaded from npm/),
    ]);
    expect(noneResult.output).not.toContain("    at ");
  });
});

function release(version: string) {
  return { version, integrity: `sha512-${version}` };
}

/** Returns packages for running, building and testing; two depend on different versions of another. */
function packagesOf(version: string): Record<string, object> {
  return {
    "": { name: "site", dependencies: { one: "*" }, devDependencies: { compiler: "*" } },
    test: { name: "tests", devDependencies: { tool: "*" } },
    "node_modules/tests": { resolved: "test", link: true },
    "node_modules/one": { ...release(version), dependencies: { below: "*" }, optionalDependencies: { mac: "*" } },
    "node_modules/below": release("4.0.0"),
    "node_modules/compiler": { ...release("2.0.0"), dev: true, dependencies: { below: "*" } },
    "node_modules/compiler/node_modules/below": { ...release("5.0.0"), dev: true },
    "node_modules/tool": { ...release("2.0.0"), dev: true },
    "node_modules/mac": { ...release("3.0.0"), optional: true },
  };
}

function lockText(version: string): string {
  return JSON.stringify({ packages: packagesOf(version) });
}

function write(path: string, content: string, mode = 0o644): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content, { mode });
}

/** Writes a program that records its name and first four arguments, and then runs `lines`. */
function writeProgram(path: string, lines: string[]): void {
  const note = `appendFileSync(${JSON.stringify(join(folder, "ran"))}, [basename(process.argv[1]), ...process.argv.slice(2, 6)].join(" ") + "\\n");`;
  const head = [
    `#!${process.execPath}`,
    'const { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } = require("node:fs");',
    'const { basename } = require("node:path");',
  ];
  write(path, [...head, note, ...lines].join("\n"), 0o755);
}

function recordedRuns(): string[] {
  return readFileSync(join(folder, "ran"), "utf8").trimEnd().split("\n");
}

function start(...args: string[]) {
  return startAfter("", ...args);
}

/** Works as `start`, after running `code` in the same process. */
function startAfter(code: string, ...args: string[]) {
  const PATH = join(folder, "bin") + delimiter + process.env.PATH;
  const nodeOptions = ["--import", `data:text/javascript,${encodeURIComponent(code)}`];
  return spawn(process.execPath, [...nodeOptions, join(folder, "scripts/setup.mjs"), ...args], {
    env: { ...process.env, PATH },
  });
}

/** Works as `setup`, under a Node that reports another version. */
async function setupUnder(version: string, env: Record<string, string>, ...args: string[]) {
  const code = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${version}" } })`;
  const PATH = join(folder, "bin") + delimiter + process.env.PATH;
  const nodeOptions = ["--import", `data:text/javascript,${encodeURIComponent(code)}`];
  const child = spawn(process.execPath, [...nodeOptions, join(folder, "scripts/setup.mjs"), ...args], {
    env: { ...process.env, PATH, ...env },
  });
  const [exitStatus, output, errorOutput] = await Promise.all([
    exitCode(child),
    text(child.stdout),
    text(child.stderr),
  ]);
  return { code: exitStatus, output: output + errorOutput };
}

function exitCode(child: ReturnType<typeof start>): Promise<number | null> {
  return new Promise((resolve) => child.once("close", resolve));
}

/** Runs the set-up script, and returns its exit code and output without the lines of progress. */
async function setup(...args: string[]) {
  return outcomeOf(start(...args));
}

/** Works as `setup`, as another user, because root may write everywhere. */
async function setupAsNobody(...args: string[]) {
  return outcomeOf(startAfter("if (process.getuid() === 0) process.setuid(65_534);", ...args));
}

async function outcomeOf(child: ReturnType<typeof start>) {
  const [code, output, errorOutput] = await Promise.all([exitCode(child), text(child.stdout), text(child.stderr)]);
  return { code, output: output + errorOutput.replace(/^.* …( \d+ s)?\n/gm, "") };
}
