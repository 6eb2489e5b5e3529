import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./paths.mjs";

/** The operator's command-line programs in TypeScript; run.mjs calls the `main(args)` that each exports. */
const operating = ["migrate", "seed", "backup", "restore", "make-admin"];

/** Those that measure and try the site: they need the packages for development, too. */
export const measuring = ["bench", "hostile", "soak", "crash"];

export const programs = [...operating, ...measuring];

/** Packages with compiled parts for this machine, and what few sites ever load: bundles find them in node_modules. */
export const APART = ["better-sqlite3", "sharp", "@node-rs/argon2", "openai", "undici"];

/**
 * Bundles scripts/NAME.ts and what it imports into NAME.js: the operator's programs whole, as the server is, and those that measure
 * with their packages left in node_modules.
 *
 * @param {string} folder where the bundles go.
 * @param {"production" | "development"} mode
 */
export async function bundlePrograms(folder, mode) {
  const { build, stop } = await import("esbuild");
  const options = {
    absWorkingDir: root,
    outdir: folder,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    logLevel: "warning",
    define: { "process.env.NODE_ENV": JSON.stringify(mode) },
  };
  const require = 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);';
  await build({ ...options, entryPoints: sourcesOf(operating), external: APART, banner: { js: require } });
  await build({ ...options, entryPoints: sourcesOf(measuring), packages: "external" });
  // build/index.js is CommonJS.
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
  await stop(); // or its helper process would stay as long as the site runs
}

function sourcesOf(names) {
  return names.map((name) => `scripts/${name}.ts`).filter((entry) => existsSync(join(root, entry)));
}
