/** The sites that are measured: databases of known sizes, made once and kept under .cache, and servers on copies of them. */
import { spawn } from "node:child_process";
import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import type { Site } from "../../test/support/site";
import { MEMORY_SETTINGS, SERVER_OPTIONS } from "../server-options.mjs";
import { memoryOf } from "./process-figures";
import { type Server, startServer } from "./servers";

/** The sizes that are compared: a large directory must cost about what a small one does. */
export const SMALL = 1_000;
export const LARGE = 100_000;

export type Amounts = Partial<Record<"experts" | "submissions" | "articles" | "library", number>>;

const FOLDER = join(".cache", "bench");

/** A data folder with a database of a known size; made when it is not there yet, and only to be read. */
export async function seededFolder(amounts: Amounts): Promise<string> {
  const dataDir = join(FOLDER, Object.values(amounts).join("-"));
  const mark = join(dataDir, "seeded");
  if (existsSync(mark)) return dataDir;
  const spoken = Object.entries(amounts).map(([kind, count]) => `${count} ${kind}`);
  console.log(`Preparing ${spoken.join(", ")} (once) …`);
  mkdirSync(dataDir, { recursive: true });
  const wanted = Object.entries(amounts).flatMap(([kind, count]) => [`--${kind}`, String(count)]);
  await run(["seed", ...wanted], { DATA_DIR: dataDir });
  writeFileSync(mark, "");
  return dataDir;
}

function run(args: string[], env: Record<string, string>): Promise<void> {
  const program = [join("scripts", "run.mjs"), ...args];
  return new Promise((resolve, reject) => {
    spawn(process.execPath, program, { env: { ...process.env, ...env }, stdio: "inherit" }).once("exit", (code) =>
      code === 0 ? resolve() : reject(new Error(`${program.join(" ")} ended with ${code}`)),
    );
  });
}

/** A copy that a server may write to; it goes when this program ends, or when the next one begins. */
export async function copiedFolder(amounts: Amounts, name: string): Promise<string> {
  const from = await seededFolder(amounts);
  const dataDir = join(FOLDER, `copy-${name}`);
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { recursive: true });
  for (const ending of ["", "-wal"]) {
    const file = `longevity.db${ending}`;
    if (existsSync(join(from, file))) copyFileSync(join(from, file), join(dataDir, file), constants.COPYFILE_FICLONE);
  }
  process.once("exit", () => rmSync(dataDir, { recursive: true, force: true }));
  return dataDir;
}

/**
 * Reads a database through, unless that was done a moment ago: called before what is measured, between one round and the next. A
 * machine that is shared may take back within a minute what the operating system keeps of files, and every row that is asked
 * for rarely, as on cold pages, would be one read from the disk.
 */
export function bringIntoMemory(dataDir: string): void {
  const now = performance.now();
  if (now - (broughtAt.get(dataDir) ?? Number.NEGATIVE_INFINITY) < 5_000) return;
  const file = openSync(join(dataDir, "longevity.db"), "r");
  while (readSync(file, PIECE) > 0);
  closeSync(file);
  broughtAt.set(dataDir, now);
}

const broughtAt = new Map<string, number>();
const PIECE = Buffer.allocUnsafeSlow(1024 * 1024);

/** How the measured sites run: as for visitors, but without limits for the one place from which all this is asked. */
const METRICS_TOKEN = "bench-metrics-token";
const SETTINGS = { ...MEMORY_SETTINGS, RATE_LIMIT: "off", LINK_CHECK: "off", BACKUP_EVERY_HOURS: "0", METRICS_TOKEN };

/** As `npm start` does it (package.json), and as the container does it (Dockerfile). */
export const NPM_START = [...SERVER_OPTIONS, join("scripts", "run.mjs"), "start"];
export const NODE_START = [...SERVER_OPTIONS, join("build", "index.js")];

/** A measured site with 100,000 experts; it can be given to the helpers of the tests. */
export interface LargeSite extends Server, Site {
  /** Memory after the start and a moment of nothing, in MB. */
  idle: number;
}

/** Starts the site on a copy of the large database. */
export async function startLarge(
  name: string,
  { args = NODE_START, env = {} }: { args?: string[]; env?: Record<string, string> } = {},
): Promise<LargeSite> {
  const dataDir = await copiedFolder({ experts: LARGE }, name);
  const server = await startServer(args, { env: { ...SETTINGS, DATA_DIR: dataDir, ...env }, answers: "/healthz" });
  await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
  return { ...server, dataDir, logs: () => [], idle: memoryOf(server.pid).now };
}

const QUIET_MS = 1_500;

let large: Promise<LargeSite> | undefined;

/** The one site that most parts of the bench ask, one after the other: its memory is that of all of them together. */
export function largeSite(): Promise<LargeSite> {
  large ??= startLarge("npm-start", { args: NPM_START });
  return large;
}

/** Stops it, when some part has started it. */
export async function stopLargeSite(): Promise<void> {
  await (await large)?.stop();
  large = undefined;
}

/** Answers that came from the kept documents so far (/metrics), to know whether an address was asked for the first time. */
export async function documentHits(site: Server): Promise<number> {
  const response = await fetch(`${site.url}/metrics`, { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } });
  return Number(/^longevity_document_hits_total (\d+)/m.exec(await response.text())?.[1]);
}

/** Rows of the large database as it was made. */
export async function largeRows<T>(query: string): Promise<T[]> {
  const database = new SQLite(join(await seededFolder({ experts: LARGE }), "longevity.db"), { readonly: true });
  const rows = database.prepare<[], T>(query).all();
  database.close();
  return rows;
}
