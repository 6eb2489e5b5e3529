import { existsSync } from "node:fs";
import { join } from "node:path";
import { isInstalled } from "./installed.mjs";
import { withLock } from "./lock.mjs";
import { root } from "./paths.mjs";

/**
 * Installs the packages of package-lock.json when node_modules does not hold them; otherwise does nothing.
 *
 * @param {{ dev: boolean }} what whether the tools for building and testing are needed too.
 * @throws {Error} with npm's words when they cannot be installed.
 */
export async function ensureInstalled({ dev }) {
  if (isInstalled({ dev })) return;
  await withLock(async () => {
    if (isInstalled({ dev })) return;
    const { install } = await import("./install.mjs");
    await install({ dev });
  });
}

/**
 * Builds the site and the command-line programs when their sources changed since the last build, installing first
 * whatever that takes. A ready build only needs the packages that run it.
 *
 * @throws {Error} with the compiler's words when the build fails.
 */
export async function ensureBuilt() {
  // An image that carries only the build has no sources to compare with.
  if (!existsSync(join(root, "app"))) return;
  const { isBuilt, build } = await import("./build.mjs");
  if (isBuilt()) return ensureInstalled({ dev: false });
  await ensureInstalled({ dev: true });
  await withLock(async () => {
    if (!isBuilt()) await build();
  });
}
