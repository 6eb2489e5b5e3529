import { type RawBuilder, sql } from "kysely";
import type { Queryable } from "~/db.server";
import type { Column, PersonAnswers, Table, TableName } from "./part";

type Merge = Extract<PersonAnswers["merge"], (...args: never[]) => unknown>;

/**
 * Returns the merge that moves the rows of a profile to another one. Of two rows with the same other columns of the
 * `key`, the row of the target stays, unless only the other row was decided.
 */
export function moveOnce<T extends TableName>(
  table: T,
  column: Column<T>,
  key: Column<T>[] = [],
  undecided?: { column: Column<T>; value: string },
): Merge {
  const twinExists = (rowId: number, condition: RawBuilder<unknown> = sql`1 = 1`) => {
    const sameKey = key.map((name) => sql`"twin".${sql.ref(name)} = ${sql.table(table)}.${sql.ref(name)}`);
    const conditions = [sql`"twin".${sql.ref(column)} = ${rowId}`, condition, ...sameKey];
    return sql`exists (select 1 from ${sql.table(table)} as "twin" where ${sql.join(conditions, sql` and `)})`;
  };
  const remove = async (tx: Queryable, rowId: number, condition: RawBuilder<unknown>) => {
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${rowId} and ${condition}`.execute(tx);
  };
  return async (tx, from, to) => {
    if (undecided) {
      const [name, value] = [sql.ref(undecided.column), undecided.value];
      const isTwinDecided = twinExists(from.rowId, sql`"twin".${name} <> ${value}`);
      await remove(tx, to.rowId, sql`${name} = ${value} and ${isTwinDecided}`);
    }
    await remove(tx, from.rowId, twinExists(to.rowId));
    await moveAll(tx, table, column, from.rowId, to.rowId);
  };
}

export async function moveAll(
  tx: Queryable,
  table: TableName,
  column: string,
  from: number | string,
  to: number | string,
): Promise<void> {
  await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${to} where ${sql.ref(column)} = ${from}`.execute(tx);
}

export async function deleteAll(
  tx: Queryable,
  table: TableName,
  column: string,
  values: (number | string)[],
): Promise<void> {
  if (values.length === 0) return;
  await sql`delete from ${sql.table(table)} where ${sql.ref(column)} in (${sql.join(values)})`.execute(tx);
}

/** Deletes rows, with the table's own function if it has one. */
export async function deleteRows(
  tx: Queryable,
  name: TableName,
  { remove }: Pick<Table, "remove">,
  column: string,
  values: (number | string)[],
): Promise<void> {
  if (values.length === 0) return;
  if (!remove) return deleteAll(tx, name, column, values);
  const { rows } =
    await sql<never>`select * from ${sql.table(name)} where ${sql.ref(column)} in (${sql.join(values)})`.execute(tx);
  for (const row of rows) await remove(tx, row);
}

export async function unlinkAll(
  tx: Queryable,
  table: TableName,
  column: string,
  value: number | string,
): Promise<void> {
  await sql`update ${sql.table(table)} set ${sql.ref(column)} = null where ${sql.ref(column)} = ${value}`.execute(tx);
}
