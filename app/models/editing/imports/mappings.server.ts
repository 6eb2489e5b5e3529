/** Stores named mappings, which are suggested for the next file with the same headings. */
import { db, fold, readDb } from "~/db.server";
import type { Admin } from "~/models/base/accounts/admin.server";
import { newId } from "~/models/base/input/ids.server";
import type { Mapping } from "./mapping";

function headingsOf(columns: string[]): string {
  return JSON.stringify(columns.map((column) => fold(column).trim()));
}

/** Returns the latest mapping of a table with the same headings, or null. */
export async function mappingFor(columns: string[]): Promise<Mapping | null> {
  const row = await readDb
    .selectFrom("importMappings")
    .select("mapping")
    .where("headings", "=", headingsOf(columns))
    .orderBy("createdAt", "desc")
    .executeTakeFirst();
  return row ? (JSON.parse(row.mapping) as Mapping) : null;
}

export async function rememberMapping(admin: Admin, name: string, columns: string[], mapping: Mapping): Promise<void> {
  const createdAt = new Date().toISOString();
  const row = { headings: headingsOf(columns), mapping: JSON.stringify(mapping), createdAt, createdBy: admin.id };
  await db
    .insertInto("importMappings")
    .values({ id: newId(), name, ...row })
    .onConflict((conflict) => conflict.column("name").doUpdateSet(row))
    .execute();
}
