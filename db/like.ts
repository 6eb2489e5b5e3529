import { type RawBuilder, type SqlBool, sql } from "kysely";

/** Whether a column contains a text as it was typed, but for capitals: "%" and "_" have no meaning in it. */
export function contains(column: string, text: string): RawBuilder<SqlBool> {
  const pattern = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  return sql`lower(${sql.ref(column)}) like lower(${pattern}) escape '\\'`;
}
