/** The version and build of the program. This file is apart from the settings, because plain Node also reads the settings and cannot import JSON this way. */
import { readFileSync } from "node:fs";

export { version } from "../../package.json";

/** The commit and date of the build of this process; "unknown" if it was not built from a Git checkout. */
export const BUILD_INFO: { commit: string; date: string } = readBuildInfo();

/** The beginning of the commit and the date, such as "0123456 · 2026-11-29"; "" if they are unknown. */
export const BUILD_NAME =
  BUILD_INFO.commit === "unknown" ? "" : `${BUILD_INFO.commit.slice(0, 7)} · ${BUILD_INFO.date}`;

function readBuildInfo() {
  try {
    return JSON.parse(readFileSync("build/built-from.json", "utf8"));
  } catch {
    return { commit: "unknown", date: "unknown" };
  }
}
