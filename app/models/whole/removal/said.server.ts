/** Finds rows whose texts contain a name. It reads whole tables, and runs when somebody wants to leave. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Queryable } from "~/db.server";
import type { Table, TableName, TextAnswer } from "~/models/base/parts/part";
import type { NameFinder } from "~/models/records/relisting/name-finder.server";
import { yieldToOthers } from "~/services/event-loop.server";

export type AnyRow = Record<string, unknown>;

const ROWS = 200;

/** Returns the columns of a table with certain answers. */
export function textsWith({ texts = {} }: Table, isAsked: (answer: TextAnswer) => boolean): string[] {
  return Object.entries(texts as Record<string, TextAnswer>).flatMap(([column, answer]) =>
    isAsked(answer) ? column : [],
  );
}

/** Yields the rows that contain a name in one of the columns, with these columns. */
export async function* rowsSaying(
  from: Queryable,
  name: TableName,
  table: Table,
  columns: string[],
  finder: NameFinder,
): AsyncGenerator<{ row: AnyRow; matches: string[] }> {
  if (columns.length === 0) return;
  const key = keyOf(table).map((column) => sql.ref(column));
  const mayBe = sql.join(
    columns.map((column) => maySay(column, finder)),
    sql` or `,
  );
  for (let last: RawBuilder<SqlBool> | null = null; ; ) {
    const after: RawBuilder<SqlBool> = last ?? sql<SqlBool>`1 = 1`;
    const { rows } = await sql<AnyRow>`select * from ${sql.table(name)}
      where (${mayBe}) and ${after} order by ${sql.join(key)} limit ${ROWS}`.execute(from);
    for (const row of rows) {
      const matches: string[] = [];
      for (const column of columns) if (await finder.isIn(String(row[column] ?? ""))) matches.push(column);
      if (matches.length > 0) yield { row, matches };
    }
    const end = rows.at(-1);
    if (!end || rows.length < ROWS) return;
    last = sql<SqlBool>`(${sql.join(key)}) > (${sql.join(keyOf(table).map((column) => end[column]))})`;
    await yieldToOthers();
  }
}

export function keyOf({ key }: Pick<Table, "key">): readonly string[] {
  return key ?? ["rowId"];
}

/** Returns the condition for one row. */
export function isRow(table: Table, row: AnyRow): RawBuilder<SqlBool> {
  const same = keyOf(table).map((column) => sql`${sql.ref(column)} = ${row[column]}`);
  return sql<SqlBool>`${sql.join(same, sql` and `)}`;
}

/**
 * Selects candidates: letters of other scripts, and HTML's character references, may look like those of the name, and the
 * finder reads them.
 */
function maySay(column: string, { patterns }: NameFinder): RawBuilder<SqlBool> {
  const text = sql.ref(column);
  const likes = patterns.map((pattern) => sql`lower(${text}) like ${pattern}`);
  return sql<SqlBool>`(${sql.join([...likes, sql`${text} like '%&%;%'`, sql`octet_length(${text}) <> length(${text})`], sql` or `)})`;
}
