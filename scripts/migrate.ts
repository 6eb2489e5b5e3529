import { closeDatabase, databasePath } from "~/db.server";
import { upgradeDatabase } from "~/models/transfer/upgrade.server";
import { runProgram } from "./program";

/** `npm run db:migrate`: brings the database to the newest schema, creating it when there is none. */
await runProgram(async () => {
  const { migrated, copy } = await upgradeDatabase();
  await closeDatabase();
  if (copy) console.log(`The database as it was before is kept in ${copy}.`);
  if (migrated.length) console.log(`Brought ${databasePath} up to date: ${migrated.join(", ")}.`);
  else console.log(`${databasePath} is up to date; nothing ran.`);
});
