/** A name in work in progress, logs and mails: the texts go, or the rows with them, as each part says. */
import { sql } from "kysely";
import type { Queryable } from "~/db.server";
import type { Leaving, Table } from "~/models/base/parts/part";
import type { NameFinder } from "~/models/records/relisting/name-finder.server";
import { TABLES } from "~/models/whole/parts.server";
import { type AnyRow, isRow, rowsSaying, textsWith } from "./said.server";

/** Replaces the name of a person in log entries about them. */
const SOMEBODY = "A person";

export async function forgetNames(tx: Queryable, leaving: Leaving, finder: NameFinder): Promise<void> {
  for (const [name, table] of TABLES) {
    const goes = textsWith(table, (answer) => answer === "goes");
    for await (const { row } of rowsSaying(tx, name, table, goes, finder)) {
      if (table.remove) await table.remove(tx, row as never);
      else await sql`delete from ${sql.table(name)} where ${isRow(table, row)}`.execute(tx);
    }
    const blanked = textsWith(table, (answer) => answer === "blanked");
    for await (const { row, matches } of rowsSaying(tx, name, table, blanked, finder)) {
      const changes = matches.map((column) => sql`${sql.ref(column)} = ${column === "subjectName" ? SOMEBODY : ""}`);
      await sql`update ${sql.table(name)} set ${sql.join(changes)} where ${isRow(table, row)}`.execute(tx);
      await follow(tx, table, { ...row, ...Object.fromEntries(matches.map((column) => [column, ""])) });
    }
    for (const answer of Object.values(table.texts ?? {}))
      if (typeof answer === "function")
        await (answer as (tx: Queryable, leaving: Leaving) => Promise<void>)(tx, leaving);
  }
}

async function follow(tx: Queryable, { changed }: Table, row: AnyRow): Promise<void> {
  await changed?.(tx, row as never);
}
