import { type RawBuilder, type SqlBool, sql } from "kysely";

/** Returns a condition that a column contains a text regardless of ASCII capitals; "%" and "_" have no special meaning. */
export function contains(column: string, text: string): RawBuilder<SqlBool> {
  // Lowers only ASCII letters, as both engines do.
  const lowerText = text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const pattern = `%${lowerText.replace(/[\\%_]/g, "\\$&")}%`;
  return sql`lower(${sql.ref(column)}) like ${pattern} escape '\\'`;
}
