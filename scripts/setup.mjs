/**
 * `node scripts/setup.mjs [--dev] [--build] [PROGRAM [ARGUMENT…]]`: installs packages, builds the site with `--build`, and
 * runs a program. `--dev` also installs the tools for tests and development (test/package.json).
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { constants, uptime } from "node:os";
import { delimiter, dirname, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const LOCK = ".cache/setup.lock";
/** The file that has the path of the downloaded Node 24. */
const NODE_24_PATH_FILE = ".cache/node-24";
/** The time limit of the download of about 50 MB, in seconds. On a slow connection the environment variable of this name raises it. */
const NODE_24_WITHIN_S = 300;
/** The file that has the hash of the sources of the current build. Without it the build is not complete. */
const STAMP = "build/.stamp";
/** The folders in which packages and builds are completed before they replace those that a running site uses. */
const NEXT_PACKAGES = ".cache/next-packages";
const NEXT_BUILD = ".cache/next-build";
/** The list of the files of the current build. */
const BUILT_FILES = "build/.files";
/** The time in milliseconds for which a former build's files are kept, for open pages and nodes of its version. */
const FORMER_FILES_MS = 24 * 60 * 60 * 1000;
const TELL_EVERY_MS = Number(process.env.TELL_EVERY_MS) || 5_000;
const SOURCES = ["app", "db", "public", "scripts"];
const CONFIGURATION = ["package.json", "package-lock.json", "remix.config.js", "postcss.config.js", "tsconfig.json"];
const IGNORED_SOURCES = /^public\/build\/|\.test\.tsx?$/;

async function main(args) {
  process.chdir(fileURLToPath(new URL("..", import.meta.url)));
  const programIndex = args.findIndex((arg) => !arg.startsWith("--"));
  const options = programIndex < 0 ? args : args.slice(0, programIndex);
  const [program, ...programArguments] = programIndex < 0 ? [] : args.slice(programIndex);

  const node = await findNode();
  process.env.PATH = dirname(node) + delimiter + process.env.PATH;
  const mustBuild = options.includes("--build") && !isBuilt();
  await install(options.includes("--dev") ? "develop" : mustBuild ? "build" : "run");
  if (mustBuild) await build();
  if (!program) return 0;
  const loader = program.endsWith(".ts") ? ["--import", "tsx"] : [];
  const env = { NODE_ENV: "production", NODE_COMPILE_CACHE: resolve(".cache/compile") };
  const { code } = await run(node, [...loader, program, ...programArguments], { env });
  return code;
}

async function findNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > 22 || (major === 22 && minor >= 12)) return process.execPath;
  console.error(`Node ${process.versions.node} is too old (22.12 or later is needed): running under Node 24 from npm.`);
  if (existsSync(NODE_24_PATH_FILE)) {
    const path = readFileSync(NODE_24_PATH_FILE, "utf8");
    if (existsSync(path)) return path;
  }
  // Allows install scripts, which .npmrc forbids, because the package installs its binary with one.
  const npmArguments = ["--yes", "--ignore-scripts=false", "--package=node@24", "--", "node", "-p", "process.execPath"];
  const seconds = Number(process.env.NODE_24_WITHIN_S) || NODE_24_WITHIN_S;
  const timeoutSignal = AbortSignal.timeout(seconds * 1000);
  const { code, output } = await withProgress("Downloading Node 24 (once, about 50 MB)", () =>
    run("npm", ["exec", ...npmArguments], { stdio: ["ignore", "pipe", "pipe"], abortSignal: timeoutSignal }),
  );
  const path = output.split("\n").find((line) => existsSync(line.trim()));
  if (timeoutSignal.aborted)
    throw new Error(`Downloading Node 24 from npm took longer than ${seconds} seconds. ${INSTALL_NODE}`);
  if (code !== 0 || !path) throw new Error(`${output}\nNode 24 could not be downloaded from npm. ${INSTALL_NODE}`);
  mkdirSync(".cache", { recursive: true });
  writeFileSync(NODE_24_PATH_FILE, path.trim());
  return path.trim();
}

