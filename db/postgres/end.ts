/** Adapts a PostgreSQL database to copying. */
import { type RawBuilder, sql } from "kysely";
import { type CopySide, charactersIn, charactersOfText, nextCount, type Row } from "../copy/end";
import type { Queryable } from "../engine";
import type { IndexedText } from "../search/full-text";
import { SCOPE, tsvector } from "./full-text";

/** Returns PostgreSQL as the source or target of a copy, in one transaction. */
export function postgresSide(tx: Queryable): CopySide {
  return {
    kind: "postgres",
    db: tx,
    fullText: tsvector,

    async columns() {
      const { rows } = await sql<{ table: string; column: string }>`
        SELECT "table_name" AS "table", "column_name" AS "column" FROM information_schema."columns"
        JOIN information_schema."tables" USING ("table_schema", "table_name")
        WHERE "table_schema" = current_schema() AND "table_type" = 'BASE TABLE'`.execute(tx);
      const columns = new Map<string, string[]>();
      for (const { table, column } of rows) columns.set(table, [...(columns.get(table) ?? []), column]);
      for (const names of columns.values()) names.sort();
      return columns;
    },

    async *rows({ name, columns, key }) {
      const order = sql.join(key.map((column) => sql`${sql.ref(column)} NULLS FIRST`));
      const query = sql<Row>`SELECT ${sql.join(columns.map(sql.ref))} FROM ${sql.table(name)} ORDER BY ${order}`;
      yield* fetchInBatches(tx, query, charactersIn);
    },

    async *texts(index) {
      const query = sql<{ rowid: number; words: string[] }>`
        SELECT "rowid", tsvector_to_array("words") AS "words" FROM ${sql.table(index)} ORDER BY "rowid"`;
      for await (const rows of fetchInBatches(tx, query, ({ words }) =>
        charactersOfText({ rowId: 0, scope: [], words }),
      ))
        yield rows.map(({ rowid, words }) => textOf(rowid, words));
    },

    async lastNumbers() {
      const numbers = new Map<string, number>();
      for (const { table, sequence } of await sequencesIn(tx)) {
        const lastValue = sql<{
          number: number;
        }>`SELECT "last_value" AS "number" FROM ${sql.raw(sequence)} WHERE "is_called"`;
        const [row] = (await lastValue.execute(tx)).rows;
        if (row) numbers.set(table, row.number);
      }
      return numbers;
    },

    async setLastNumbers(numbers) {
      for (const { table, column, sequence } of await sequencesIn(tx)) {
        const highest = sql`(SELECT coalesce(max(${sql.ref(column)}), 0) FROM ${sql.table(table)})`;
        const lastNumber = sql`greatest(${highest}, ${numbers.get(table) ?? 0}::bigint)`;
        await sql`SELECT setval(${sequence}::regclass, greatest(${lastNumber}, 1), ${lastNumber} > 0)`.execute(tx);
      }
    },
  };
}

function textOf(rowId: number, words: string[]): IndexedText {
  const isScope = (word: string) => word.startsWith(SCOPE);
  const scope = words.filter(isScope).map((word) => word.slice(SCOPE.length));
  return { rowId, scope, words: words.filter((word) => !isScope(word)) };
}

/** Yields the rows of a query through a cursor, so that only a batch is in memory. */
async function* fetchInBatches<R>(
  tx: Queryable,
  query: RawBuilder<R>,
  charactersOf: (row: R) => number,
): AsyncGenerator<R[]> {
  await sql`DECLARE "copied" NO SCROLL CURSOR FOR ${query}`.execute(tx);
  for (let count = 10; ; ) {
    const { rows } = await sql<R>`FETCH ${sql.lit(count)} FROM "copied"`.execute(tx);
    if (rows.length === 0) break;
    yield rows;
    count = nextCount(
      rows.length,
      rows.reduce((sum, row) => sum + charactersOf(row), 0),
    );
  }
  await sql`CLOSE "copied"`.execute(tx);
}

async function sequencesIn(tx: Queryable): Promise<{ table: string; column: string; sequence: string }[]> {
  const { rows } = await sql<{ table: string; column: string; sequence: string }>`
    SELECT "table_name" AS "table", "column_name" AS "column",
      pg_get_serial_sequence(quote_ident("table_name"), "column_name") AS "sequence"
    FROM information_schema."columns"
    WHERE "table_schema" = current_schema() AND "is_identity" = 'YES' ORDER BY "table_name"`.execute(tx);
  return rows;
}

/** Drops the full-text indexes during `work` and rebuilds them, because updating them would take most of the time. Blocks searches. */
export async function withoutTextIndexes<T>(tx: Queryable, work: () => Promise<T>): Promise<T> {
  const { rows } = await sql<{ name: string; definition: string }>`
    SELECT "indexname" AS "name", "indexdef" AS "definition" FROM pg_indexes
    WHERE "schemaname" = current_schema() AND "indexdef" LIKE '% USING gin %' ORDER BY "indexname"`.execute(tx);
  for (const { name } of rows) await sql`DROP INDEX ${sql.ref(name)}`.execute(tx);
  const result = await work();
  for (const { definition } of rows) await sql.raw(definition).execute(tx);
  return result;
}
