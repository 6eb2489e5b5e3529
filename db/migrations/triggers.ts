/** Functions for migrations of public tables. Tests require them from the parts' descriptions of their tables. */
import { type Kysely, sql } from "kysely";
import type { Engine } from "../engine";
import type { TextWithImages } from "./0001_baseline/followed";
import * as postgres from "./0001_baseline/postgres-triggers";
import * as sqlite from "./0001_baseline/sqlite-triggers";

type Kind = Engine["kind"];

/** Makes each change of a row a change of public content, under whose version pages are cached. */
export async function raiseVersion(db: Kysely<unknown>, kind: Kind, table: string): Promise<void> {
  if (kind === "postgres") await sql.raw(postgres.versionTriggers(table)).execute(db);
  else for (const trigger of sqlite.versionTriggers(table)) await sql.raw(`CREATE TRIGGER ${trigger}`).execute(db);
}

/** Counts the uploads whose addresses stand in a column as used; the table has an `id`. */
export async function noteImages(db: Kysely<unknown>, kind: Kind, text: TextWithImages): Promise<void> {
  if (kind === "postgres") await sql.raw(postgres.imageTrigger(text)).execute(db);
  else for (const trigger of sqlite.imageTriggers(text)) await sql.raw(`CREATE TRIGGER ${trigger}`).execute(db);
}
