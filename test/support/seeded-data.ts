import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { bareEnvironment } from "./environment";

/** Fills `dataDir` with the starter directory and made-up content. `npm run db:seed` makes it once, under .cache. */
export function copySeeded(
  dataDir: string,
  counts: Partial<Record<"experts" | "works" | "submissions" | "articles" | "library", number>>,
): void {
  const options = Object.entries(counts).flatMap(([name, count]) => [`--${name}`, String(count)]);
  const name = options.join("").slice(2) || "starter";
  cpSync(cachedFolder(name, seedsHash(), options), dataDir, { recursive: true });
}

/** Copies the starter directory as the present build fills it in. Most tests begin with it. */
export function copyStarter(dataDir: string): void {
  cpSync(join(cachedFolder("start", buildHash(), []), DATABASE), join(dataDir, DATABASE));
}

const DATABASE = "longevity.db";

/** Returns the hash of all sources of the program. */
function buildHash(): string {
  return readFileSync("build/.stamp", "utf8").slice(0, 12);
}

/** Returns the folder that `npm run db:seed` has filled with these options. Fills it on first use, and deletes those of former hashes. */
function cachedFolder(name: string, hash: string, options: string[]): string {
  const path = join(".cache", "seeded", `${name}-${hash}`);
  if (!existsSync(path)) {
    for (const outdated of globSync(join(".cache", "seeded", `${name}-${"[0-9a-f]".repeat(12)}`)))
      rmSync(outdated, { recursive: true, force: true });
    const temporaryPath = `${path}.${process.pid}`;
    mkdirSync(temporaryPath, { recursive: true });
    const env = { ...bareEnvironment(), DATA_DIR: temporaryPath, NODE_ENV: "production" as const };
    const { status, stderr } = spawnSync("npm", ["run", "--silent", "db:seed", "--", ...options], {
      env,
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`The directory could not be seeded:\n${stderr}`);
    mkdirSync(dirname(path), { recursive: true });
    try {
      renameSync(temporaryPath, path);
    } catch (error) {
      // Another process has made the folder meanwhile.
      if (!existsSync(path)) throw error;
      rmSync(temporaryPath, { recursive: true });
    }
  }
  return path;
}

/** Returns the hash of the schema and of all files that fill the database. */
function seedsHash(): string {
  const hash = createHash("sha256");
  const files = globSync(["db/**/*.*", "scripts/seed*.ts", "app/subject/*.ts"]).filter(
    (file) => !/\.test\.ts$/.test(file),
  );
  for (const file of files.sort()) hash.update(readFileSync(file));
  return hash.digest("hex").slice(0, 12);
}
