/** Apart from the settings: what imports those runs in plain Node too, which reads no JSON this way. */
import { readFileSync } from "node:fs";

export { version } from "../package.json";

/** From which commit a build was made, and the day of that; "unknown" where the sources were no checkout. */
export function builtFrom(): { commit: string; date: string } {
  try {
    return JSON.parse(readFileSync("build/built-from.json", "utf8"));
  } catch {
    return { commit: "unknown", date: "unknown" };
  }
}
