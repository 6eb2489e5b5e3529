import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "./paths.mjs";

/** The command-line programs in TypeScript; run.mjs calls the `main(args)` that each exports. */
export const programs = ["migrate", "seed", "backup", "restore", "make-admin", "bench", "hostile", "soak", "crash"];

/** Those of them that need the packages for development, too. */
export const measuring = ["bench", "hostile", "soak", "crash"];

/**
 * Bundles scripts/NAME.ts and what it imports from app/ and db/ into NAME.js; packages stay in node_modules.
 *
 * @param {string} folder where the bundles go.
 * @param {"production" | "development"} mode
 */
export async function bundlePrograms(folder, mode) {
  const { build, stop } = await import("esbuild");
  await build({
    absWorkingDir: root,
    entryPoints: programs.map((name) => `scripts/${name}.ts`).filter((entry) => existsSync(join(root, entry))),
    outdir: folder,
    bundle: true,
    splitting: true,
    packages: "external",
    format: "esm",
    platform: "node",
    target: "node20",
    logLevel: "warning",
    define: { "process.env.NODE_ENV": JSON.stringify(mode) },
  });
  await stop(); // or its helper process would stay as long as the site runs
}
