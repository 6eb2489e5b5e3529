/** Whether a backup can be restored: the only proof is to unpack it. */
import { join } from "node:path";
import { extract } from "tar";
import { checkDatabase } from "../../../db/copy";
import { checkManifest, DATABASE } from "./backup-archive.server";

/**
 * Unpacks a backup into an empty folder and checks everything in it: that it is all there byte for byte, and that the database
 * is whole.
 *
 * @returns when the backup was made.
 * @throws Error saying what is wrong with it.
 */
export async function unpackBackup(file: string, folder: string): Promise<string> {
  await extract({ file, cwd: folder, strict: true, filter: (_, entry) => !("linkpath" in entry && entry.linkpath) });
  const madeAt = await checkManifest(folder);
  await checkDatabase(join(folder, DATABASE));
  return madeAt;
}
