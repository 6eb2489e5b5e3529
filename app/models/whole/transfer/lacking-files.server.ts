/** Finds images whose files are missing, on the site or in a backup. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Queryable } from "~/db.server";
import { DATABASE_FILE } from "~/subject/names";
import { connect } from "../../../../db/sqlite/connect";

export interface CheckedImages {
  images: number;
  /** Ids of images whose files are missing; at most 100. */
  lacking: string[];
}

const BATCH_SIZE = 500;
const MAX_NAMED_IDS = 100;

/** Looks up the files of all images. */
export async function checkImages(
  db: Queryable,
  isStored: (name: string) => boolean | Promise<boolean>,
): Promise<CheckedImages> {
  const lackingIds: string[] = [];
  for (let images = 0, lastId = ""; ; ) {
    const page = db
      .selectFrom("images")
      .select(["id", "files"])
      .where("id", ">", lastId)
      .orderBy("id")
      .limit(BATCH_SIZE);
    const rows = await page.execute();
    for (const { id, files } of rows) {
      const names = (JSON.parse(files) as { name: string }[]).map(({ name }) => name);
      const isComplete = (await Promise.all(names.map(isStored))).every(Boolean);
      if (!isComplete && lackingIds.length < MAX_NAMED_IDS) lackingIds.push(id);
    }
    images += rows.length;
    if (rows.length < BATCH_SIZE) return { images, lacking: lackingIds };
    lastId = rows.at(-1)?.id ?? "";
  }
}

/** Returns the ids of images whose files an unpacked backup lacks. Throws an Error if its database is missing or cannot be read. */
export async function lackingIn(folder: string): Promise<string[]> {
  const file = join(folder, DATABASE_FILE);
  // A connection would create the file.
  if (!existsSync(file)) throw new Error(`${file} is missing.`);
  const { db, close } = connect(file);
  try {
    return (await checkImages(db, (name) => existsSync(join(folder, "uploads", name)))).lacking;
  } finally {
    await close();
  }
}
