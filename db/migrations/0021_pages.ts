import type { Kysely } from "kysely";
import { raisesContentVersion } from "./0001_experts";
import { notesImages } from "./0005_desk";

/** The site's own pages, as far as they differ from the texts that came with it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("pages")
    .addColumn("rowId", "integer", (c) => c.primaryKey())
    .addColumn("id", "text", (c) => c.notNull().unique())
    .addColumn("slug", "text", (c) => c.notNull().unique())
    .addColumn("title", "text", (c) => c.notNull())
    .addColumn("body", "text", (c) => c.notNull())
    .addColumn("position", "integer", (c) => c.notNull())
    .addColumn("inFooter", "integer", (c) => c.notNull())
    .addColumn("updatedAt", "text", (c) => c.notNull())
    .execute();
  await raisesContentVersion(db, "pages");
  await notesImages(db, { kind: "page", table: "pages", field: "body" });
}
