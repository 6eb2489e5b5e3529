import { createWriteStream, existsSync, renameSync, rmSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { flushFile } from "../../../db/sqlite/copy";
import { exportChunks, exportName, noteExport } from "./export.server";

/** Writes the export to a new file that only its owner can read. Throws an Error when there is such a file. */
export async function writeExport(name = exportName()): Promise<{ file: string; bytes: number }> {
  const file = resolve(name);
  if (existsSync(file)) throw new Error(`${file} exists already: please choose another name.`);
  const unfinished = `${file}.unfinished`;
  try {
    await pipeline(Readable.from(exportChunks()), createWriteStream(unfinished, { mode: 0o600 }));
    flushFile(unfinished);
    renameSync(unfinished, file);
  } finally {
    rmSync(unfinished, { force: true });
  }
  await noteExport(null);
  return { file, bytes: statSync(file).size };
}
