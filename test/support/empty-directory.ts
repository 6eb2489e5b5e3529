import { join } from "node:path";
import { migrate } from "../../db/migrate";
import { connect } from "../../db/sqlite/connect";

/**
 * Makes a database in `dataDir` where no one is public. The starter directory stays out of it because one person lies
 * in the trash, who is in no list, no search and no count.
 */
export async function makeEmptyDirectory(dataDir: string): Promise<void> {
  const { db, sqlite, close } = connect(join(dataDir, "longevity.db"));
  await migrate(db);
  sqlite
    .prepare(
      `INSERT INTO experts (id, slug, name, sortName, title, categories, imageUrl, longevityContribution, origin, createdAt, updatedAt, deletedAt)
       VALUES ('trash', 'in-the-trash', 'In The Trash', 'in the trash', '', '[]', '', '', 'editor', @now, @now, @now)`,
    )
    .run({ now: new Date().toISOString() });
  await close();
}
