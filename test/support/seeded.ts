import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { bareEnvironment } from "./environment";

/** Fills `dataDir` with the starter directory and made-up content, made once by `npm run db:seed` and kept under .cache. */
export function copySeeded(
  dataDir: string,
  counts: Partial<Record<"experts" | "works" | "submissions" | "articles" | "library", number>>,
): void {
  const options = Object.entries(counts).flatMap(([name, count]) => [`--${name}`, String(count)]);
  const name = options.join("").slice(2) || "starter";
  cpSync(kept(name, seedsHash(), options), dataDir, { recursive: true });
}

/** The starter directory alone, as the present build fills it in: what most tests begin with. */
export function copyStarter(dataDir: string): void {
  cpSync(join(kept("start", buildHash(), []), DATABASE), join(dataDir, DATABASE));
}

const DATABASE = "longevity.db";

/** Every source of the program is in it. */
function buildHash(): string {
  return readFileSync("build/.stamp", "utf8").slice(0, 12);
}

/** The folder of what `npm run db:seed` made with these options, now or earlier. */
function kept(name: string, hash: string, options: string[]): string {
  const path = join(".cache", "seeded", `${name}-${hash}`);
  if (!existsSync(path)) {
    for (const old of globSync(join(".cache", "seeded", `${name}-${"[0-9a-f]".repeat(12)}`)))
      rmSync(old, { recursive: true, force: true });
    const making = `${path}.${process.pid}`;
    mkdirSync(making, { recursive: true });
    const env = { ...bareEnvironment(), DATA_DIR: making, NODE_ENV: "production" as const };
    const { status, stderr } = spawnSync("npm", ["run", "--silent", "db:seed", "--", ...options], {
      env,
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`The directory could not be seeded:\n${stderr}`);
    mkdirSync(dirname(path), { recursive: true });
    try {
      renameSync(making, path);
    } catch (error) {
      // Another process was faster.
      if (!existsSync(path)) throw error;
      rmSync(making, { recursive: true });
    }
  }
  return path;
}

/** Returns the hash of the schema and of all that fills it: another one needs other directories. */
function seedsHash(): string {
  const hash = createHash("sha256");
  const files = globSync(["db/**/*.*", "scripts/seed*.ts", "app/subject/*.ts"]).filter(
    (file) => !/\.test\.ts$/.test(file),
  );
  for (const file of files.sort()) hash.update(readFileSync(file));
  return hash.digest("hex").slice(0, 12);
}