const INSTALL_NODE = "Please install Node.js 22.12 or later yourself (https://nodejs.org/en/download), and try again.";

/**
 * Leaves out the packages of the tests. Also leaves out optional peers, such as TypeScript, which npm would install because
 * the lock file has them for the tests.
 */
const SITE_OPTIONS = ["--workspaces=false", "--legacy-peer-deps"];
/** The options of `npm ci` for each purpose. */
const PACKAGE_OPTIONS = {
  run: ["--omit=dev", ...SITE_OPTIONS],
  build: ["--include=dev", ...SITE_OPTIONS],
  develop: ["--include=dev"],
};

/** Installs the packages for a purpose, unless they are installed. @param purpose A key of PACKAGE_OPTIONS. */
async function install(purpose) {
  if (isInstalled(purpose)) return;
  await withLock(async () => {
    if (isInstalled(purpose)) return;
    await withProgress("Installing packages (once)", async () => {
      makeEmpty(NEXT_PACKAGES);
      for (const file of NPM_FILES.filter(existsSync)) {
        mkdirSync(dirname(`${NEXT_PACKAGES}/${file}`), { recursive: true });
        copyFileSync(file, `${NEXT_PACKAGES}/${file}`);
      }
      const npmArguments = ["ci", ...PACKAGE_OPTIONS[purpose], "--no-audit", "--no-fund", "--loglevel=error"];
      const options = { cwd: NEXT_PACKAGES };
      await runOrThrow("npm", npmArguments, "The packages could not be installed: see npm's message above.", options);
      if (exists("node_modules")) renameSync("node_modules", `${NEXT_PACKAGES}/former`);
      renameSync(`${NEXT_PACKAGES}/node_modules`, "node_modules");
      rmSync(NEXT_PACKAGES, { recursive: true, force: true });
    });
  });
}

/** The files that npm reads, including the workspace's. */
const NPM_FILES = ["package.json", "package-lock.json", ".npmrc", "test/package.json"];

function makeEmpty(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
}

/** Tells whether a path exists, also for a broken symbolic link. */
function exists(path) {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function isInstalled(purpose) {
  const installedPackages = packagesIn("node_modules/.package-lock.json");
  return packagesFor(purpose).every(({ path, version, integrity, optional, devOptional }) => {
    const installedPackage = installedPackages[path];
    return installedPackage
      ? installedPackage.version === version && installedPackage.integrity === integrity
      : optional || devOptional;
  });
}

/** Returns the packages in the lock file that a purpose needs, with their paths. */
function packagesFor(purpose) {
  const packages = packagesIn("package-lock.json");
  const paths = Object.keys(packages).filter((path) => path.includes("node_modules/") && !packages[path].link);
  const { dependencies, devDependencies } = packages[""] ?? {};
  const neededPaths = new Set();
  const collect = (from, names) => {
    for (const name of names) {
      const path = foldersAbove(from)
        .map((folder) => `${folder}node_modules/${name}`)
        .find((path) => packages[path]);
      if (!path || neededPaths.has(path)) continue;
      neededPaths.add(path);
      const { dependencies, optionalDependencies } = packages[path];
      collect(path, Object.keys({ ...dependencies, ...optionalDependencies }));
    }
  };
  collect("", Object.keys({ ...dependencies, ...(purpose === "build" && devDependencies) }));
  return paths
    .filter((path) => purpose === "develop" || neededPaths.has(path))
    .map((path) => ({ path, ...packages[path] }));
}

/** Returns the folders in which a package looks for others, nearest first. For "a/node_modules/b" these are its own, that of "a", and the project's. */
function foldersAbove(path) {
  const parts = path.split("/node_modules/");
  const folders = parts.map((_, index) => `${parts.slice(0, parts.length - index).join("/node_modules/")}/`);
  return path === "" ? [""] : [...folders, ""];
}

function packagesIn(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).packages : {};
}

