/** A name in work in progress, logs and mails. Reads whole tables: it runs once for each person who leaves. */
import { contains, type Queryable } from "~/db.server";
import { removeContent } from "~/models/editing/library/write.server";

/** Work in progress that says the name; its rows go. */
const GOES = {
  drafts: ["fields"],
  jobs: ["input", "result", "partial", "message"],
  suggestions: ["personName", "text"],
  importRows: ["name", "detail", "step"],
  libraryContents: ["expertName", "content"],
  promotions: ["expertName", "state"],
  mails: ["subject", "body", "html"],
  follows: ["target"],
  questions: ["name", "subject"],
  questionTexts: ["text"],
  missedSearches: ["typed"],
} as const;

/** What is kept for another reason; the text goes. */
const BLANKED = {
  auditLog: ["subjectName", "detail"],
  aiCalls: ["message"],
  images: ["name", "alt", "prompt"],
  libraryImages: ["expertName"],
  requests: ["notes"],
} as const;

type Table = keyof typeof GOES | keyof typeof BLANKED;

/** The columns that name a row, where that is not "rowId". */
const KEYS: { [table in Table]?: readonly string[] } = {
  drafts: ["id"],
  suggestions: ["id"],
  importRows: ["importId", "position"],
  mails: ["id"],
  missedSearches: ["words"],
};

/** Deletes or blanks what says one of the names, as words of their own, outside profiles and articles. */
export async function forgetNames(tx: Queryable, names: string[]): Promise<void> {
  for (const [table, columns] of Object.entries(GOES) as [keyof typeof GOES, readonly string[]][]) {
    const found = await rowsSaying(tx, table, columns, names);
    for (const row of found) await deleteRow(tx, table, row);
  }
  for (const [table, columns] of Object.entries(BLANKED) as [keyof typeof BLANKED, readonly string[]][]) {
    for (const row of await rowsSaying(tx, table, columns, names)) {
      const said = columns.filter((column) => saysOneOf(String(row[column] ?? ""), names));
      const changes = Object.fromEntries(said.map((column) => [column, column === "subjectName" ? "A person" : ""]));
      await tx
        .updateTable(table)
        .set(changes)
        .where((e) => e.and(keyIn(table, row)))
        .execute();
    }
  }
  await tx.deleteFrom("libraryCounts").where("expertName", "in", names).where("items", "<=", 0).execute();
}

async function deleteRow(tx: Queryable, table: keyof typeof GOES, row: Row): Promise<void> {
  if (table === "libraryContents") await removeContent(tx, { rowId: Number(row.rowId) });
  else
    await tx
      .deleteFrom(table)
      .where((e) => e.and(keyIn(table, row)))
      .execute();
}

type Row = Record<string, unknown>;

function keyOf(table: Table): readonly string[] {
  return KEYS[table] ?? ["rowId"];
}

/** The key of a row: for a condition. */
function keyIn(table: Table, row: Row): Row {
  return Object.fromEntries(keyOf(table).map((column) => [column, row[column]]));
}

async function rowsSaying(tx: Queryable, table: Table, columns: readonly string[], names: string[]): Promise<Row[]> {
  const rows = await tx
    .selectFrom(table)
    .select([...keyOf(table), ...columns] as never)
    .where((e) => e.or(columns.flatMap((column) => names.flatMap(spelled).map((name) => contains(column, name)))))
    .execute();
  return (rows as unknown as Row[]).filter((row) =>
    columns.some((column) => saysOneOf(String(row[column] ?? ""), names)),
  );
}

/** As it is, as it stands in JSON, and as in the query of an address. */
function spelled(name: string): string[] {
  const inQuery = new URLSearchParams([["", name]]).toString().slice(1);
  return [...new Set([name, JSON.stringify(name).slice(1, -1), inQuery])];
}

/** Whether a text has one of the names in it as words of their own. */
export function saysOneOf(text: string, names: string[]): boolean {
  return names.flatMap(spelled).some((name) => {
    const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, "iu").test(text);
  });
}
