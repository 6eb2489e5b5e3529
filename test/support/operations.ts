/** The calls of the JSON interface, as their routes describe them. */
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { allOperations } from "~/http/openapi/operation.server";

// A call is known once its route is loaded. Vite would list the routes when it compiles this file, and keep the list.
const names = readdirSync(join("app", "routes")).flatMap((file) => /^(api\..*)\.ts$/.exec(file)?.[1] ?? []);
await Promise.all(names.map((name) => import(/* @vite-ignore */ resolve("app", "routes", `${name}.ts`))));

export const OPERATIONS = allOperations();
