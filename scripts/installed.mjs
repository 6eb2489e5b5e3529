import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { root } from "./paths.mjs";

/**
 * Whether node_modules holds what package-lock.json asks for, going by the record npm keeps of its last complete
 * installation, and whether SQLite's compiled part loads in this Node (after a change of Node or machine it does not).
 *
 * @param {{ dev: boolean }} what whether the packages for building and testing count too.
 */
export function isInstalled({ dev }) {
  const wanted = read("package-lock.json");
  const present = read("node_modules/.package-lock.json");
  return Boolean(wanted && present) && holds(present, wanted, { dev }) && sqliteLoads();
}

/** Whether the lock file `present` has every package of the lock file `wanted`, in the same version. */
export function holds(present, wanted, { dev }) {
  return Object.entries(wanted.packages).every(([path, entry]) => {
    const found = present.packages[path];
    // Packages for other systems may be missing, but none may be another version.
    if (!found) return path === "" || entry.optional || entry.devOptional || (entry.dev && !dev);
    return found.version === entry.version && found.integrity === entry.integrity;
  });
}

function read(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), "utf8"));
  } catch {
    return undefined;
  }
}

function sqliteLoads() {
  try {
    const Database = createRequire(join(root, "package.json"))("better-sqlite3");
    new Database(":memory:").close();
    return true;
  } catch {
    return false;
  }
}
