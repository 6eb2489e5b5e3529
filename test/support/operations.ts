/** Lists the calls of the JSON interface, as their routes describe them. */
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { allOperations } from "~/http/openapi/operation.server";

// A route registers its calls when it is loaded. import.meta.glob would miss new routes, because Vite caches its list.
const routeNames = readdirSync(join("app", "routes")).flatMap((file) => /^(api\..*)\.ts$/.exec(file)?.[1] ?? []);
await Promise.all(routeNames.map((name) => import(/* @vite-ignore */ resolve("app", "routes", `${name}.ts`))));

export const OPERATIONS = allOperations();
