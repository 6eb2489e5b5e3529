/** Starts the servers that are measured: the built site on databases of known sizes, and its contenders. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { freePort } from "../support/postgres";
import { copySeeded } from "../support/seeded-data";
import { type Site, siteEnvironment } from "../support/site";

/** The sizes that are compared: a large directory must cost about what a small one does. */
export const [SMALL, LARGE] = [1_000, 100_000];

export interface Server {
  /** For example http://127.0.0.1:41234, without a slash at the end. */
  url: string;
  pid: number;
  /** Milliseconds from the start of the process to its first page. */
  startedIn: number;
  stop(): Promise<void>;
}

/** Creates a folder that is removed when this program ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "longevity-bench-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function seededFolder(counts: Parameters<typeof copySeeded>[1]): string {
  const folder = temporaryFolder();
  copySeeded(folder, counts);
  return folder;
}

/** Starts the built site on a data folder. Discards its log, because this program could not read it fast enough. */
export async function startBuilt(dataDir: string, env: Record<string, string> = {}): Promise<Server & Site> {
  const server = await startServer(["build/index.js"], siteEnvironment(dataDir, { RATE_LIMIT: "off", ...env }));
  return { ...server, dataDir, logs: () => [] };
}

/** Starts a plain node:http server that sends the answers stored in `folder`. */
export function startBare(folder: string): Promise<Server> {
  return startServer(["test/bench/contenders/bare.mjs", folder], siteEnvironment(folder));
}

/** Builds and starts a minimal Remix app that renders 24 cards from the same database. */
export async function startRemix(dataDir: string): Promise<Server> {
  // Inside the project, so that it finds the packages.
  const folder = resolve(".cache/bench/remix");
  cpSync("test/bench/contenders/remix", folder, { recursive: true });
  const env = siteEnvironment(dataDir, { DATABASE: resolve(dataDir, "longevity.db") });
  execFileSync(resolve("node_modules/.bin/remix"), ["build"], { cwd: folder, env, stdio: "pipe" });
  return startServer([resolve("node_modules/.bin/remix-serve"), "build/index.js"], env, folder);
}

/** Starts a program in this Node and waits for its first page. @throws Error with its errors when it ends before. */
async function startServer(args: string[], env: NodeJS.ProcessEnv, cwd = process.cwd()): Promise<Server> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...env, PORT: String(port) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  const ended = once(child, "close").finally(() => process.off("exit", kill));
  let errors = "";
  child.stderr.on("data", (chunk) => {
    errors = (errors + chunk).slice(-10_000);
  });
  while (!(await isAnswered(url))) {
    if (child.exitCode !== null) throw new Error(`node ${args.join(" ")} ended before it answered:\n${errors}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  const startedIn = performance.now() - startedAt;
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
  };
  return { url, pid: child.pid as number, startedIn, stop };
}

function isAnswered(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    get(url, { agent: false }, (response) => {
      response.resume().once("end", () => resolve(response.statusCode === 200));
    }).once("error", () => resolve(false));
  });
}