/** Builds the site unless it is built. */
async function build() {
  await withLock(async () => {
    if (isBuilt()) return;
    await withProgress("Building", async () => {
      const sourcesHash = hashSources();
      const [serverFolder, publicFolder] = [`${NEXT_BUILD}/build`, `${NEXT_BUILD}/public/build`];
      makeEmpty(NEXT_BUILD);
      const options = { env: { BUILD_FOLDER: NEXT_BUILD } };
      await runOrThrow(
        "node_modules/.bin/remix",
        ["build"],
        "The build failed: see the compiler's message above.",
        options,
      );
      await runOrThrow(
        "node",
        ["scripts/compile.mjs", serverFolder],
        "The commands could not be compiled: see the message above.",
      );
      await runOrThrow(
        "node",
        ["scripts/drop-empty.mjs", publicFolder, `${serverFolder}/index.js`],
        "The files for browsers could not be prepared: see the message above.",
      );
      await runOrThrow(
        "node",
        ["scripts/precompress.mjs", publicFolder],
        "The files of the build could not be compressed: see the message above.",
      );
      writeFileSync(`${serverFolder}/built-from.json`, JSON.stringify(await commitOf()));
      moveIntoPlace(sourcesHash);
    });
  });
}

/**
 * Moves the new files into place one by one. The public files come first, and each folder after the folders in it, so that
 * build/index.js comes after all files that it names. Removes the stamp before and writes it afterwards, so that an
 * interrupted move never counts as a build.
 */
function moveIntoPlace(sourcesHash) {
  const isPublic = (path) => path.startsWith("public/");
  const depthOf = (path) => path.split("/").length;
  const files = filesIn(NEXT_BUILD)
    .map((path) => path.slice(NEXT_BUILD.length + 1))
    .sort((a, b) => Number(isPublic(b)) - Number(isPublic(a)) || depthOf(b) - depthOf(a));
  const formerFiles = existsSync(BUILT_FILES) ? readFileSync(BUILT_FILES, "utf8").split("\n") : null;
  rmSync(STAMP, { force: true });
  for (const file of files) {
    mkdirSync(dirname(file), { recursive: true });
    renameSync(`${NEXT_BUILD}/${file}`, file);
  }
  removeFormerFiles(files, formerFiles);
  replace(BUILT_FILES, files.join("\n"));
  replace(STAMP, sourcesHash);
  rmSync(NEXT_BUILD, { recursive: true, force: true });
}

/**
 * Removes files of former builds a day after a build left them out. Keeps that time as their modification time.
 *
 * @param files The files of this build.
 * @param formerFiles The files of the build before it; null if they are not known.
 */
function removeFormerFiles(files, formerFiles) {
  const now = Date.now();
  const currentFiles = [...files, BUILT_FILES, STAMP];
  for (const file of ["build", "public/build"].filter(existsSync).flatMap(filesIn)) {
    if (currentFiles.includes(file)) continue;
    if (!formerFiles || formerFiles.includes(file)) utimesSync(file, now / 1000, now / 1000);
    else if (statSync(file).mtimeMs < now - FORMER_FILES_MS) rmSync(file);
  }
}

function replace(file, content) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, content);
  renameSync(`${file}.new`, file);
}

/** Prints what is being done, again every few seconds with the elapsed time. */
async function withProgress(activity, work) {
  console.error(`${activity} …`);
  const startedAt = performance.now();
  const seconds = () => Math.round((performance.now() - startedAt) / 1000);
  const timer = setInterval(() => console.error(`${activity} … ${seconds()} s`), TELL_EVERY_MS);
  return work().finally(() => clearInterval(timer));
}

/** Returns commit and date of the sources. In an image, which has no Git history, SOURCE_COMMIT has the commit. */
async function commitOf() {
  const { output } = await run("git", ["log", "-1", "--format=%H %cs"], { stdio: ["ignore", "pipe", "ignore"] });
  const [, commit, date] = /^([0-9a-f]{40}) (\S+)\s*$/.exec(output) ?? [];
  return { commit: commit ?? (process.env.SOURCE_COMMIT || "unknown"), date: date ?? "unknown" };
}

/** Tells whether the build is current. Without sources, as in an image, any complete build is. */
function isBuilt() {
  if (!existsSync(STAMP)) return false;
  return !existsSync("app") || readFileSync(STAMP, "utf8") === hashSources();
}

