import { migrate } from "../../db/migrate";
import { makeDatabase, openDatabase } from "./database";

/**
 * Creates a database in `dataDir` without public people. One person in the trash, whom no list, search or count
 * contains, keeps the server from adding the starter directory.
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
