/** A clock that is wrong for one process: libfaketime, which Debian has as "faketime". */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { installFromDebian } from "./debian";

/** For the environment of a process, such as "+400d" or "-2d"; null where libfaketime is not to be had. */
export function clockOff(by: string): Record<string, string> | null {
  if (!find()) installFromDebian(["faketime"]);
  const library = find();
  if (!library) return null;
  // Timers wait as long as they say: only the date is another one.
  return { LD_PRELOAD: library, FAKETIME: by, DONT_FAKE_MONOTONIC: "1" };
}

function find(): string | undefined {
  const places = ["/usr/lib", "/usr/lib64", "/usr/local/lib", "/opt/homebrew/lib"].filter(existsSync);
  const folders = places.flatMap((place) => [place, ...readdirSync(place).map((name) => join(place, name))]);
  const libraries = folders.map((folder) => join(folder, "faketime", "libfaketime.so.1"));
  return libraries.find((path) => existsSync(path));
}