function hashSources() {
  const hash = createHash("sha256");
  for (const path of [...SOURCES, ...CONFIGURATION].flatMap(filesIn).sort()) {
    if (!IGNORED_SOURCES.test(path)) hash.update(`${path}\0`).update(readFileSync(path)).update("\0");
  }
  return hash.digest("hex");
}

function filesIn(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path).flatMap((name) => filesIn(`${path}/${name}`));
}

async function withLock(work) {
  for (let tries = 0; !takeLock(); tries++) {
    if (tries === 0) console.error("Another command is preparing this folder; waiting for it …");
    await sleep(200);
  }
  const release = () => rmSync(LOCK, { force: true });
  process.once("exit", release);
  try {
    await work();
  } finally {
    release();
    // Another process may take the lock from here on.
    process.off("exit", release);
  }
}

const PERMISSION_ERRORS = ["EACCES", "EPERM", "EROFS"];
const OWNER_PREPARES =
  "The build is out of date or packages are missing, and this user cannot write here. Run npm run build as the owner of the folder first.";

function takeLock() {
  try {
    mkdirSync(dirname(LOCK), { recursive: true });
    writeFileSync(LOCK, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    // A full disk leaves an empty file.
    if (error.code === "ENOSPC") rmSync(LOCK, { force: true });
    if (PERMISSION_ERRORS.includes(error.code)) throw new Error(OWNER_PREPARES);
    if (error.code !== "EEXIST") throw error;
    removeStaleLock();
    return false;
  }
}

/**
 * Removes a lock whose process has ended. One process does so at a time and looks again, because another may have taken the
 * lock meanwhile.
 */
function removeStaleLock() {
  const guard = `${LOCK}.removing`;
  try {
    if (!isStale()) return;
    if (exists(guard) && statSync(guard).mtimeMs < Date.now() - OLD_GUARD_MS) rmSync(guard);
    writeFileSync(guard, "", { flag: "wx" });
  } catch (error) {
    if (PERMISSION_ERRORS.includes(error.code)) throw new Error(OWNER_PREPARES);
    // The lock was released, or another process removes it.
    return;
  }
  try {
    if (isStale()) rmSync(LOCK);
  } catch {
    // The lock was released.
  } finally {
    rmSync(guard, { force: true });
  }
}

/** The age at which the file of a process that was killed while it removed a lock is ignored. */
const OLD_GUARD_MS = 60_000;

function isStale() {
  const holder = Number(readFileSync(LOCK, "utf8"));
  const machineStartedAt = Date.now() - uptime() * 1000;
  const isOfThisStart = statSync(LOCK).mtimeMs > machineStartedAt;
  // The file is empty for a moment while it is written.
  return !isOfThisStart || (holder !== 0 && !isAlive(holder));
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}

async function runOrThrow(program, args, message, { cwd, env } = {}) {
  const environment = { NODE_ENV: "production", ...env };
  const { code, output } = await run(program, args, { env: environment, stdio: ["ignore", "pipe", "pipe"], cwd });
  if (code !== 0) throw new Error(`${output}\n${message}`);
}

/** Runs a program. Returns its exit code and, if `stdio` has pipes, its output; an error on starting it gives the code 1. */
function run(program, args, { env, stdio = "inherit", abortSignal, cwd } = {}) {
  const child = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio,
    signal: abortSignal,
    cwd,
    killSignal: "SIGKILL",
  });
  const output = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text) => output.push(text));
  const stop = (signal) => child.kill(signal);
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, stop);
  return new Promise((resolve) => {
    child.on("error", (error) => resolve({ code: 1, output: error.message }));
    child.on("close", (code, signal) =>
      resolve({ code: code ?? 128 + constants.signals[signal], output: output.join("") }),
    );
  }).finally(() => {
    for (const signal of ["SIGINT", "SIGTERM"]) process.off(signal, stop);
  });
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error) => {
    console.error(error.constructor === Error ? error.message : error);
    process.exit(1);
  },
);
