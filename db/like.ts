import { type RawBuilder, type SqlBool, sql } from "kysely";

/** Tells whether a column contains a text as it was typed, but for capitals: "%" and "_" have no meaning in it. */
export function contains(column: string, text: string): RawBuilder<SqlBool> {
  // Both engines put only the letters of ASCII in lower case.
  const lower = text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const pattern = `%${lower.replace(/[\\%_]/g, "\\$&")}%`;
  return sql`lower(${sql.ref(column)}) like ${pattern} escape '\\'`;
}
