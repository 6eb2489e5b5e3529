/** A database as the migrations before the baseline left it. */
import { Migrator } from "kysely/migration";
import { migrationsOf } from "../../db/migrations/index";
import { connect } from "../../db/sqlite/connect";

/** Their marks, as far as they are looked at. */
export const FORMER = ["0001_experts", "0034_review_order"];

/** Makes it at `path`, with the rows that `statements` add. */
export async function makeFormer(path: string, { statements = "", marks = FORMER } = {}): Promise<void> {
  const { db, sqlite, close } = connect(path);
  const [baseline] = Object.entries(migrationsOf("sqlite"));
  const provider = { getMigrations: async () => Object.fromEntries(baseline ? [baseline] : []) };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error) throw error;
  sqlite.exec(`DELETE FROM kysely_migration; ${statements}`);
  for (const mark of marks) sqlite.prepare("INSERT INTO kysely_migration VALUES (?, '2026-11-24')").run(mark);
  await close();
}
