import type { CreateTableBuilder } from "kysely";
import type { Engine } from "../../engine";

/** The number of a row. SQLite gives out the highest number that is left, plus one, unless it is never to be reused. */
export function rowId(kind: Engine["kind"], { isNeverReused = false } = {}) {
  return <Table extends string>(table: CreateTableBuilder<Table>) =>
    kind === "sqlite"
      ? table.addColumn("rowId", "integer", (c) => (isNeverReused ? c.primaryKey().autoIncrement() : c.primaryKey()))
      : table.addColumn("rowId", "bigint", (c) => c.primaryKey().generatedByDefaultAsIdentity());
}
