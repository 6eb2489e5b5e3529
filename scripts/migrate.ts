import { closeDatabase, sqlite } from "~/db.server";
import { upgradeDatabase } from "~/models/transfer/upgrade.server";

/** `npm run db:migrate`: brings the database to the newest schema (creating it when there is none) and says what ran. */
export async function main(): Promise<void> {
  const { migrated, copy } = await upgradeDatabase();
  if (copy) console.log(`The database as it was before is kept in ${copy}.`);
  console.log(
    migrated.length
      ? `Brought ${sqlite.name} up to date: ${migrated.join(", ")}.`
      : `${sqlite.name} is up to date; nothing ran.`,
  );
  await closeDatabase();
}
