import { parseArgs } from "node:util";
import { closeDatabase, databasePath, engine } from "~/db.server";
import { upgradeDatabase } from "~/models/whole/transfer/upgrade.server";
import { runProgram } from "./program";

/** `npm run db:migrate`: migrates the database to the newest schema, and creates it if it is missing. */
await runProgram(async (args) => {
  // Refuses arguments.
  parseArgs({ args });
  const { migrated, copy } = await upgradeDatabase();
  await closeDatabase();
  if (copy) console.log(`A copy of the former database is in ${copy}.`);
  const databaseName = engine.kind === "postgres" ? "The database of DATABASE_URL" : databasePath;
  if (migrated.length) console.log(`${databaseName} was migrated: ${migrated.join(", ")}.`);
  else console.log(`${databaseName} is up to date; no migration was needed.`);
}, "npm run db:migrate");
