import { closeDatabase, db, migrate, sqlite } from "~/db.server";

/** `npm run db:migrate`: brings the database to the newest schema (creating it when there is none) and says what ran. */
export async function main(): Promise<void> {
  const ran = await migrate(db);
  console.log(
    ran.length ? `Brought ${sqlite.name} up to date: ${ran.join(", ")}.` : `${sqlite.name} is up to date; nothing ran.`,
  );
  await closeDatabase();
}
