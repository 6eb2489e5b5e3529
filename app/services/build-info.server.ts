/** The version and build of the program. This file is separate, because plain Node, which reads the settings, cannot import JSON this way. */
import { readFileSync } from "node:fs";

export { version } from "../../package.json";

/** Returns the commit and date of the build; "unknown" if it was not built from a Git checkout. */
export function buildInfo(): { commit: string; date: string } {
  try {
    return JSON.parse(readFileSync("build/built-from.json", "utf8"));
  } catch {
    return { commit: "unknown", date: "unknown" };
  }
}
