import { ensureBuilt } from "../../scripts/prepare.mjs";

/**
 * Makes sure that the tests that start the real server meet a build of the sources as they are. A failing build stops
 * only those tests: the others still have something to say.
 */
export async function setup() {
  await ensureBuilt().catch((error) => console.log(error.message));
}
