/**
 * Prepares this folder and then runs a program of it: `node scripts/setup.mjs [--dev] [--build] [PROGRAM
 * [ARGUMENT…]]`.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, dirname, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const LOCK = ".cache/setup.lock";
const NODE_24 = ".cache/node-24";
/** For about 50 MB; on a slow line NODE_24_WITHIN_S gives it longer. */
const NODE_24_WITHIN_S = 300;
const STAMP = "build/.stamp";
const SOURCES = ["app", "db", "public", "scripts"];
const CONFIGURATION = ["package.json", "package-lock.json", "remix.config.js", "postcss.config.js", "tsconfig.json"];
const NOT_SOURCES = /^public\/build\/|\.test\.tsx?$/;

async function main(args) {
  process.chdir(fileURLToPath(new URL("..", import.meta.url)));
  const given = args.findIndex((arg) => !arg.startsWith("--"));
  const options = given < 0 ? args : args.slice(0, given);
  const [program, ...rest] = given < 0 ? [] : args.slice(given);

  const node = await findNode();
  process.env.PATH = dirname(node) + delimiter + process.env.PATH;
  const mustBuild = options.includes("--build") && !isBuilt();
  await install({ dev: options.includes("--dev") || mustBuild });
  if (mustBuild) await build();
  if (!program) return 0;
  const loader = program.endsWith(".ts") ? ["--import", "tsx"] : [];
  const env = { NODE_ENV: "production", NODE_COMPILE_CACHE: resolve(".cache/compile") };
  const { code } = await run(node, [...loader, program, ...rest], env);
  return code;
}

async function findNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > 22 || (major === 22 && minor >= 12)) return process.execPath;
  console.error(`Node ${process.versions.node} is too old (22.12 or later is needed): running under Node 24 from npm.`);
  if (existsSync(NODE_24)) {
    const path = readFileSync(NODE_24, "utf8");
    if (existsSync(path)) return path;
  }
  // The package puts its binary in place with an install script; .npmrc turns those off.
  const asked = ["--yes", "--ignore-scripts=false", "--package=node@24", "--", "node", "-p", "process.execPath"];
  console.error("Fetching Node 24 (once, about 50 MB) …");
  const seconds = Number(process.env.NODE_24_WITHIN_S) || NODE_24_WITHIN_S;
  const late = AbortSignal.timeout(seconds * 1000);
  const { code, output } = await run("npm", ["exec", ...asked], {}, ["ignore", "pipe", "pipe"], late);
  const path = output.split("\n").find((line) => existsSync(line.trim()));
  if (late.aborted) throw new Error(`Node 24 did not come from npm within ${seconds} seconds. ${INSTALL_NODE}`);
  if (code !== 0 || !path) throw new Error(`${output}\nNode 24 could not be had from npm. ${INSTALL_NODE}`);
  mkdirSync(".cache", { recursive: true });
  writeFileSync(NODE_24, path.trim());
  return path.trim();
}

const INSTALL_NODE = "Please install Node.js 22.12 or later yourself (https://nodejs.org/en/download), and try again.";

async function install({ dev }) {
  if (isInstalled(dev)) return;
  await withLock(async () => {
    if (isInstalled(dev)) return;
    console.error("Installing packages (once; it can take a minute) …");
    const npm = ["ci", dev ? "--include=dev" : "--omit=dev", "--no-audit", "--no-fund", "--loglevel=error"];
    await must("npm", npm, "The packages could not be installed: see npm's message above.");
  });
}

function isInstalled(dev) {
  const [present, wanted] = ["node_modules/.package-lock.json", "package-lock.json"].map(packagesIn);
  return Object.entries(wanted).every(([path, { version, integrity, ...wantedFor }]) => {
    const found = present[path];
    if (found) return found.version === version && found.integrity === integrity;
    return path === "" || wantedFor.optional || wantedFor.devOptional || (wantedFor.dev && !dev);
  });
}

function packagesIn(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).packages : {};
}

/** The stamp, which says what the build was made from, comes last: an interrupted build never counts. */
async function build() {
  await withLock(async () => {
    if (isBuilt()) return;
    console.error("Building …");
    const sources = fingerprint();
    for (const folder of ["build", "public/build"]) rmSync(folder, { recursive: true, force: true });
    await must("node_modules/.bin/remix", ["build"], "The build failed: see the compiler's message above.");
    await must("node", ["scripts/compile.mjs", "build"], "The commands could not be compiled: see the message above.");
    await must("node", ["scripts/precompress.mjs", "public/build"], "The build's files could not be compressed.");
    writeFileSync(STAMP, sources);
  });
}

/** Where there are no sources, as in the container, the build is what was delivered. */
function isBuilt() {
  if (!existsSync(STAMP)) return false;
  return !existsSync("app") || readFileSync(STAMP, "utf8") === fingerprint();
}

function fingerprint() {
  const hash = createHash("sha256");
  for (const path of [...SOURCES, ...CONFIGURATION].flatMap(filesIn).sort()) {
    if (!NOT_SOURCES.test(path)) hash.update(`${path}\0`).update(readFileSync(path)).update("\0");
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
  await work().finally(release);
  process.off("exit", release);
}

const NOT_OURS = ["EACCES", "EPERM", "EROFS"];
const OWNER_PREPARES =
  "The build is not of these sources, or packages are missing, and this user may not write here: first npm run build as the owner of the folder.";

function takeLock() {
  try {
    mkdirSync(dirname(LOCK), { recursive: true });
    writeFileSync(LOCK, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (NOT_OURS.includes(error.code)) throw new Error(OWNER_PREPARES);
    if (error.code !== "EEXIST") throw error;
    dropLockOfTheDead();
    return false;
  }
}

function dropLockOfTheDead() {
  try {
    const holder = Number(readFileSync(LOCK, "utf8"));
    if (holder === 0 || isAlive(holder)) return;
    renameSync(LOCK, `${LOCK}.${process.pid}`);
    rmSync(`${LOCK}.${process.pid}`);
  } catch {
    // The lock was released, or another process dropped it.
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}

async function must(program, args, complaint) {
  const { code, output } = await run(program, args, { NODE_ENV: "production" }, ["ignore", "pipe", "pipe"]);
  if (code !== 0) throw new Error(`${output}\n${complaint}`);
}

function run(program, args, env, stdio = "inherit", signal = undefined) {
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio, signal, killSignal: "SIGKILL" });
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
