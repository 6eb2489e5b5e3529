import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/**
 * For esbuild: a module of ours is evaluated when something of it is first used, and not when it is imported. So a start, and
 * the first page, evaluate what they need of 500 modules and 50 packages, which was most of a start. A module that must run at
 * the start is imported for its effects (`import "./x"`) or used there.
 *
 * esbuild writes each module as CommonJS (`var import_x = require("x")`, and `import_x.name` for every use); here the first
 * becomes a function that requires when it is called, and the second a call of it. Packages stay as they are within.
 *
 * @param {string} root the project's folder.
 * @param {string[]} folders in it: where our modules are.
 */
export function lazyImports(root, folders) {
  const isOurs = (path) => folders.some((folder) => path.startsWith(join(root, folder, "/"))) && /\.tsx?$/.test(path);
  return {
    name: "lazy-imports",
    async setup({ esbuild, onResolve, onLoad, resolve }) {
      const helpers = await helpersOf(esbuild);
      onResolve({ filter: /^/ }, async ({ path, pluginData, namespace, importer, ...rest }) => {
        if (pluginData === ASKED) return;
        if (path === HELPERS) return { path, namespace: HELPERS };
        const from = { ...rest, importer: namespace === OURS ? join(root, importer) : importer, pluginData: ASKED };
        let found = await resolve(path, from);
        // A package may have nothing for `require`, which is what is left of an import here.
        if (found.errors.length) found = await resolve(path, { ...from, kind: "import-statement" });
        if (found.external || !isOurs(found.path)) return found;
        return { path: relative(root, found.path).replaceAll("\\", "/"), namespace: OURS };
      });
      onLoad({ filter: /^/, namespace: HELPERS }, () => ({ contents: helpers.module }));
      onLoad({ filter: /^/, namespace: OURS }, async ({ path }) => {
        const file = join(root, path);
        const options = { ...AS_COMMONJS, loader: path.endsWith("x") ? "tsx" : "ts" };
        const { code } = await esbuild.transform(readFileSync(file, "utf8"), options);
        return { contents: lazy(withoutHelpers(code, helpers.names), path), resolveDir: dirname(file) };
      });
    },
  };
}

/** The namespace of our modules: in it, what package.json says of all files (that they are ES modules) does not hold. */
const OURS = "site";
const HELPERS = "helpers";
/** Marks questions of this plugin to the resolver, which are its own to answer. */
const ASKED = { asked: true };

/** Without comments and spaces, which could stand anywhere in between. The bundle is written with spaces again. */
const AS_COMMONJS = { format: "cjs", jsx: "automatic", target: "node20", minifyWhitespace: true, logLevel: "error" };

/** What esbuild writes in front of every module for importing and exporting, as one module. */
async function helpersOf({ transform }) {
  const { code } = await transform('import a from "a"; export * from "b"; export { a };', AS_COMMONJS);
  const text = code.slice(0, code.indexOf(EXPORTS));
  const names = [...text.matchAll(/\bvar (__\w+)=/g)].map(([, name]) => name);
  return { names, module: `${text}${MARKED}module.exports = { ${names.join(", ")} };` };
}

/**
 * What a module exports, marked as such. esbuild copies it, with getters that all are one and the same function to V8: reading an
 * export through them takes several times as long.
 */
const MARKED = '__toCommonJS=(mod)=>__defProp(mod,"__esModule",{value:true});';

/** Where the module itself begins. */
const EXPORTS = "var stdin_exports={};";

/** A module that exports nothing keeps its few. */
function withoutHelpers(code, names) {
  const start = code.indexOf(EXPORTS);
  return start < 0 ? code : `const { ${names.join(", ")} } = require("${HELPERS}");\n${code.slice(start)}`;
}

const IMPORT = /\bvar (import_\w+)=((?:__toESM\()?require\("[^"]*"\)(?:,1)?\)?);/g;

/**
 * What is imported for its effects, and not used, is required at once.
 *
 * @throws {Error} when the compiler writes what this does not know.
 */
function lazy(code, path) {
  const names = new Set();
  const used = new Set([...code.matchAll(/\b(import_\w+)\./g)].map(([, name]) => name));
  const declared = code.replace(IMPORT, (_, name, required) => {
    if (!used.has(name)) return `${required};`;
    names.add(name);
    return `var ${name}_made; var ${name}_of = () => ${name}_made ??= ${required};`;
  });
  // In parentheses, as `new a().b()` would be something else than `new a.b()`.
  const called = declared.replace(/\b(import_\w+)(?=\.)/g, (word) => (names.has(word) ? `(${word}_of())` : word));
  for (const [word] of called.matchAll(/\bimport_\w+/g))
    if (names.has(word)) throw new Error(`${path} uses ${word} in a way that scripts/lazy-imports.mjs does not know.`);
  return called;
}
