/** Treats sites badly: measures their starts, kills them, and inspects their data from outside. */
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import SQLite from "better-sqlite3";
import { bareEnvironment } from "../support/environment";
import { get } from "../support/requests";
import { type Site, type SiteOptions, startSite } from "../support/site";
import type { Options } from "./main";

/** The environment of sites that many write to: mails stay in the queue, so that nothing but the writes happens. */
export const UNLIMITED = { RATE_LIMIT: "off", SMTP_URL: "smtp://127.0.0.1:9" };

/** Scales a number of repetitions; returns at least one. */
export function repetitions(promised: number, { share }: Options): number {
  return Math.max(1, Math.round(promised * share));
}

/** Gives `work` a folder that is removed afterwards. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "longevity-durability-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Starts a site and asks for its first page: `ms` from the start of the process to that answer. */
export async function startTimed(options: SiteOptions): Promise<{ site: Site; ms: number }> {
  const startedAt = performance.now();
  const site = await startSite({ allowErrors: true, ...options });
  const { status } = await get(site, "/");
  if (status !== 200) throw new Error(`The first page answered ${status}.`);
  return { site, ms: performance.now() - startedAt };
}

/** Sends SIGKILL, and returns when the process has ended. */
export async function kill(site: Site): Promise<void> {
  process.kill(site.pid, "SIGKILL");
  await site.stop().catch(() => {}); // it reports the kill as a failure
}

export const databaseIn = (dataDir: string): string => join(dataDir, "longevity.db");

/** Reads the database of a site, running or not. */
export function inDatabase<T>(dataDir: string, read: (database: SQLite.Database) => T): T {
  const database = new SQLite(databaseIn(dataDir), { readonly: true, timeout: 10_000 });
  try {
    return read(database);
  } finally {
    database.close();
  }
}

/** Returns the faults that SQLite finds in a database: damaged pages, references that lead nowhere. */
export function damageIn(dataDir: string): string[] {
  return inDatabase(dataDir, (database) => {
    const pages = database.pragma("integrity_check") as { integrity_check: string }[];
    const references = database.pragma("foreign_key_check") as { table: string }[];
    return [
      ...pages.map((row) => row.integrity_check).filter((answer) => answer !== "ok"),
      ...references.map(({ table }) => `a broken reference in ${table}`),
    ];
  });
}

/** Returns the names of image files on the disk and those in rows. */
export function imageFilesIn(dataDir: string): { onDisk: Set<string>; referenced: Set<string> } {
  const uploads = join(dataDir, "uploads");
  const entries = existsSync(uploads) ? readdirSync(uploads, { recursive: true, withFileTypes: true }) : [];
  const files = entries.filter((entry) => entry.isFile());
  const rows = inDatabase(dataDir, (database) => database.prepare("SELECT files FROM images").pluck().all());
  return {
    onDisk: new Set(files.map((entry) => join(entry.parentPath, entry.name).slice(uploads.length + 1))),
    referenced: new Set(
      (rows as string[]).flatMap((list) => (JSON.parse(list) as { name: string }[]).map(({ name }) => name)),
    ),
  };
}

/** Runs `npm run admin -- …` on a data folder, without the set-up. Throws an error with the output if the command fails. */
export async function admin(args: string[], dataDir: string): Promise<void> {
  const env = { ...bareEnvironment(), NODE_ENV: "production" as const, DATA_DIR: resolve(dataDir) };
  await promisify(execFile)(process.execPath, ["build/admin.js", ...args], { env });
}
