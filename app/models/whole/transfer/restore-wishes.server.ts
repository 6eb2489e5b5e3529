/** Keeps people out who left since a backup was made. */
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

/** The do-not-relist list and the addresses that are gone; null where they cannot be read. */
export async function wishesIn(dataDir: string): Promise<Wishes | null> {
  if (!existsSync(join(dataDir, RELISTING_SECRET)) || !existsSync(join(dataDir, DATABASE_FILE)))
    return { doNotRelist: [], goneSlugs: [] };
  try {
    const { db, close } = connect(join(dataDir, DATABASE_FILE));
    try {
      return await readWishes(db);
    } finally {
      await close();
    }
  } catch {
    // A backup may be restored because this database is damaged.
    return null;
  }
}

export async function readWishes(db: Queryable): Promise<Wishes> {
  const read = (table: keyof Wishes) => db.selectFrom(table).select(["hash", "at"]).orderBy("hash").execute();
  return { doNotRelist: await read("doNotRelist"), goneSlugs: await read("goneSlugs") };
}

const ROWS = 1_000;

/** Adds them to an unpacked backup, with the key they were hashed with. */
export async function addWishes(dataDir: string, unpacked: string, wishes: Wishes): Promise<void> {
  if (wishes.doNotRelist.length === 0) return;
  copyFileSync(join(dataDir, RELISTING_SECRET), join(unpacked, RELISTING_SECRET));
  await addRows(join(unpacked, DATABASE_FILE), wishes);
}

/** Adds them to the database at `path`. */
export async function addRows(path: string, wishes: Wishes): Promise<void> {
  const { db, close } = connect(path);
  try {
    await db.transaction().execute(async (tx) => {
      for (const table of TABLES) {
        for (let at = 0; at < wishes[table].length; at += ROWS) {
          const insert = tx.insertInto(table).values(wishes[table].slice(at, at + ROWS));
          await insert.onConflict((conflict) => conflict.doNothing()).execute();
        }
      }
    });
  } finally {
    await close();
  }
}

/** Rehashes an unpacked backup for the configured key. Throws an Error if its list was hashed with another one. */
export async function takeKey(unpacked: string): Promise<void> {
  if (!hasOtherKey(unpacked)) return;
  const { db, close } = connect(join(unpacked, DATABASE_FILE));
  const { doNotRelist, goneSlugs } = await readWishes(db).finally(close);
  if (doNotRelist.length + goneSlugs.length > 0)
    throw new Error(
      "The backup's list of people who asked not to be listed needs the RELISTING_SECRET from its file relisting-secret. Nothing was changed.",
    );
  rmSync(join(unpacked, RELISTING_SECRET));
  keepKey(unpacked);
}
