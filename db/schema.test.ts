/** Compares the types in schema.ts with the tables that the migrations make. */
import { join } from "node:path";
import SQLite from "better-sqlite3";
import ts from "typescript";
import { expect, inject, test } from "vitest";
import { tablesIn } from "./sqlite/end";

interface Column {
  type: string;
  isNullable: boolean;
  isOptional: boolean; // Optional when a row is inserted
}
type Tables = Record<string, Record<string, Column>>;

test("every column has a type in schema.ts, and every type a column", () => {
  const [typedSchema, storedSchema] = [typedTables(), storedTables()];
  expect(Object.keys(typedSchema).sort()).toEqual(Object.keys(storedSchema).sort());
  for (const [table, columns] of Object.entries(storedSchema)) {
    const describedColumns = typedSchema[table] ?? {};
    expect(Object.keys(describedColumns).sort(), table).toEqual(Object.keys(columns).sort());
    for (const [name, column] of Object.entries(columns)) {
      const { type, isNullable, isOptional } = describedColumns[name] as Column;
      expect({ type, isNullable }, `${table}.${name}`).toEqual({ type: column.type, isNullable: column.isNullable });
      // A type may demand a column that has a default.
      if (isOptional) expect(column.isOptional, `${table}.${name} has no default`).toBe(true);
    }
  }
});

function storedTables(): Tables {
  const sqlite = new SQLite(inject("template"), { readonly: true });
  const tables = tablesIn(sqlite).map(({ name }) => [name, columnsOf(sqlite, name)]);
  sqlite.close();
  return Object.fromEntries(tables);
}

function columnsOf(sqlite: SQLite.Database, table: string): Record<string, Column> {
  const info = sqlite.prepare<
    [string],
    { name: string; type: string; notnull: number; dflt_value: unknown; pk: number }
  >("SELECT * FROM pragma_table_info(?)");
  const columns = info.all(table).map(({ name, type, notnull, dflt_value, pk }): [string, Column] => {
    const isNullable = !notnull && !pk;
    const isNumbered = pk > 0 && type.toLowerCase() === "integer";
    return [
      name,
      {
        type: type.toLowerCase() === "text" ? "string" : "number",
        isNullable,
        isOptional: isNullable || isNumbered || dflt_value !== null,
      },
    ];
  });
  return Object.fromEntries(columns);
}

const ROWS = `
  import type { Insertable, Selectable } from "kysely";
  import type { Database } from "./schema";
  export type Selected = { [Table in keyof Database]: Selectable<Database[Table]> };
  export type Inserted = { [Table in keyof Database]: Insertable<Database[Table]> };`;

/** Returns the tables by the compiler's types, with Kysely's types for reading and inserting. */
function typedTables(): Tables {
  const file = join(import.meta.dirname, "rows.ts");
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ["lib.esnext.d.ts"],
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { fileExists, getSourceFile } = host;
  host.fileExists = (name) => name === file || fileExists(name);
  host.getSourceFile = (name, ...rest) =>
    name === file ? ts.createSourceFile(name, ROWS, ts.ScriptTarget.ES2022) : getSourceFile(name, ...rest);
  const program = ts.createProgram([file], options, host);
  const source = program.getSourceFile(file) as ts.SourceFile;
  expect(program.getSemanticDiagnostics(source)).toEqual([]);
  const checker = program.getTypeChecker();
  const exportedTypes = checker.getExportsOfModule(checker.getSymbolAtLocation(source) as ts.Symbol);
  const [selected, inserted] = ["Selected", "Inserted"].map((name) =>
    checker.getDeclaredTypeOfSymbol(exportedTypes.find((symbol) => symbol.name === name) as ts.Symbol),
  ) as [ts.Type, ts.Type];
  const propertiesOf = (type: ts.Type) =>
    type.getProperties().map((property): [string, ts.Symbol] => [property.name, property]);
  const typeOf = (symbol: ts.Symbol) => checker.getTypeOfSymbol(symbol);
  const insertedTables = new Map(propertiesOf(inserted));
  return Object.fromEntries(
    propertiesOf(selected).map(([table, symbol]) => {
      const insertedColumns = new Map(propertiesOf(typeOf(insertedTables.get(table) as ts.Symbol)));
      const columns = propertiesOf(typeOf(symbol)).map(([name, column]): [string, Column] => {
        const type = typeOf(column);
        const plainType = checker.getBaseTypeOfLiteralType(checker.getNonNullableType(type));
        const isOptional = Boolean((insertedColumns.get(name) as ts.Symbol).flags & ts.SymbolFlags.Optional);
        const isNullable = checker.typeToString(type).split(" | ").includes("null");
        return [name, { type: checker.typeToString(plainType), isNullable, isOptional }];
      });
      return [table, Object.fromEntries(columns)];
    }),
  );
}
