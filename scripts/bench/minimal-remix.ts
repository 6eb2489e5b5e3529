/** The contender for pages that have to be made: a minimal Remix 2 app under remix-serve, on the same database. */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { hashOf } from "../fingerprint.mjs";
import { type Server, startServer } from "./servers";
import { LARGE, seededFolder } from "./sites";

const SOURCE = join("scripts", "bench", "contenders", "remix");
// As deep as the sources, which import how the product searches.
const FOLDER = join(".cache", "bench", "contenders", "remix");

/** Builds it, unless the present build was made from these sources, and starts it as `remix-serve` does. */
export async function startMinimalRemix(): Promise<Server & { dataDir: string }> {
  build();
  const dataDir = await seededFolder({ experts: LARGE });
  const env = { DATABASE: resolve(dataDir, "longevity.db") };
  const program = packageFile("@remix-run/serve", "dist/cli.js");
  const server = await startServer([program, join(FOLDER, "build", "index.js")], { env });
  return { ...server, dataDir };
}

function build(): void {
  const mark = join(FOLDER, "built-from");
  const sources = hashOf(process.cwd(), [SOURCE, "db", "package-lock.json"]);
  if (existsSync(mark) && readFileSync(mark, "utf8") === sources) return;
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  cpSync(SOURCE, FOLDER, { recursive: true });
  // In its own folder: the compiler works where it is started. What it says is shown when it fails.
  execFileSync(process.execPath, [packageFile("@remix-run/dev", "dist/cli.js"), "build"], {
    cwd: FOLDER,
    env: { ...process.env, NODE_ENV: "production" },
    stdio: "pipe",
  });
  writeFileSync(mark, sources);
}

function packageFile(name: string, file: string): string {
  const require = createRequire(resolve("package.json"));
  return join(dirname(require.resolve(`${name}/package.json`)), file);
}
