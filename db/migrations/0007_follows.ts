import type { Kysely } from "kysely";
import type { Engine } from "../engine";
import { rowId } from "./0001_baseline/row-id";

/** Adds followers, and mails with a part in HTML and an address that ends them. */
export async function up(db: Kysely<unknown>, kind: Engine["kind"]): Promise<void> {
  await db.schema
    .createTable("followers")
    .$call(rowId(kind))
    .addColumn("id", "text", (c) => c.notNull().unique())
    .addColumn("email", "text", (c) => c.notNull().unique())
    .addColumn("rhythm", "text", (c) => c.notNull())
    .addColumn("nextAt", "text")
    .addColumn("createdAt", "text", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("followersDue").on("followers").column("nextAt").execute();
  await db.schema
    .createTable("follows")
    .$call(rowId(kind))
    .addColumn("id", "text", (c) => c.notNull().unique())
    .addColumn("followerRowId", "integer", (c) => c.notNull().references("followers.rowId").onDelete("cascade"))
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("expertRowId", "integer", (c) => c.references("experts.rowId").onDelete("cascade"))
    .addColumn("target", "text", (c) => c.notNull())
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addColumn("toldUntil", "text")
    .addUniqueConstraint("followsKey", ["followerRowId", "kind", "target"])
    .execute();
  await db.schema.createIndex("followsOfExpert").on("follows").column("expertRowId").execute();
  await db.schema.createIndex("followsUnconfirmed").on("follows").columns(["toldUntil", "createdAt"]).execute();
  for (const name of ["html", "unsubscribe"])
    await db.schema
      .alterTable("mails")
      .addColumn(name, "text", (c) => c.notNull().defaultTo(""))
      .execute();
}
