/** Lists the calls of the JSON interface, as their routes describe them. */
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { allOperations } from "~/http/openapi/operation.server";

// Test files share a process, and the modules of all routes take longer to load than most files to run.
const processGlobals = globalThis as { operations?: ReturnType<typeof allOperations> };
// A change of a route is seen while tests are watched.
if (process.env.VITEST_MODE === "WATCH") delete processGlobals.operations;
processGlobals.operations ??= await loadOperations();

export const OPERATIONS = processGlobals.operations;

/** Loads all routes, because a route registers its calls then. import.meta.glob would miss new ones, because Vite caches its list. */
async function loadOperations(): Promise<ReturnType<typeof allOperations>> {
  const names = readdirSync(join("app", "routes")).flatMap((file) => /^(api\..*)\.ts$/.exec(file)?.[1] ?? []);
  await Promise.all(names.map((name) => import(/* @vite-ignore */ resolve("app", "routes", `${name}.ts`))));
  return allOperations();
}
