/** What a backup file is: a tar.gz of a data folder's content with a manifest of checksums. */
import { createHash } from "node:crypto";
import { createReadStream, type Dirent, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

export const DATABASE = "longevity.db";
/** Counts of tries (app/models/limits.server.ts): worth nothing in a backup, and half of it when copied while it is written. */
export const LIMITS = "limits.db";
export const BACKUPS = "backups";
export const MANIFEST = "manifest.json";

const Manifest = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  files: z.array(z.object({ path: z.string(), bytes: z.number().int(), sha256: z.string() })),
});

/** Lists every file below `folder` with size and checksum in its manifest. Returns how many they are. */
export async function writeManifest(folder: string, now: Date): Promise<number> {
  const files = [];
  for (const path of filesUnder(folder)) files.push({ path, ...(await measure(join(folder, path))) });
  const manifest: z.input<typeof Manifest> = { format: 1, madeAt: now.toISOString(), files };
  writeFileSync(join(folder, MANIFEST), JSON.stringify(manifest, null, 2));
  return files.length;
}

/**
 * Compares an unpacked backup with its manifest: the same files, byte for byte, none missing and none beside them.
 *
 * @returns when the backup was made.
 * @throws Error naming the first difference.
 */
export async function checkManifest(folder: string): Promise<string> {
  if (!existsSync(join(folder, MANIFEST))) throw new Error("it has no manifest");
  const { success, data } = Manifest.safeParse(parsed(readFileSync(join(folder, MANIFEST), "utf8")));
  if (!success) throw new Error("its manifest is not one that this version can read");
  const listed = new Map(data.files.map((file) => [file.path, file]));
  if (!listed.has(DATABASE)) throw new Error("it holds no database");
  const present = filesUnder(folder).filter((path) => path !== MANIFEST);
  for (const path of present) if (!listed.has(path)) throw new Error(`${path} is not in its manifest`);
  for (const { path, bytes, sha256 } of data.files) {
    if (!present.includes(path)) throw new Error(`${path} is missing`);
    const found = await measure(join(folder, path));
    if (found.bytes !== bytes || found.sha256 !== sha256)
      throw new Error(`${path} is not as it was when the backup was made`);
  }
  return data.madeAt;
}

/**
 * Paths of all files below `folder`, relative and with forward slashes, in a stable order. What goes while this looks is not
 * there.
 *
 * @param leftOut beginnings of paths that are not looked at.
 */
export function filesUnder(folder: string, leftOut: string[] = []): string[] {
  const found: string[] = [];
  const look = (below: string) => {
    for (const entry of entriesOf(join(folder, below))) {
      const path = below + entry.name;
      const isFolder = entry.isDirectory();
      if (leftOut.some((start) => `${path}${isFolder ? "/" : ""}`.startsWith(start))) continue;
      if (isFolder) look(`${path}/`);
      else if (entry.isFile()) found.push(path);
    }
  };
  look("");
  return found.sort();
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/** A time as it stands in the names of backups: YYYYMMDD-HHMMSS, UTC. */
export function stamp(time: Date): string {
  return time.toISOString().slice(0, 19).replace(/[-:]/g, "").replace("T", "-");
}

async function measure(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return { bytes: statSync(path).size, sha256: hash.digest("hex") };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
