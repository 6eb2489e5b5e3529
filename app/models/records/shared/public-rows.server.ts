/** Reads columns that all kinds of record have, so that the types of one table suffice for all. */
import { type Queryable, readDb } from "~/db.server";
import { type KindName, PUBLIC_KINDS, type PublicKind } from "./public-kinds";

/** Selects the rows that readers see. */
export function publicRows(from: Queryable, kind: KindName) {
  const { table, publicWhen }: PublicKind = PUBLIC_KINDS[kind];
  return from
    .selectFrom(table as "experts")
    .where("deletedAt", "is", null)
    .$if(publicWhen !== null, (rows) => rows.where(publicWhen?.column as "state", "=", publicWhen?.value as "public"));
}

/**
 * Returns the public profiles, to be joined in place of the table "experts" wherever readers see what is read, so that
 * nobody reads the name of a draft or of a profile in the trash. A left join keeps the row, without a name.
 */
export function publicExperts() {
  return publicRows(readDb, "expert").select(["rowId", "id", "slug", "name"]).as("experts");
}

/** Selects any rows with their names and the columns that say whether readers see them. */
export function namedRows(from: Queryable, kind: KindName) {
  const { table, name, publicWhen }: PublicKind = PUBLIC_KINDS[kind];
  return from
    .selectFrom(table as "experts")
    .select(["rowId", "id", "slug", "deletedAt", `${name as "name"} as name`])
    .$if(publicWhen !== null, (rows) => rows.select(`${publicWhen?.column as "state"} as state`));
}

/** Tells whether readers see a row of `namedRows`. */
export function isPublicRow(
  kind: KindName,
  { deletedAt, state }: { deletedAt: string | null; state?: string },
): boolean {
  const { publicWhen }: PublicKind = PUBLIC_KINDS[kind];
  return deletedAt === null && (publicWhen === null || state === publicWhen.value);
}
