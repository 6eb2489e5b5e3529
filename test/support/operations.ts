/** The calls of the JSON interface, as their routes describe them. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { allOperations } from "~/http/openapi/operation.server";

// A call is known once its route is loaded.
const names = readdirSync(join("app", "routes")).flatMap((file) => /^(api\..*)\.ts$/.exec(file)?.[1] ?? []);
await Promise.all(names.map((name) => import(`../../app/routes/${name}.ts`)));

export const OPERATIONS = allOperations();
