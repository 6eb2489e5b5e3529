/** Adapts a SQLite database to copying. */
import type SQLite from "better-sqlite3";
import { type CopySide, charactersIn, charactersOfText, inBatches, type Row, type Table } from "../copy/end";
import type { Queryable } from "../engine";
import type { IndexedText, TextIndex } from "../search/full-text";
import { fts5 } from "./full-text";

/** Returns SQLite as the source or target of a copy. @param db The connection `sqlite`, or a transaction on it. */
export function sqliteSide(sqlite: SQLite.Database, db: Queryable): CopySide {
  return {
    kind: "sqlite",
    db,
    fullText: fts5,
    columns: async () => new Map(tablesIn(sqlite).map(({ name, columns }) => [name, columns])),

    async *rows({ name, columns, key }) {
      const order = key.map((column) => `"${column}" NULLS FIRST`).join(", ");
      const select = `SELECT ${quoteColumns(columns)} FROM "${name}" ORDER BY ${order}`;
      yield* inBatches(sqlite.prepare<[], Row>(select).iterate(), charactersIn);
    },

    async *texts(index) {
      yield* inBatches(indexedTexts(sqlite, index), charactersOfText);
    },

    // Reads only tables with AUTOINCREMENT; others assign the highest remaining number plus one.
    async lastNumbers() {
      const rows = sqlite.prepare<[], [string, number]>(`SELECT "name", "seq" FROM "sqlite_sequence"`).raw().all();
      return new Map(rows);
    },

    async setLastNumbers(numbers) {
      sqlite.prepare(`DELETE FROM "sqlite_sequence"`).run();
      const set = sqlite.prepare(
        `INSERT INTO "sqlite_sequence" SELECT "name", ? FROM "sqlite_schema"
         WHERE "type" = 'table' AND "name" = ? AND "sql" LIKE '%autoincrement%'`,
      );
      for (const [name, number] of numbers) set.run(number, name);
    },
  };
}

/** Returns all tables, except those of full-text search and migrations, each after those that it references. */
export function tablesIn(sqlite: SQLite.Database): Table[] {
  const names = sqlite
    .prepare<[], string>(
      `SELECT "name" FROM pragma_table_list WHERE "schema" = 'main' AND "type" = 'table'
       AND "name" NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND "name" NOT LIKE 'kysely\\_%' ESCAPE '\\' ORDER BY "name"`,
    )
    .pluck();
  const tables = names.all().map((name) => tableIn(sqlite, name));
  const orderedTables: Table[] = [];
  while (orderedTables.length < tables.length) {
    const isPlaced = (name: string) => orderedTables.some((table) => table.name === name);
    const nextTable = tables.find(({ name, references }) => !isPlaced(name) && references.every(isPlaced));
    if (!nextTable)
      throw new Error("Tables reference each other in a circle: they cannot be copied one after another.");
    orderedTables.push(nextTable);
  }
  return orderedTables;
}

function tableIn(sqlite: SQLite.Database, name: string): Table {
  const statement = sqlite.prepare<[string], { name: string; pk: number }>(
    `SELECT "name", "pk" FROM pragma_table_info(?)`,
  );
  const columnInfo = statement.all(name);
  const columns = columnInfo.map((column) => column.name).sort();
  const key = columnInfo.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
  const referencedTables = sqlite
    .prepare<[string], string>(`SELECT DISTINCT "table" FROM pragma_foreign_key_list(?)`)
    .pluck()
    .all(name);
  return {
    name,
    columns,
    key: key.length ? key.map((column) => column.name) : columns,
    references: referencedTables.filter((table) => table !== name),
  };
}

function quoteColumns(columns: string[]): string {
  return columns.map((column) => `"${column}"`).join(", ");
}

/** Yields the words of an index through fts5vocab (https://sqlite.org/fts5.html), because it does not store texts. */
function* indexedTexts(sqlite: SQLite.Database, index: TextIndex): Generator<IndexedText> {
  sqlite.exec(`CREATE VIRTUAL TABLE temp."copied" USING fts5vocab("main", "${index}", "instance")`);
  const terms = sqlite.prepare<[], [number, string, string]>(
    `SELECT "doc", "col", "term" FROM temp."copied" ORDER BY "doc"`,
  );
  let text: IndexedText | undefined;
  for (const [rowId, column, term] of terms.raw().iterate()) {
    if (text?.rowId !== rowId) {
      if (text) yield text;
      text = { rowId, scope: [], words: [] };
    }
    (column === "scope" ? text.scope : text.words).push(term);
  }
  if (text) yield text;
  sqlite.exec(`DROP TABLE temp."copied"`);
}
