import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundleServer } from "./bundle-server.mjs";
import { fingerprint, hashOf } from "./fingerprint.mjs";
import { mergeChunks } from "./merge-chunks.mjs";
import { root } from "./paths.mjs";
import { precompress } from "./precompress.mjs";
import { ensureBuilt } from "./prepare.mjs";
import { runQuietly } from "./processes.mjs";
import { bundlePrograms } from "./programs.mjs";
import { warm } from "./warm.mjs";

const STAMP = join(root, "build/.stamp");

/** `npm run build`: builds unless the present build was made from these very sources. */
export async function main() {
  await ensureBuilt();
  console.log("The build is ready: node build/index.js");
}

/** Whether the build was made from the sources as they are now, and is still as it was made. */
export function isBuilt() {
  try {
    return readFileSync(STAMP, "utf8") === stamp(fingerprint());
  } catch {
    return false;
  }
}

/**
 * Makes build/index.js, build/server.cjs and build/packages (server and site), public/build (what the browser gets, also compressed) and
 * build/scripts (the command-line programs). The stamp is written last: an interrupted build never counts.
 *
 * @throws {Error} with the compiler's words when it fails.
 */
export async function build() {
  console.log("Building …");
  const sources = fingerprint();
  rmSync(join(root, "build"), { recursive: true, force: true });
  const { code, output } = await runQuietly(process.execPath, ["node_modules/@remix-run/dev/dist/cli.js", "build"], {
    env: { NODE_ENV: "production" },
  });
  if (code !== 0) throw new Error(`${output}\nThe build failed: see the compiler's message above.`);
  await mergeChunks(join(root, "public/build"));
  await bundleServer(join(root, "build"));
  await bundlePrograms(join(root, "build/scripts"), "production");
  await precompress(join(root, "public/build"));
  await warm();
  writeFileSync(STAMP, stamp(sources));
}

/** What the build was made from, and what it is: development, for one, puts other files in the same places. */
function stamp(sources) {
  return `${sources} ${hashOf(root, ["build/index.js", "build/server.cjs", "build/packages", "build/scripts", "public/build"])}`;
}
