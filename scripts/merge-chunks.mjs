import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Pages that are visited one after the other, and by how many of them a chunk is needed to go into their common file. */
const GROUPS = [
  { name: "site", routes: /^(root$|routes\/(_site|_entry|\$))/, least: 3 },
  { name: "desk", routes: /^routes\/admin/, least: 4, notFor: /^(root$|routes\/(_site|_entry|\$))/ },
];

const REFERENCE = /(?:from|import)\s*(\(?)"\/build\/([^"]+\.js)"/g;
const NAMED = /(import|export)\{([^}]*)\}from"\/build\/([^"]+\.js)";?/g;
const BARE = /import"\/build\/([^"]+\.js)";?/g;

/**
 * Puts the many small files that the compiler makes of what pages share (one for each set of routes, 33 for a page) into
 * one file for the public pages and one for the desk: fewer requests, better compression, and fewer names in every page.
 * What few pages need stays apart. Everything that changes gets another name, as files are kept for good by their names.
 *
 * @param {string} folder what the browser gets (public/build), compiled and minified.
 * @throws {Error} when the compiler writes what this does not know.
 */
export async function mergeChunks(folder) {
  const files = new Map(
    readdirSync(folder, { recursive: true })
      .filter((name) => name.endsWith(".js"))
      .map((name) => [name.replaceAll("\\", "/"), readFileSync(join(folder, name), "utf8")]),
  );
  const before = [...files.keys()];
  joinTwins(files);
  for (const group of GROUPS) await merge(group, files);
  const manifest = manifestName(files);
  files.set(manifest, withoutRepeats(files.get(manifest)));
  for (const name of before) rmSync(join(folder, name));
  for (const [name, text] of files) writeFileSync(join(folder, name), text);
}

/**
 * Routes whose modules are the same become one file: those that only answer calls have nothing for browsers, and were 81
 * names of empty files in the manifest. Only the manifest names them, and that gets another name below.
 */
function joinTwins(files) {
  const manifest = manifestName(files);
  const firstWith = new Map();
  const moves = new Map();
  for (const { module } of Object.values(parse(files.get(manifest)).routes)) {
    const file = pathOf(module);
    const text = files.get(file);
    if (text === undefined || firstWith.get(text) === file) continue;
    if (firstWith.has(text)) moves.set(file, firstWith.get(text));
    else firstWith.set(text, file);
  }
  for (const file of moves.keys()) files.delete(file);
  files.set(manifest, moved(files.get(manifest), moves));
}

async function merge({ name, ...wanted }, files) {
  const chunks = chunksOf(files, wanted);
  if (chunks.length < 2) return;
  const names = new Map(chunks.map((chunk, place) => [chunk, `${name[0]}${place}`]));
  const text = await bundle(chunks, names, files);
  const target = `_shared/${name}-${hashOf(text)}.js`;
  for (const chunk of chunks) files.delete(chunk);
  const changed = new Set();
  for (const [file, source] of files) {
    const rewritten = redirected(source, names, target);
    if (rewritten === source) continue;
    files.set(file, rewritten);
    changed.add(file);
  }
  // Who names a file with a new name changes as well.
  for (let size = -1; size !== changed.size; ) {
    size = changed.size;
    for (const [file, source] of files)
      if ([...changed].some((one) => source.includes(`"/build/${one}"`))) changed.add(file);
  }
  const generation = hashOf([target, text, ...files.values(), readFileSync(new URL(import.meta.url))].join("\n"));
  const moves = new Map([...changed].map((file) => [file, renamed(file, generation)]));
  for (const chunk of chunks) moves.set(chunk, target);
  for (const [file, source] of files) files.set(file, moved(source, moves));
  for (const file of changed) {
    files.set(moves.get(file), files.get(file));
    files.delete(file);
  }
  files.set(target, moved(text, moves));
}

/**
 * The shared chunks that at least so many of the routes need, and those that `notFor` names do not. What such a chunk
 * imports is needed as often: it is among them, or was taken by the group before.
 */
