/** Stands apart from the settings, which also run in plain Node, where JSON is not read this way. */
import { readFileSync } from "node:fs";

export { version } from "../package.json";

/** Returns the commit of the build, and its day; "unknown" if the sources were no checkout. */
export function builtFrom(): { commit: string; date: string } {
  try {
    return JSON.parse(readFileSync("build/built-from.json", "utf8"));
  } catch {
    return { commit: "unknown", date: "unknown" };
  }
}
