/** What a production install takes on the disk, without Node. */
import { existsSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Figure } from "./figures";

const MEGABYTE = 1024 * 1024;

interface Lock {
  packages: Record<string, { dev?: boolean; devOptional?: boolean }>;
}

/** The packages that package-lock.json does not keep for development, as they lie in node_modules, and the build. */
export async function install(): Promise<Figure[]> {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as Lock;
  const isWanted = ([path, { dev, devOptional }]: [string, Lock["packages"][string]]) =>
    path !== "" && !dev && !devOptional && existsSync(path);
  const sizes = Object.fromEntries(
    Object.entries(packages)
      .filter(isWanted)
      .map(([path]) => [path, sizeOf(path, { within: true })]),
  );
  for (const folder of ["build", "public", "scripts"]) sizes[folder] = sizeOf(folder);
  const total = Object.values(sizes).reduce((sum, size) => sum + size, 0);
  const largest = Object.entries(sizes).sort(([, a], [, b]) => b - a);
  return [
    {
      name: `production install, ${largest.length - 3} packages and the build`,
      value: total / MEGABYTE,
      unit: "MB",
      most: 150,
      raw: Object.fromEntries(largest.slice(0, 20).map(([path, size]) => [path, size / MEGABYTE])),
    },
  ];
}

/**
 * What files take on the disk, in bytes: as `du` counts.
 *
 * @param within a package: packages that lie in it are packages of their own.
 */
function sizeOf(path: string, { within = false } = {}): number {
  const stats = lstatSync(path);
  const own = stats.blocks * 512;
  if (!stats.isDirectory()) return own;
  const names = readdirSync(path).filter((name) => !(within && name === "node_modules"));
  return names.reduce((sum, name) => sum + sizeOf(join(path, name), { within }), own);
}
