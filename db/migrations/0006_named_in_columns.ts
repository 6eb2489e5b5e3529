import type { Kysely } from "kysely";
import type { Engine } from "../engine";
import type { Database } from "../schema";
import { rowId } from "./0001_baseline/row-id";

/** Moves data out of JSON into columns that can be looked up: the person of a suggestion, and the texts without sources. */
export async function up(untypedDb: Kysely<unknown>, kind: Engine["kind"]): Promise<void> {
  await untypedDb.schema
    .alterTable("suggestions")
    .addColumn("personName", "text", (c) => c.notNull().defaultTo(""))
    .execute();
  await untypedDb.schema.createIndex("suggestionsByPerson").on("suggestions").column("personName").execute();
  await untypedDb.schema
    .createTable("unsupportedTexts")
    .$call(rowId(kind))
    .addColumn("expertRowId", "integer", (c) => c.unique().references("experts.rowId").onDelete("cascade"))
    .addColumn("articleRowId", "integer", (c) => c.unique().references("articles.rowId").onDelete("cascade"))
    .execute();
  const db = untypedDb as Kysely<Database>;
  await nameSuggestions(db);
  await moveUnsupported(db);
}

const BATCH_SIZE = 200;

async function nameSuggestions(db: Kysely<Database>): Promise<void> {
  for (let lastId = ""; ; ) {
    const rows = await db
      .selectFrom("suggestions")
      .select(["id", "text"])
      .where("id", ">", lastId)
      .orderBy("id")
      .limit(BATCH_SIZE)
      .execute();
    for (const { id, text } of rows) {
      const { name } = jsonIn(text) as { name?: unknown };
      if (typeof name !== "string" || name === "") continue;
      await db.updateTable("suggestions").set({ personName: name }).where("id", "=", id).execute();
    }
    if (rows.length < BATCH_SIZE) return;
    lastId = rows.at(-1)?.id ?? lastId;
  }
}

/** Moves the list from a row of the cursors: a JSON list of "experts/ID" and "articles/ID", the latest first. */
async function moveUnsupported(db: Kysely<Database>): Promise<void> {
  const cursor = db.selectFrom("cursors").select("value").where("name", "=", "unsupportedTexts");
  const keys = jsonIn((await cursor.executeTakeFirst())?.value ?? "");
  for (const key of Array.isArray(keys) ? keys.reverse() : []) {
    const [table = "", id = ""] = String(key).split("/");
    if (table !== "experts" && table !== "articles") continue;
    const row = await db.selectFrom(table).select("rowId").where("id", "=", id).executeTakeFirst();
    const columns = table === "experts" ? { expertRowId: row?.rowId } : { articleRowId: row?.rowId };
    if (row) await db.insertInto("unsupportedTexts").values(columns).execute();
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
