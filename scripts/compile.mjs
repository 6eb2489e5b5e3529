/** `node scripts/compile.mjs FOLDER`: bundles the operator's commands, so that they run without the sources. */
import { readFileSync } from "node:fs";
import { build } from "esbuild";
import site from "../remix.config.js";

const COMMANDS = ["admin", "copy", "migrate", "seed"];

const [folder = "build"] = process.argv.slice(2);
const { dependencies } = JSON.parse(readFileSync("package.json", "utf8"));

await build({
  entryPoints: COMMANDS.map((name) => `scripts/${name}.ts`),
  outdir: folder,
  bundle: true,
  // Lets a command load only the modules that it needs.
  splitting: true,
  chunkNames: "commands/[hash]",
  format: "esm",
  platform: "node",
  target: "node22",
  external: Object.keys(dependencies).filter((name) => !isBundled(name)),
  logLevel: "warning",
});

function isBundled(name) {
  return site.serverDependenciesToBundle.some((names) => names.test(name));
}
