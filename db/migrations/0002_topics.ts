import type { Kysely } from "kysely";
import type { Engine } from "../engine";
import { rowId } from "./0001_baseline/row-id";
import { raiseVersion } from "./triggers";

/** Adds topics, and the places, languages and purposes for which people can be found. */
export async function up(db: Kysely<unknown>, kind: Engine["kind"]): Promise<void> {
  await db.schema
    .createTable("topics")
    .$call(rowId(kind))
    .addColumn("id", "text", (c) => c.notNull().unique())
    .addColumn("slug", "text", (c) => c.notNull().unique())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("otherNames", "text", (c) => c.notNull().defaultTo("[]"))
    .addColumn("broader", "text", (c) => c.notNull().defaultTo(""))
    .addColumn("description", "text", (c) => c.notNull().defaultTo(""))
    .addColumn("openalex", "text", (c) => c.notNull().defaultTo("[]"))
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addColumn("updatedAt", "text", (c) => c.notNull())
    .execute();
  await db.schema
    .createTable("topicSlugs")
    .addColumn("slug", "text", (c) => c.primaryKey())
    .addColumn("topicRowId", "integer", (c) => c.notNull().references("topics.rowId").onDelete("cascade"))
    .execute();
  await db.schema.createIndex("topicSlugsOfTopic").on("topicSlugs").column("topicRowId").execute();
  const columns: [name: string, empty: string][] = [
    ["topics", "[]"],
    ["languages", "[]"],
    ["availableFor", "[]"],
    ["city", ""],
    ["country", ""],
    ["status", ""],
    ["born", ""],
    ["died", ""],
  ];
  for (const [name, empty] of columns)
    await db.schema
      .alterTable("experts")
      .addColumn(name, "text", (c) => c.notNull().defaultTo(empty))
      .execute();
  await raiseVersion(db, kind, "topics");
}
