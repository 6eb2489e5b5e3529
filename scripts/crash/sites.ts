/** Sites that are treated badly: started with the time it takes, killed, and looked at from outside. */
import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import SQLite from "better-sqlite3";
import { get } from "../../test/support/requests";
import { bareEnvironment, type Site, type SiteOptions, startSite } from "../../test/support/site";

/** Milliseconds from the start of the process to its first page. */
export async function startTimed(options: SiteOptions): Promise<{ site: Site; ms: number }> {
  const started = performance.now();
  const site = await startSite({ allowErrors: true, ...options });
  const { status } = await get(site, "/");
  if (status !== 200) throw new Error(`The first page answered ${status}.`);
  return { site, ms: performance.now() - started };
}

/** kill -9, and waits until the process is gone. */
export async function kill(site: Site): Promise<void> {
  process.kill(site.pid, "SIGKILL");
  await site.stop().catch(() => {}); // its end is no good one: that is the point
}

export const databaseIn = (dataDir: string): string => join(dataDir, "longevity.db");

/** Looks into the database of a site, running or not. */
export function inDatabase<T>(dataDir: string, look: (database: SQLite.Database) => T): T {
  const database = new SQLite(databaseIn(dataDir), { readonly: true, timeout: 10_000 });
  try {
    return look(database);
  } finally {
    database.close();
  }
}

/** What SQLite finds wrong with a database: damaged pages, links between rows that lead nowhere. */
export function damageIn(dataDir: string): string[] {
  return inDatabase(dataDir, (database) => {
    const pages = (database.pragma("integrity_check") as { integrity_check: string }[]).map(
      (row) => row.integrity_check,
    );
    const links = (database.pragma("foreign_key_check") as { table: string }[]).map(
      ({ table }) => `a link of ${table}`,
    );
    return [...pages.filter((answer) => answer !== "ok"), ...links];
  });
}

/** Files of pictures: those that lie there, and those that rows speak of. */
export function picturesIn(dataDir: string): { onDisk: Set<string>; referenced: Set<string> } {
  const uploads = join(dataDir, "uploads");
  const entries = existsSync(uploads) ? readdirSync(uploads, { recursive: true, withFileTypes: true }) : [];
  const onDisk = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(uploads.length + 1));
  const rows = inDatabase(
    dataDir,
    (database) => database.prepare("SELECT files FROM images").pluck().all() as string[],
  );
  const referenced = rows.flatMap((files) => (JSON.parse(files) as { name: string }[]).map(({ name }) => name));
  return { onDisk: new Set(onDisk), referenced: new Set(referenced) };
}

/**
 * A data folder with the starter directory and so many made-up experts; made once and kept under .cache.
 *
 * @param folder where a copy of it goes.
 */
export async function seeded(experts: number, folder: string): Promise<void> {
  const kept = join(".cache", "crash", `experts-${experts}`);
  if (!existsSync(kept)) {
    console.log(`Preparing ${experts.toLocaleString("en")} experts (once) …`);
    const making = `${kept}.${process.pid}`;
    mkdirSync(making, { recursive: true });
    await program(["seed", "--experts", String(experts)], making);
    if (existsSync(kept)) rmSync(making, { recursive: true });
    else renameSync(making, kept);
  }
  cpSync(kept, folder, { recursive: true });
}

/**
 * Runs one of the built command-line programs on a data folder, in a process of its own.
 *
 * @throws Error with what it said when it ends badly.
 */
export async function program([name = "", ...args]: string[], dataDir: string): Promise<void> {
  const file = pathToFileURL(resolve("build", "scripts", `${name}.js`));
  const code = `import { main } from "${file}"; await main(${JSON.stringify(args)});`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", code], {
    env: { ...bareEnvironment(), NODE_ENV: "production", DATA_DIR: resolve(dataDir) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = new Promise<number | null>((done) => child.once("close", done));
  const said = await text(child.stderr);
  if ((await ended) !== 0) throw new Error(`${name}: ${said.trim()}`);
}

/** Asks again and again until it is so. @throws Error after that time. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>, ms = 30_000): Promise<void> {
  const end = performance.now() + ms;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`Waited ${ms / 1_000} s in vain: ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
