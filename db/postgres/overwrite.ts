/** Removes deleted data from tables, indexes and statistics. */
import type { Client } from "pg";

/** Vacuums all tables; PostgreSQL overwrites the freed space later. Returns false if an empty table was in use; call it again later. */
export async function overwriteDeleted(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = current_schema() AND tableowner = current_user",
  );
  await client.query(`VACUUM (ANALYZE) ${rows.map(({ name }) => name).join(", ")}`);
  return forgetStatisticsOfEmpty(client);
}

interface Column {
  table: string;
  column: string;
  type: string;
}

/** Removes the statistics of empty tables, which ANALYZE skips, and so leaves former values in. */
async function forgetStatisticsOfEmpty(client: Client): Promise<boolean> {
  const { rows } = await client.query<Column>(COLUMNS_WITH_STATISTICS);
  for (const [table, columns] of Map.groupBy(rows, (row) => row.table)) {
    if (await isEmpty(client, table)) {
      if (!(await forgetStatistics(client, table, columns))) return false;
    }
  }
  return true;
}

/** Selects the text columns with statistics, and their types, without foreign keys, which contain no words. */
const COLUMNS_WITH_STATISTICS = `
  SELECT quote_ident(tablename) AS "table", quote_ident(attname) AS "column", format_type(atttypid, atttypmod) ||
    coalesce(' COLLATE ' || quote_ident(nspname) || '.' || quote_ident(collname), '') AS "type"
  FROM pg_stats
  JOIN pg_class ON relname = tablename AND relnamespace = current_schema()::regnamespace
  JOIN pg_attribute USING (attname)
  LEFT JOIN pg_collation ON pg_collation.oid = attcollation
  LEFT JOIN pg_namespace ON pg_namespace.oid = collnamespace
  WHERE schemaname = current_schema() AND attrelid = pg_class.oid AND relkind = 'r'
    AND pg_get_userbyid(relowner) = current_user AND (attcollation <> 0 OR atttypid = 'tsvector'::regtype)
    AND NOT EXISTS (SELECT FROM pg_constraint WHERE contype = 'f'
      AND (conrelid = attrelid AND attnum = ANY (conkey) OR confrelid = attrelid AND attnum = ANY (confkey)))`;

async function isEmpty(client: Client, table: string): Promise<boolean> {
  const { rows } = await client.query<{ empty: boolean }>(`SELECT NOT EXISTS (SELECT FROM ${table}) AS "empty"`);
  return rows[0]?.empty === true;
}

const LOCKED = "55P03";

/**
 * Removes statistics by setting the columns' types again (https://www.postgresql.org/docs/current/sql-altertable.html).
 * Drops and recreates triggers, because those that name a column would prevent it. Returns false if the table is locked.
 */
async function forgetStatistics(client: Client, table: string, columns: Column[]): Promise<boolean> {
  const changes = columns.map(({ column, type }) => `ALTER COLUMN ${column} SET DATA TYPE ${type}`);
  await client.query("BEGIN");
  try {
    await client.query("SET LOCAL lock_timeout = '500ms'");
    await client.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    if (await isEmpty(client, table)) {
      const triggers = await client.query<{ name: string; definition: string }>(TRIGGERS, [table]);
      for (const { name } of triggers.rows) await client.query(`DROP TRIGGER ${name} ON ${table}`);
      await client.query(`ALTER TABLE ${table} ${changes.join(", ")}`);
      for (const { definition } of triggers.rows) await client.query(definition);
    }
    await client.query("COMMIT");
    return true;
  } catch (error) {
    await client.query("ROLLBACK");
    if ((error as { code?: string }).code === LOCKED) return false;
    throw error;
  }
}

const TRIGGERS = `
  SELECT quote_ident(tgname) AS "name", pg_get_triggerdef(oid) AS "definition" FROM pg_trigger
  WHERE tgrelid = $1::regclass AND NOT tgisinternal`;
