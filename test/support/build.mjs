import { spawnSync } from "node:child_process";

/**
 * Builds for the tests that start the real server, unless the build is of the sources as they are. A failing build stops only those
 * tests.
 */
export function setup() {
  spawnSync(process.execPath, ["scripts/setup.mjs", "--dev", "--build"], { stdio: "inherit" });
}
