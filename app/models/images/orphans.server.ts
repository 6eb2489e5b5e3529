import { db, type Queryable, readDb } from "~/db.server";
import { log } from "~/log.server";
import { filesIn, removeFiles, removeOldIncoming, storedFolders } from "~/services/storage.server";

/** Deletes files without a row and lists images without files. */
export async function removeOrphans(): Promise<{ removed: string[]; lacking: string[] }> {
  await removeOldIncoming();
  const removed: string[] = [];
  const lacking: string[] = [];
  for (const folder of new Set([...(await storedFolders()), ...(await foldersOfRows())])) {
    if (isWhole(await compare(readDb, folder))) continue;
    // Compare again under the write lock: rows and files change in one transaction.
    const { spare, incomplete } = await db.transaction().execute((tx) => compare(tx, folder));
    await removeFiles(spare);
    removed.push(...spare);
    lacking.push(...incomplete);
    await new Promise(setImmediate);
  }
  if (lacking.length > 0)
    log.warn({ images: lacking.slice(0, 100), count: lacking.length }, "images whose files are gone");
  return { removed, lacking };
}

async function foldersOfRows(): Promise<string[]> {
  const folders: string[] = [];
  for (;;) {
    const last = folders.at(-1);
    // "{" sorts after every character of an id.
    const others = readDb
      .selectFrom("images")
      .select("id")
      .where("id", ">", last ? `${last}{` : "");
    const next = await others.orderBy("id").limit(1).executeTakeFirst();
    if (!next) return folders;
    folders.push(next.id.slice(0, 2));
  }
}

interface Comparison {
  spare: string[];
  incomplete: string[];
}

async function compare(from: Queryable, folder: string): Promise<Comparison> {
  const rows = await from
    .selectFrom("images")
    .select(["id", "files"])
    .where("id", ">=", folder)
    .where("id", "<", `${folder}{`)
    .execute();
  const namesOf = ({ files }: { files: string }) => (JSON.parse(files) as { name: string }[]).map(({ name }) => name);
  const wanted = new Set(rows.flatMap(namesOf));
  const present = new Set(filesIn(folder));
  return {
    spare: [...present].filter((name) => !wanted.has(name)),
    incomplete: rows.filter((row) => !namesOf(row).every((name) => present.has(name))).map(({ id }) => id),
  };
}

function isWhole({ spare, incomplete }: Comparison): boolean {
  return spare.length === 0 && incomplete.length === 0;
}
