import { readDb } from "~/db.server";
import { log } from "~/log.server";
import { headFile, imageOf, removeFiles, removeOldIncoming, storedNames } from "~/services/storage.server";
import { HOUR_MS } from "~/stored-times";

const ROWS_AT_ONCE = 500;

interface Findings {
  removed: string[];
  missing: string[];
}

/** Deletes files that had no row for an hour, and lists images without files. */
export async function removeOrphans(): Promise<Findings> {
  await removeOldIncoming();
  const findings: Findings = { removed: [], missing: [] };
  let afterId = "";
  for await (const names of storedNames()) {
    const lastImage = imageOf(names.at(-1) as string);
    await compare(names, { afterId, lastId: lastImage }, findings);
    afterId = lastImage;
  }
  // Ends the range with "{", which sorts after every character of an id.
  await compare([], { afterId, lastId: "{" }, findings);
  const { missing } = findings;
  if (missing.length > 0)
    log.warn({ images: missing.slice(0, 100), count: missing.length }, "the files of these images are missing");
  return findings;
}

/** Compares the stored names of a range of ids with its rows, which are read after the names. */
async function compare(names: string[], range: { afterId: string; lastId: string }, findings: Findings): Promise<void> {
  const storedFiles = new Set(names);
  const usedNames = new Set<string>();
  for (let { afterId } = range; ; ) {
    const rows = await readDb
      .selectFrom("images")
      .select(["id", "files"])
      .where("id", ">", afterId)
      .where("id", "<=", range.lastId)
      .orderBy("id")
      .limit(ROWS_AT_ONCE)
      .execute();
    for (const { id, files } of rows) {
      const fileNames = (JSON.parse(files) as { name: string }[]).map(({ name }) => name);
      for (const name of fileNames) usedNames.add(name);
      if (await isAnyMissing(fileNames.filter((name) => !storedFiles.has(name)))) findings.missing.push(id);
    }
    if (rows.length < ROWS_AT_ONCE) break;
    afterId = rows.at(-1)?.id as string;
  }
  for (const name of names.filter((name) => !usedNames.has(name))) {
    if (((await headFile(name))?.ageMs ?? 0) <= HOUR_MS) continue;
    await removeFiles([name]);
    findings.removed.push(name);
  }
}

/** Looks for the files again, because an image may be newer than the list. */
async function isAnyMissing(names: string[]): Promise<boolean> {
  for (const name of names) if (!(await headFile(name))) return true;
  return false;
}
