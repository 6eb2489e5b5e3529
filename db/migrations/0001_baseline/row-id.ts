import type { CreateTableBuilder } from "kysely";
import type { Engine } from "../../engine";

/** Adds the column of row numbers. SQLite may reuse the numbers of deleted rows, unless `isNeverReused`. */
export function rowId(kind: Engine["kind"], { isNeverReused = false } = {}) {
  return <Table extends string>(table: CreateTableBuilder<Table>) =>
    kind === "sqlite"
      ? table.addColumn("rowId", "integer", (c) => (isNeverReused ? c.primaryKey().autoIncrement() : c.primaryKey()))
      : table.addColumn("rowId", "bigint", (c) => c.primaryKey().generatedByDefaultAsIdentity());
}
