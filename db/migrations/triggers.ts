/** Adds triggers to public tables in migrations. Tests demand them by the parts' descriptions of their tables. */
import { type Kysely, sql } from "kysely";
import type { Engine } from "../engine";
import type { TextWithImages } from "./0001_baseline/followed";
import * as postgres from "./0001_baseline/postgres-triggers";
import * as sqlite from "./0001_baseline/sqlite-triggers";

type Kind = Engine["kind"];

/** Raises the content version, under which pages are cached, with each change of a row. */
export async function raiseVersion(db: Kysely<unknown>, kind: Kind, table: string): Promise<void> {
  if (kind === "postgres") await sql.raw(postgres.versionTriggers(table)).execute(db);
  else for (const trigger of sqlite.versionTriggers(table)) await sql.raw(`CREATE TRIGGER ${trigger}`).execute(db);
}

/** Records the uploads whose addresses a column contains as used. The table must have a column `id`. */
export async function noteImages(db: Kysely<unknown>, kind: Kind, text: TextWithImages): Promise<void> {
  if (kind === "postgres") await sql.raw(postgres.imageTrigger(text)).execute(db);
  else for (const trigger of sqlite.imageTriggers(text)) await sql.raw(`CREATE TRIGGER ${trigger}`).execute(db);
}
