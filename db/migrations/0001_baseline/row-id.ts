import type { CreateTableBuilder } from "kysely";
import type { Engine } from "../../engine";

/** Adds the number of a row. SQLite assigns the highest remaining number plus one, unless numbers are never reused. */
export function rowId(kind: Engine["kind"], { isNeverReused = false } = {}) {
  return <Table extends string>(table: CreateTableBuilder<Table>) =>
    kind === "sqlite"
      ? table.addColumn("rowId", "integer", (c) => (isNeverReused ? c.primaryKey().autoIncrement() : c.primaryKey()))
      : table.addColumn("rowId", "bigint", (c) => c.primaryKey().generatedByDefaultAsIdentity());
}
