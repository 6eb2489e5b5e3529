import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { lazyImports } from "./lazy-imports.mjs";
import { root } from "./paths.mjs";
import { APART } from "./programs.mjs";
import { serverBuild } from "./server-build.mjs";

/**
 * Puts the server (app/server.ts), the site and nearly all packages they run with into one file, server.cjs: to find, read and link
 * their 1,000 files takes more time than everything else at a start. It is not minified, so that the lines of a stack can be
 * read. index.js beside it is scripts/server-start.cjs, which runs that file.
 *
 * @param {string} folder where both go; what Remix's compiler put there as index.js is replaced.
 * @throws {Error} with the compiler's words when a package cannot be found.
 */
export async function bundleServer(folder) {
  const { build, stop } = await import("esbuild");
  const options = {
    absWorkingDir: root,
    bundle: true,
    format: "cjs",
    platform: "node",
    target: "node20",
    legalComments: "none",
    logLevel: "warning",
    define: { "process.env.NODE_ENV": '"production"' },
  };
  const { outputFiles } = await build({
    ...options,
    entryPoints: ["app/server.ts"],
    write: false,
    external: [...APART.filter((name) => name !== "better-sqlite3"), SQLITE],
    plugins: [serverBuild(root), sqliteWithin, withoutBrowser, loadedLater, lazyImports(root, ["app", "db"])],
    // A script that is run without Node's loader has no import().
    supported: { "dynamic-import": false },
    banner: { js: "(function (exports, require, module) {" },
    footer: { js: "})" },
  });
  const entryPoints = LATER.map((name) => ({ in: name, out: name }));
  await build({ ...options, entryPoints, outdir: join(folder, "packages"), outExtension: { ".js": ".cjs" } });
  await stop();
  writeFileSync(join(folder, "server.cjs"), asciiOf(outputFiles[0].text));
  copyFileSync(new URL("server-start.cjs", import.meta.url), join(folder, "index.js"));
  writeFileSync(join(folder, "package.json"), '{ "type": "commonjs" }\n');
}

/** The compiled part of better-sqlite3, wherever it was made: npm's install puts it there. */
const SQLITE = "better-sqlite3/build/Release/better_sqlite3.node";

/** Its scripts are in the one file, too; what it has to look for its compiled part in many places is not needed then. */
const sqliteWithin = {
  name: "sqlite-within",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^bindings$/ }, ({ path }) => ({ path, namespace: "sqlite" }));
    onLoad({ filter: /^/, namespace: "sqlite" }, () => ({ contents: `module.exports = () => require("${SQLITE}");` }));
  },
};

/**
 * What browsers need of react-dom is imported by the router and by components, and not called here: it is loaded when it is.
 * Rendering is another part of the package, react-dom/server.
 */
const withoutBrowser = {
  name: "without-browser",
  setup({ onResolve, onLoad }) {
    const namespace = "browser";
    onResolve({ filter: /^react-dom$/ }, (from) =>
      from.namespace !== namespace ? { path: from.path, namespace } : undefined,
    );
    onLoad({ filter: /^/, namespace }, async () => {
      const { default: whole } = await import("react-dom");
      const names = Object.keys(whole).filter((name) => typeof whole[name] === "function");
      const list = names.map((name) => `exports.${name} = (...given) => require("react-dom").${name}(...given);`);
      return { contents: list.join("\n"), resolveDir: root };
    });
  },
};

/**
 * Packages that no start and no page for visitors needs, and that are large: each is a file of its own, read when it is first used.
 * Otherwise a third of what is read at each start, and kept in memory, would be theirs.
 */
const LATER = ["zod", "nodemailer", "any-ascii", "rate-limiter-flexible", "marked", "tar", "csv-parse", "diff"];

const loadedLater = {
  name: "loaded-later",
  setup({ onResolve }) {
    onResolve({ filter: /^[a-z]/ }, ({ path }) =>
      LATER.includes(path) ? { path: `./packages/${path}.cjs`, external: true } : undefined,
    );
  },
};

/**
 * The same in ASCII, so that it is read without decoding and takes one byte a character in memory. The compiler escapes
 * strings; what it leaves (patterns, templates, comments) reads the same with escapes.
 */
function asciiOf(text) {
  return text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
