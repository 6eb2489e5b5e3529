/** Finds rows whose texts contain a name. Reads whole tables, but only when somebody asks to be removed. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Queryable } from "~/db.server";
import type { Table, TableName, TextAnswer } from "~/models/base/parts/part";
import type { NameFinder } from "~/models/records/relisting/name-finder.server";
import { yieldToOthers } from "~/services/event-loop.server";

export type AnyRow = Record<string, unknown>;

const BATCH_SIZE = 200;

/** Returns the text columns of a table whose answers fit. */
export function textsWith({ texts = {} }: Table, isWanted: (answer: TextAnswer) => boolean): string[] {
  return Object.entries(texts as Record<string, TextAnswer>).flatMap(([column, answer]) =>
    isWanted(answer) ? column : [],
  );
}

/** Yields the rows that contain a name in one of the columns, with those columns. */
export async function* rowsWithName(
  from: Queryable,
  name: TableName,
  table: Table,
  columns: string[],
  finder: NameFinder,
): AsyncGenerator<{ row: AnyRow; matches: string[] }> {
  if (columns.length === 0) return;
  const key = keyOf(table).map((column) => sql.ref(column));
  const isCandidate = sql.join(
    columns.map((column) => mayContainName(column, finder)),
    sql` or `,
  );
  for (let lastCondition: RawBuilder<SqlBool> | null = null; ; ) {
    const isAfterLast: RawBuilder<SqlBool> = lastCondition ?? sql<SqlBool>`1 = 1`;
    const { rows } = await sql<AnyRow>`select * from ${sql.table(name)}
      where (${isCandidate}) and ${isAfterLast} order by ${sql.join(key)} limit ${BATCH_SIZE}`.execute(from);
    for (const row of rows) {
      const matches: string[] = [];
      for (const column of columns) if (await finder.isIn(String(row[column] ?? ""))) matches.push(column);
      if (matches.length > 0) yield { row, matches };
    }
    const lastRow = rows.at(-1);
    if (!lastRow || rows.length < BATCH_SIZE) return;
    lastCondition = sql<SqlBool>`(${sql.join(key)}) > (${sql.join(keyOf(table).map((column) => lastRow[column]))})`;
    await yieldToOthers();
  }
}

export function keyOf({ key }: Pick<Table, "key">): readonly string[] {
  return key ?? ["rowId"];
}

/** Returns the condition that selects one row. */
export function matchesRow(table: Table, row: AnyRow): RawBuilder<SqlBool> {
  const conditions = keyOf(table).map((column) => sql`${sql.ref(column)} = ${row[column]}`);
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}

/**
 * Returns a condition for candidates, which the finder then reads: other scripts and HTML's character references may
 * spell the name differently.
 */
function mayContainName(column: string, { patterns }: NameFinder): RawBuilder<SqlBool> {
  const text = sql.ref(column);
  const likes = patterns.map((pattern) => sql`lower(${text}) like ${pattern}`);
  return sql<SqlBool>`(${sql.join([...likes, sql`${text} like '%&%;%'`, sql`octet_length(${text}) <> length(${text})`], sql` or `)})`;
}
