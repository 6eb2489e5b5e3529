import { createWriteStream, lstatSync, mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { env } from "~/env.server";
import { flushFile } from "../../../../db/sqlite/copy";
import { EXPORTS } from "./backup.server";
import { auditExport, exportChunks, exportName } from "./export.server";

/**
 * Writes the export to a new file that only its owner can read, by default in DATA_DIR/exports, because it contains
 * personal data. Throws an Error if the file exists.
 */
export async function writeExport(name?: string): Promise<{ file: string; bytes: number }> {
  const file = resolve(name ?? join(env.DATA_DIR, EXPORTS, exportName()));
  if (!name) mkdirSync(join(env.DATA_DIR, EXPORTS), { recursive: true, mode: 0o700 });
  if (lstatSync(file, { throwIfNoEntry: false }))
    throw new Error(`${file} exists already: please choose another name.`);
  const unfinishedFile = `${file}.unfinished`;
  try {
    await pipeline(Readable.from(exportChunks()), createWriteStream(unfinishedFile, { mode: 0o600 }));
    flushFile(unfinishedFile);
    renameSync(unfinishedFile, file);
  } finally {
    rmSync(unfinishedFile, { force: true });
  }
  await auditExport(null);
  return { file, bytes: statSync(file).size };
}
