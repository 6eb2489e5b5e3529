/** What the tables of all kinds of record have alike, so that one's types suffice for all. */
import type { Queryable } from "~/db.server";
import { type KindName, PUBLIC_KINDS, type PublicKind } from "./public-kinds";

/** The rows that readers see. */
export function publicRows(from: Queryable, kind: KindName) {
  const { table, seen }: PublicKind = PUBLIC_KINDS[kind];
  return from
    .selectFrom(table as "experts")
    .where("deletedAt", "is", null)
    .$if(seen !== null, (rows) => rows.where(seen?.column as "state", "=", seen?.value as "public"));
}

/** Any rows, with their names and with what says whether readers see them. */
export function namedRows(from: Queryable, kind: KindName) {
  const { table, name, seen }: PublicKind = PUBLIC_KINDS[kind];
  return from
    .selectFrom(table as "experts")
    .select(["rowId", "id", "slug", "deletedAt", `${name as "name"} as name`])
    .$if(seen !== null, (rows) => rows.select(`${seen?.column as "state"} as state`));
}

/** Tells of a row of `namedRows` whether readers see it. */
export function isSeen(kind: KindName, { deletedAt, state }: { deletedAt: string | null; state?: string }): boolean {
  const { seen }: PublicKind = PUBLIC_KINDS[kind];
  return deletedAt === null && (seen === null || state === seen.value);
}
