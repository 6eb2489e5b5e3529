/** Keeps people out who were removed since a backup was made. */
import { copyFileSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { RELISTING_SECRET } from "~/env.server";
import { DATABASE_FILE } from "~/subject/names";
import type { Queryable } from "../../../../db/engine";
import type { Database } from "../../../../db/schema";
import { connect } from "../../../../db/sqlite/connect";
import { hasOtherKey, keepKey } from "./relisting-key.server";

const TABLES = ["doNotRelist", "goneSlugs"] as const satisfies (keyof Database)[];

export type Wishes = Record<(typeof TABLES)[number], { hash: string; at: string }[]>;

/** Returns the do-not-relist list and the removed addresses; null if they cannot be read. */
export async function wishesIn(dataDir: string): Promise<Wishes | null> {
  const noWishes: Wishes = { doNotRelist: [], goneSlugs: [] };
  if (!existsSync(join(dataDir, DATABASE_FILE))) return noWishes;
  try {
    const { db, close } = connect(join(dataDir, DATABASE_FILE));
    try {
      const wishes = await readWishes(db);
      // Without the key of its hashes, a list matches nobody.
      return existsSync(join(dataDir, RELISTING_SECRET)) ? wishes : noWishes;
    } finally {
      await close();
    }
  } catch {
    // Accepts a damaged database, which may be the reason for the restore.
    return null;
  }
}

export async function readWishes(db: Queryable): Promise<Wishes> {
  const readTable = (table: keyof Wishes) => db.selectFrom(table).select(["hash", "at"]).orderBy("hash").execute();
  return { doNotRelist: await readTable("doNotRelist"), goneSlugs: await readTable("goneSlugs") };
}

const BATCH_SIZE = 1_000;

/** Adds the list to an unpacked backup, with the key of its hashes. */
export async function addWishes(dataDir: string, unpackedFolder: string, wishes: Wishes): Promise<void> {
  if (wishes.doNotRelist.length === 0) return;
  copyFileSync(join(dataDir, RELISTING_SECRET), join(unpackedFolder, RELISTING_SECRET));
  await addRows(join(unpackedFolder, DATABASE_FILE), wishes);
}

/** Adds the list to the database at `path`. */
export async function addRows(path: string, wishes: Wishes): Promise<void> {
  const { db, close } = connect(path);
  try {
    await db.transaction().execute(async (tx) => {
      for (const table of TABLES) {
        for (let index = 0; index < wishes[table].length; index += BATCH_SIZE) {
          const insert = tx.insertInto(table).values(wishes[table].slice(index, index + BATCH_SIZE));
          await insert.onConflict((conflict) => conflict.doNothing()).execute();
        }
      }
    });
  } finally {
    await close();
  }
}

/** Gives an unpacked backup the configured key. Throws an Error if its list was hashed with another key. */
export async function takeKey(unpackedFolder: string): Promise<void> {
  if (!hasOtherKey(unpackedFolder)) return;
  const { db, close } = connect(join(unpackedFolder, DATABASE_FILE));
  const { doNotRelist, goneSlugs } = await readWishes(db).finally(close);
  if (doNotRelist.length + goneSlugs.length > 0)
    throw new Error(
      "The backup's list of people who asked not to be listed needs the RELISTING_SECRET from its file relisting-secret. Nothing was changed.",
    );
  rmSync(join(unpackedFolder, RELISTING_SECRET));
  keepKey(unpackedFolder);
}
