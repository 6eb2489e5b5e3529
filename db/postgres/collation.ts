import { type Kysely, sql } from "kysely";

/**
 * Gives every text column that has none the collation "C", so that texts compare and sort by their bytes, as they do
 * on SQLite, whatever language the server is set to.
 */
export async function compareTextsByBytes(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select "table_name" as "table", array_agg("column_name"::text order by "ordinal_position") as "columns"
    from information_schema."columns" join information_schema."tables" using ("table_schema", "table_name")
    where "table_schema" = current_schema() and "table_type" = 'BASE TABLE' and "data_type" = 'text'
      and "collation_name" is distinct from 'C'
    group by "table_name" order by "table_name"`.execute(db);
  for (const { table, columns } of rows) {
    const changes = columns.map((column) => sql`alter column ${sql.ref(column)} type text collate "C"`);
    await sql`alter table ${sql.table(table)} ${sql.join(changes)}`.execute(db);
  }
}
