/** Finds obstacles to an upgrade, and changes nothing. */

import { accessSync, constants, existsSync, lstatSync, statfsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { env } from "~/env.server";
import { describeUnknown, unknownNames } from "~/models/base/settings/setting-names.server";
import { DAY_MS } from "~/stored-times";
import { DATABASE_FILE } from "~/subject/names";
import { SITE_NAME } from "~/subject/site";
import { pendingMigrations } from "../../../../db/migrate";
import { connectPostgres } from "../../../../db/postgres/connect";
import { connect } from "../../../../db/sqlite/connect";
import packageFile from "../../../../package.json";
import { lastBackup } from "./backup.server";
import { nameMigrations } from "./migration-names";

export interface Check {
  name: "program" | "node" | "database" | "disk" | "backup" | "settings";
  /** "warning" needs attention; "failed" must be fixed first. */
  state: "ok" | "warning" | "failed";
  message: string;
}

/** Runs all checks, in the order in which problems should be fixed. */
export async function checkUpgrade(now = Date.now()): Promise<Check[]> {
  const program: Check = { name: "program", state: "ok", message: `${SITE_NAME} ${packageFile.version}.` };
  return [program, checkNode(), await checkSchema(), checkDisk(), await checkBackup(now), checkSettings()];
}

function checkNode(): Check {
  const wantedVersion = /\d{1,4}\.\d{1,4}/.exec(packageFile.engines.node)?.[0] ?? "";
  const [currentVersion, neededVersion] = [process.versions.node, wantedVersion].map((text) =>
    text.split(".").map(Number),
  );
  const [major = 0, minor = 0] = currentVersion ?? [];
  const [leastMajor = 0, leastMinor = 0] = neededVersion ?? [];
  const isEnough = major > leastMajor || (major === leastMajor && minor >= leastMinor);
  const message = `Node.js ${process.versions.node}; ${wantedVersion} or later is needed.`;
  return { name: "node", state: isEnough ? "ok" : "failed", message };
}

const databasePath = () => join(env.DATA_DIR, DATABASE_FILE);

/** Returns DATA_DIR, or the nearest folder above it that exists or is a symbolic link. */
function nearestFolder(folder = env.DATA_DIR): string {
  try {
    lstatSync(folder);
    return folder;
  } catch {
    return nearestFolder(dirname(folder));
  }
}

/** Returns a sentence if the data folder cannot be written or made; null if it can. */
function findObstacle(): string | null {
  const folder = nearestFolder();
  // A symbolic link to a disk that is not mounted.
  if (!existsSync(folder))
    return `${folder} leads to a folder that does not exist: please mount its disk, or set DATA_DIR.`;
  if (!statSync(folder).isDirectory()) return `${folder} is not a folder: please set DATA_DIR.`;
  for (const path of [folder, databasePath()]) {
    try {
      accessSync(path, constants.R_OK | constants.W_OK);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") continue;
      return `${path} is not writable for this user: please check owner and permissions, and the disk.`;
    }
  }
  return null;
}

async function checkSchema(): Promise<Check> {
  if (!env.DATABASE_URL && !existsSync(databasePath()) && findObstacle())
    return { name: "database", state: "failed", message: `There is no database in ${env.DATA_DIR}.` };
  if (!env.DATABASE_URL && !existsSync(databasePath()))
    return {
      name: "database",
      state: "ok",
      message: `There is no database in ${env.DATA_DIR} yet; the first start creates one.`,
    };
  try {
    const pendingNames = env.DATABASE_URL ? await pendingInPostgres(env.DATABASE_URL) : await pendingInFile();
    const message = pendingNames.length ? `The next start runs ${nameMigrations(pendingNames)}.` : "Up to date.";
    return { name: "database", state: "ok", message };
  } catch (error) {
    return { name: "database", state: "failed", message: error instanceof Error ? error.message : String(error) };
  }
}

async function pendingInFile(): Promise<string[]> {
  const { db, close } = connect(databasePath(), { readonly: true });
  return (await pendingMigrations(db).finally(close)).pending;
}

async function pendingInPostgres(url: string): Promise<string[]> {
  const { db, close } = await connectPostgres(url);
  return (await pendingMigrations(db, "postgres").finally(close)).pending;
}

const MB = 1024 ** 2;
/** Allows for the program, logs and data that visitors send meanwhile. */
const SPARE_BYTES = 200 * MB;

/** Checks the disk space: a start copies the database first, and a backup needs an unpacked and a packed copy. */
function checkDisk(): Check {
  const obstacle = findObstacle();
  if (obstacle) return { name: "disk", state: "failed", message: obstacle };
  const folder = nearestFolder();
  const { bavail, bsize } = statfsSync(folder);
  const size = existsSync(databasePath()) ? statSync(databasePath()).size : 0;
  const [freeBytes, neededBytes] = [bavail * bsize, 3 * size + SPARE_BYTES];
  const message = `${Math.floor(freeBytes / MB)} MB are free in ${folder}; ${Math.ceil(neededBytes / MB)} MB are needed.`;
  return { name: "disk", state: freeBytes >= neededBytes ? "ok" : "failed", message };
}

/**
 * Checks the age of the newest backup. An old one is only a warning with PostgreSQL, which may have other backups.
 */
async function checkBackup(now: number): Promise<Check> {
  if (!env.DATABASE_URL && !existsSync(databasePath()))
    return { name: "backup", state: "ok", message: "There is nothing to back up yet." };
  const madeAt = await lastBackup();
  if (madeAt && now - Date.parse(madeAt) < DAY_MS)
    return { name: "backup", state: "ok", message: `The newest backup was made at ${madeAt}.` };
  const newestBackup = madeAt ? `The newest backup was made at ${madeAt}, more than a day ago` : "There is no backup";
  const message = `${newestBackup}: npm run admin -- backup`;
  return { name: "backup", state: env.DATABASE_URL ? "warning" : "failed", message };
}

function checkSettings(): Check {
  const unknownSettings = unknownNames();
  if (unknownSettings.length === 0) return { name: "settings", state: "ok", message: "No setting is misspelled." };
  return { name: "settings", state: "warning", message: unknownSettings.map(describeUnknown).join(" ") };
}
