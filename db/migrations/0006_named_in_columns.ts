import type { Kysely } from "kysely";
import type { Engine } from "../engine";
import type { Database } from "../schema";
import { rowId } from "./0001_baseline/row-id";

/** Moves data out of JSON into columns that can be looked up: the person of a suggestion, and the texts without sources. */
export async function up(untyped: Kysely<unknown>, kind: Engine["kind"]): Promise<void> {
  await untyped.schema
    .alterTable("suggestions")
    .addColumn("personName", "text", (c) => c.notNull().defaultTo(""))
    .execute();
  await untyped.schema.createIndex("suggestionsByPerson").on("suggestions").column("personName").execute();
  await untyped.schema
    .createTable("unsupportedTexts")
    .$call(rowId(kind))
    .addColumn("expertRowId", "integer", (c) => c.unique().references("experts.rowId").onDelete("cascade"))
    .addColumn("articleRowId", "integer", (c) => c.unique().references("articles.rowId").onDelete("cascade"))
    .execute();
  const db = untyped as Kysely<Database>;
  await nameSuggestions(db);
  await moveUnsupported(db);
}

const SLICE = 200;

async function nameSuggestions(db: Kysely<Database>): Promise<void> {
  for (let last = ""; ; ) {
    const rows = await db
      .selectFrom("suggestions")
      .select(["id", "text"])
      .where("id", ">", last)
      .orderBy("id")
      .limit(SLICE)
      .execute();
    for (const { id, text } of rows) {
      const { name } = jsonIn(text) as { name?: unknown };
      if (typeof name !== "string" || name === "") continue;
      await db.updateTable("suggestions").set({ personName: name }).where("id", "=", id).execute();
    }
    if (rows.length < SLICE) return;
    last = rows.at(-1)?.id ?? last;
  }
}

/** Moves the list from a row of the cursors: a JSON list of "experts/ID" and "articles/ID", the latest first. */
async function moveUnsupported(db: Kysely<Database>): Promise<void> {
  const cursor = db.selectFrom("cursors").select("value").where("name", "=", "unsupportedTexts");
  const listed = jsonIn((await cursor.executeTakeFirst())?.value ?? "");
  for (const key of Array.isArray(listed) ? listed.reverse() : []) {
    const [table = "", id = ""] = String(key).split("/");
    if (table !== "experts" && table !== "articles") continue;
    const row = await db.selectFrom(table).select("rowId").where("id", "=", id).executeTakeFirst();
    const of = table === "experts" ? { expertRowId: row?.rowId } : { articleRowId: row?.rowId };
    if (row) await db.insertInto("unsupportedTexts").values(of).execute();
  }
  await db.deleteFrom("cursors").where("name", "=", "unsupportedTexts").execute();
}

function jsonIn(text: string): object {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}
