import { parseArgs } from "node:util";
import { closeDatabase, databasePath, engine } from "~/db.server";
import { upgradeDatabase } from "~/models/whole/transfer/upgrade.server";
import { runProgram } from "./program";

/** `npm run db:migrate`: brings the database to the newest schema, creating it when it is missing. */
await runProgram(async (args) => {
  parseArgs({ args });
  const { migrated, copy } = await upgradeDatabase();
  await closeDatabase();
  if (copy) console.log(`The database as it was before is kept in ${copy}.`);
  const database = engine.kind === "postgres" ? "The database of DATABASE_URL" : databasePath;
  if (migrated.length) console.log(`${database} was brought up to date: ${migrated.join(", ")}.`);
  else console.log(`${database} is up to date; nothing ran.`);
});
