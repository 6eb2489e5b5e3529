import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { root } from "./paths.mjs";

/** What a build is made from. */
const SOURCES = [
  "app",
  "db",
  "public",
  "scripts",
  "package.json",
  "package-lock.json",
  "postcss.config.js",
  "remix.config.js",
  "tsconfig.json",
];
const NOT_SOURCES = /^public\/build\/|^app\/test\/|\.test\.(tsx?|mjs)$|(^|\/)\.DS_Store$/;

/**
 * A hash over everything a build is made from.
 *
 * @param {string} [folder] the project's folder.
 */
export function fingerprint(folder = root) {
  return hashOf(folder, SOURCES, NOT_SOURCES);
}

/**
 * A hash over names and contents of files. Contents rather than times: a fresh clone and a switched branch have new
 * times on old contents.
 *
 * @param {string} folder
 * @param {string[]} paths files and folders in it; those that do not exist count as empty.
 * @param {RegExp} [except] what is left out, by its path in `folder`.
 */
export function hashOf(folder, paths, except = /^$/) {
  const hash = createHash("sha256");
  for (const path of paths.flatMap((one) => filesUnder(folder, one)).sort()) {
    if (except.test(path)) continue;
    const content = readFileSync(join(folder, path));
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

/** The paths of all files at or below `source`, with forward slashes; none when it does not exist. */
function filesUnder(folder, source) {
  const stats = statSync(join(folder, source), { throwIfNoEntry: false });
  if (!stats) return [];
  if (!stats.isDirectory()) return [source];
  return readdirSync(join(folder, source), { withFileTypes: true }).flatMap((entry) => {
    const path = `${source}/${entry.name}`;
    return entry.isDirectory() ? filesUnder(folder, path) : [path];
  });
}
