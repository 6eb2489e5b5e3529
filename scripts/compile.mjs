/** `node scripts/compile.mjs FOLDER`: makes the operator's commands, which run where there are no sources. */
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
  // A command reads what it needs and nothing else.
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