function chunksOf(files, { routes, least, notFor }) {
  const manifest = parse(files.get(manifestName(files)));
  const always = new Set(reach(pathOf(manifest.entry.module), files));
  const uses = new Map();
  for (const { id, module } of Object.values(manifest.routes)) {
    if (notFor?.test(id)) for (const file of reach(pathOf(module), files)) always.add(file);
    if (!routes.test(id)) continue;
    for (const file of reach(pathOf(module), files)) uses.set(file, (uses.get(file) ?? 0) + 1);
  }
  return [...uses]
    .filter(([file, count]) => count >= least && /^_shared\/chunk-/.test(file) && !always.has(file))
    .map(([file]) => file)
    .sort();
}

/** A file and all that it imports from the start. */
function reach(file, files, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  for (const [, isLater, path] of files.get(file).matchAll(REFERENCE)) if (!isLater) reach(path, files, found);
  return found;
}

/** The chunks as one module, in which the export `a` of the chunk called `s1` is `s1a`. */
async function bundle(chunks, names, files) {
  const { build } = await import("esbuild");
  const entry = chunks.map((chunk) => {
    const exported = exportsOf(files.get(chunk), chunk).map((one) => `${one} as ${names.get(chunk)}${one}`);
    return `export {${exported}} from "/build/${chunk}";`;
  });
  const { outputFiles } = await build({
    stdin: { contents: entry.join("\n") },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    target: "es2022",
    logLevel: "error",
    plugins: [
      {
        name: "chunks",
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^\/build\// }, ({ path }) =>
            names.has(pathOf(path)) ? { path: pathOf(path), namespace: "chunk" } : { path, external: true },
          );
          onLoad({ filter: /^/, namespace: "chunk" }, ({ path }) => ({ contents: files.get(path), loader: "js" }));
        },
      },
    ],
  });
  return outputFiles[0].text;
}

function exportsOf(source, chunk) {
  const [, list] = source.match(/export\{([^}]*)\};?\s*$/) ?? [];
  if (list === undefined)
    throw new Error(`${chunk} has no list of exports at its end: scripts/merge-chunks.mjs must learn why.`);
  return list.split(",").map((one) => one.split(" as ").at(-1));
}

/** A source that imports from the common file what it imported from its parts. */
function redirected(source, names, target) {
  const rewritten = source
    .replace(NAMED, (whole, word, list, file) => {
      const prefix = names.get(file);
      if (prefix === undefined) return whole;
      const parts = list.split(",").map((one) => {
        const [theirs, ours = theirs] = one.split(" as ");
        return `${prefix}${theirs} as ${ours}`;
      });
      return `${word}{${parts}}from"/build/${target}";`;
    })
    .replace(BARE, (whole, file) => (names.has(file) ? "" : whole));
  for (const [, , file] of rewritten.matchAll(REFERENCE))
    if (names.has(file)) throw new Error(`${file} is imported in a way that scripts/merge-chunks.mjs does not know.`);
  return rewritten;
}

function moved(source, moves) {
  return source.replace(/"\/build\/([^"]+\.js)"/g, (whole, file) =>
    moves.has(file) ? `"/build/${moves.get(file)}"` : whole,
  );
}

/**
 * Another name for what changed: of everything that it was made from, this file included, as the same name must never
 * stand for two contents.
 */
function renamed(file, generation) {
  return file.replace(/-\w{8}\.js$/, `-${hashOf(file + generation)}.js`);
}

function hashOf(text) {
  return createHash("sha256").update(text).digest("hex").slice(0, 8).toUpperCase();
}

const pathOf = (address) => address.replace(/^\/build\//, "");
const manifestName = (files) => [...files.keys()].find((name) => /^manifest-\w+\.js$/.test(name));
const MANIFEST = /^window\.__remixManifest=([\s\S]*?);?\s*$/;
const parse = (source) => JSON.parse(source.match(MANIFEST)[1]);

/** The manifest in fewer bytes: the common file once a route, and nothing of what a route has not. */
function withoutRepeats(source) {
  const manifest = parse(source);
  for (const part of [manifest.entry, ...Object.values(manifest.routes)])
    if (part.imports) part.imports = [...new Set(part.imports)];
  return `window.__remixManifest=${JSON.stringify(manifest, (_, value) => (value === false ? undefined : value))};`;
}
