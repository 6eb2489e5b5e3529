/** Bringing the database of an older version up to date, and copies of it from before a change that touches all of it. */
import { chmodSync, mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { copyDatabase, databasePath, db, migrate, pendingMigrations } from "~/db.server";
import { BACKUPS, stamp } from "./backup.server";

/** Copies of each kind that are kept. */
const KEEP = 3;
const COPY = /^(before-[a-z]+)-\d{8}-\d{6}\.db$/;

export interface Upgrade {
  /** The migrations that ran, in order. */
  migrated: string[];
  /** Where the database is as it was before; null when nothing had to be done, or there was nothing yet. */
  copy: string | null;
}

/**
 * Brings the database to the newest schema, with a copy of it put into DATA_DIR/backups first. For a start: it takes as long as
 * copying the database takes, and holds up this process.
 *
 * @throws Error, with the database as it was, when it comes from a newer version of the code, the copy has no room, or a
 *   migration fails.
 */
export async function upgradeDatabase(now = new Date()): Promise<Upgrade> {
  const { pending, isNew } = await pendingMigrations(db);
  if (pending.length === 0) return { migrated: [], copy: null };
  const copy = isNew ? null : await keepCopy("before-upgrade", now);
  return { migrated: await migrate(db), copy };
}

/**
 * Puts a copy of the database into DATA_DIR/backups and removes older ones of its kind.
 *
 * @returns its path.
 * @throws Error when there is no room.
 */
export async function keepCopy(kind: "before-upgrade" | "before-restore", now = new Date()): Promise<string> {
  const folder = join(dirname(databasePath), BACKUPS);
  const copy = join(folder, `${kind}-${stamp(now)}.db`);
  const unfinished = `${copy}.unfinished`;
  mkdirSync(folder, { recursive: true });
  rmSync(unfinished, { force: true });
  try {
    await copyDatabase(databasePath, unfinished);
    chmodSync(unfinished, 0o600);
    renameSync(unfinished, copy);
  } catch (error) {
    rmSync(unfinished, { force: true });
    const size = Math.ceil(statSync(databasePath).size / 1024 ** 2);
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The database has to be copied to ${folder} first, and could not be (${reason}). Please make room, about ${size} MB. Nothing was changed.`,
    );
  }
  const copies = (await readdir(folder)).filter((name) => COPY.exec(name)?.[1] === kind).sort();
  for (const old of copies.slice(0, -KEEP)) rmSync(join(folder, old));
  return copy;
}
