/** Gives one process a wrong clock by libfaketime, which is Debian's package "faketime". */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { installFromDebian } from "./debian";

/** Returns the environment of a process whose clock begins at a time such as "2026-12-01 12:00:00" (UTC); null if libfaketime is not available. */
export function fixedClock(time: string): Record<string, string> | null {
  // The clock runs at a quarter of the speed, so that what ends after a minute lasts until a slow machine requests it.
  const environment = shiftedClock(`@${time} x0.25`);
  return environment && { ...environment, TZ: "UTC" };
}

/** Returns the environment of a process with a shift such as "+400d" or "-2d"; null if libfaketime is not available. */
export function shiftedClock(offset: string): Record<string, string> | null {
  if (!findFaketime()) installFromDebian(["faketime"]);
  const library = findFaketime();
  if (!library) return null;
  // Timers keep their durations; only the date is changed.
  return { LD_PRELOAD: library, FAKETIME: offset, DONT_FAKE_MONOTONIC: "1" };
}

function findFaketime(): string | undefined {
  const roots = ["/usr/lib", "/usr/lib64", "/usr/local/lib", "/opt/homebrew/lib"].filter(existsSync);
  const folders = roots.flatMap((root) => [root, ...readdirSync(root).map((name) => join(root, name))]);
  const libraries = folders.map((folder) => join(folder, "faketime", "libfaketime.so.1"));
  return libraries.find((path) => existsSync(path));
}
