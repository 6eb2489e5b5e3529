import { migrate } from "../../db/migrate";
import { makeDatabase, openDatabase } from "./database";

/**
 * Makes a database in `dataDir` where no one is public. The starter directory stays out of it because one person lies
 * in the trash, who is in no list, no search and no count.
 */
export async function makeEmptyDirectory(dataDir: string): Promise<void> {
  await makeDatabase(dataDir);
  const { db, kind, close } = await openDatabase(dataDir);
  await migrate(db, kind);
  const now = new Date().toISOString();
  await db
    .insertInto("experts")
    .values({
      id: "trash",
      slug: "in-the-trash",
      name: "In The Trash",
      sortName: "in the trash",
      title: "",
      categories: "[]",
      imageUrl: "",
      longevityContribution: "",
      origin: "editor",
      createdAt: now,
      updatedAt: now,
      deletedAt: now,
    } as never)
    .execute();
  await close();
}
