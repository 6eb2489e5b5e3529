import { type QueryExecutorProvider, sql } from "kysely";

/** Changes column types to those of SQLite: texts compare and sort by bytes, whatever the server's locale, and numbers have 64 bits. */
export async function matchSqliteTypes(db: QueryExecutorProvider): Promise<void> {
  const { rows } = await sql<{ table: string; column: string; type: "text" | "integer" | "real" }>`
    select "table_name" as "table", "column_name" as "column", "data_type" as "type"
    from information_schema."columns" join information_schema."tables" using ("table_schema", "table_name")
    where "table_schema" = current_schema() and "table_type" = 'BASE TABLE' and "table_name" not like 'kysely\\_%'
      and ("data_type" in ('integer', 'real') or "data_type" = 'text' and "collation_name" is distinct from 'C')
    order by "table_name", "ordinal_position"`.execute(db);
  for (const [table, columns] of Map.groupBy(rows, (row) => row.table)) {
    const changes = columns.map(({ column, type }) => sql`alter column ${sql.ref(column)} type ${TYPES[type]}`);
    await sql`alter table ${sql.table(table)} ${sql.join(changes)}`.execute(db);
  }
}

const TYPES = { text: sql`text collate "C"`, integer: sql`bigint`, real: sql`double precision` };
