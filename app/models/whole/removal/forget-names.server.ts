/** Removes a name from work in progress, logs and mails: deletes the texts or their rows, as each part says. */
import { sql } from "kysely";
import type { Queryable } from "~/db.server";
import type { Leaving, Table } from "~/models/base/parts/part";
import type { NameFinder } from "~/models/records/relisting/name-finder.server";
import { TABLES } from "~/models/whole/parts.server";
import { type AnyRow, matchesRow, rowsWithName, textsWith } from "./rows-with-name.server";

/** Replaces the person's name in log entries about them. */
const NAME_REPLACEMENT = "A person";

export async function forgetNames(tx: Queryable, leaving: Leaving, finder: NameFinder): Promise<void> {
  for (const [name, table] of TABLES) {
    const deletedColumns = textsWith(table, (answer) => answer === "deleted");
    for await (const { row } of rowsWithName(tx, name, table, deletedColumns, finder)) {
      if (table.remove) await table.remove(tx, row as never);
      else await sql`delete from ${sql.table(name)} where ${matchesRow(table, row)}`.execute(tx);
    }
    const blankedColumns = textsWith(table, (answer) => answer === "blanked");
    for await (const { row, matches } of rowsWithName(tx, name, table, blankedColumns, finder)) {
      const changes = matches.map(
        (column) => sql`${sql.ref(column)} = ${column === "subjectName" ? NAME_REPLACEMENT : ""}`,
      );
      await sql`update ${sql.table(name)} set ${sql.join(changes)} where ${matchesRow(table, row)}`.execute(tx);
      await updateDependants(tx, table, { ...row, ...Object.fromEntries(matches.map((column) => [column, ""])) });
    }
    for (const answer of Object.values(table.texts ?? {}))
      if (typeof answer === "function")
        await (answer as (tx: Queryable, leaving: Leaving) => Promise<void>)(tx, leaving);
  }
}

async function updateDependants(tx: Queryable, { afterBlanking }: Table, row: AnyRow): Promise<void> {
  await afterBlanking?.(tx, row as never);
}
