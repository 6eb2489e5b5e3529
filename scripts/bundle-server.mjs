import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./paths.mjs";
import { APART } from "./programs.mjs";

/**
 * Puts the server and the packages it runs with into one file, server.cjs beside it: to find, read and link their 500 files
 * takes more time than everything else at a start. In its place comes scripts/server-start.mjs, which runs that file. It is
 * not minified, so that the lines of a stack can be read.
 *
 * @param {string} server the server's bundle (build/index.js), with packages imported.
 * @throws {Error} with the compiler's words when a package cannot be found.
 */
export async function bundleServer(server) {
  const { build, stop } = await import("esbuild");
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [server],
    write: false,
    bundle: true,
    external: APART,
    format: "cjs",
    platform: "node",
    target: "node20",
    // A script that is run without Node's loader has no import().
    supported: { "dynamic-import": false },
    legalComments: "none",
    logLevel: "warning",
    define: { "process.env.NODE_ENV": '"production"' },
    banner: { js: "(function (exports, require, module) {" },
    footer: { js: "})" },
  });
  await stop();
  writeFileSync(join(server, "../server.cjs"), asciiOf(outputFiles[0].text));
  copyFileSync(new URL("server-start.mjs", import.meta.url), server);
}

/**
 * The same in ASCII, so that it is read without decoding and takes one byte a character in memory. The compiler escapes
 * strings; what it leaves (patterns, templates, comments) reads the same with escapes.
 */
function asciiOf(text) {
  return text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
