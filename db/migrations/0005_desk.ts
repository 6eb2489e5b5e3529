import { type Kysely, sql } from "kysely";
import { raisesContentVersion } from "./0001_experts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("images")
    .addColumn("rowId", "integer", (c) => c.primaryKey())
    .addColumn("id", "text", (c) => c.notNull().unique())
    .addColumn("url", "text", (c) => c.notNull().unique())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("alt", "text", (c) => c.notNull())
    .addColumn("width", "integer", (c) => c.notNull())
    .addColumn("height", "integer", (c) => c.notNull())
    .addColumn("bytes", "integer", (c) => c.notNull())
    .addColumn("files", "text", (c) => c.notNull())
    .addColumn("contentHash", "text", (c) => c.notNull())
    .addColumn("origin", "text", (c) => c.notNull())
    .addColumn("prompt", "text", (c) => c.notNull().defaultTo(""))
    .addColumn("provider", "text", (c) => c.notNull().defaultTo(""))
    .addColumn("model", "text", (c) => c.notNull().defaultTo(""))
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addColumn("createdBy", "text", (c) => c.references("users.id").onDelete("set null"))
    .execute();
  await db.schema.createIndex("imagesByContent").on("images").column("contentHash").unique().execute();
  await db.schema.createIndex("imagesByCreation").on("images").column("createdAt").execute();
  await raisesContentVersion(db, "images");

  await db.schema
    .createTable("imageUses")
    .addColumn("imageId", "text", (c) => c.notNull())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("subjectId", "text", (c) => c.notNull())
    .addColumn("field", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("imageUsesKey", ["imageId", "kind", "subjectId", "field"])
    .execute();
  await db.schema.createIndex("imageUsesOfSubject").on("imageUses").columns(["kind", "subjectId"]).execute();
  for (const field of ["imageUrl", "longevityInterviewImageUrl", "productImageUrl"])
    await notesImages(db, { kind: "expert", table: "experts", field });
  for (const field of ["imageUrl", "body"]) await notesImages(db, { kind: "article", table: "articles", field });
  // A decided submission shows its pictures nowhere.
  await notesImages(db, { kind: "submission", table: "submissions", field: "record", status: "pending" });

  await db.schema
    .createTable("expertRevisions")
    .addColumn("rowId", "integer", (c) => c.primaryKey())
    .addColumn("expertRowId", "integer", (c) => c.notNull().references("experts.rowId").onDelete("cascade"))
    .addColumn("action", "text", (c) => c.notNull())
    .addColumn("before", "text", (c) => c.notNull())
    .addColumn("after", "text", (c) => c.notNull())
    .addColumn("at", "text", (c) => c.notNull())
    .addColumn("userId", "text", (c) => c.references("users.id").onDelete("set null"))
    .addColumn("userName", "text", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("revisionsOfExpert").on("expertRevisions").columns(["expertRowId", "rowId"]).execute();

  await db.schema
    .createTable("auditLog")
    .addColumn("rowId", "integer", (c) => c.primaryKey())
    .addColumn("at", "text", (c) => c.notNull())
    .addColumn("userId", "text")
    .addColumn("userName", "text", (c) => c.notNull())
    .addColumn("action", "text", (c) => c.notNull())
    .addColumn("subjectKind", "text", (c) => c.notNull())
    .addColumn("subjectId", "text", (c) => c.notNull())
    .addColumn("subjectName", "text", (c) => c.notNull())
    .addColumn("detail", "text", (c) => c.notNull())
    .addColumn("address", "text", (c) => c.notNull())
    .execute();
  for (const columns of [["action"], ["userId"], ["subjectKind", "subjectId"]]) {
    await db.schema
      .createIndex(`auditBy_${columns.join("_")}`)
      .on("auditLog")
      .columns(columns)
      .execute();
  }

  await db.schema
    .createTable("jobs")
    .addColumn("rowId", "integer", (c) => c.primaryKey())
    .addColumn("id", "text", (c) => c.notNull().unique())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("status", "text", (c) => c.notNull())
    .addColumn("input", "text", (c) => c.notNull())
    .addColumn("result", "text")
    .addColumn("message", "text", (c) => c.notNull().defaultTo(""))
    .addColumn("partial", "text", (c) => c.notNull().defaultTo(""))
    .addColumn("done", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("total", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addColumn("updatedAt", "text", (c) => c.notNull())
    .addColumn("createdBy", "text", (c) => c.references("users.id").onDelete("set null"))
    .execute();
  await db.schema.createIndex("jobsByKind").on("jobs").columns(["kind", "rowId"]).execute();

  await db.schema.alterTable("submissions").addColumn("sentRecord", "text").execute();

  await db.schema
    .createIndex("expertsInTrash")
    .on("experts")
    .column("deletedAt")
    .where("deletedAt" as never, "is not", null)
    .execute();
  await db.schema.createIndex("expertsByUpdate").on("experts").column("updatedAt").execute();
  await db.schema.createIndex("usersByCreation").on("users").column("createdAt").execute();
}

/**
 * Keeps `imageUses` by triggers, so that no write can forget to: every address of an upload in a text, whatever
 * stands around it.
 */
export async function notesImages(
  db: Kysely<unknown>,
  { kind, table, field, status }: { kind: string; table: string; field: string; status?: string },
): Promise<void> {
  const counts = `instr(new."${field}", '/uploads/') > 0 ${status ? `AND new."status" = '${status}'` : ""}`;
  const note = `INSERT OR IGNORE INTO "imageUses"
    SELECT substr("value", 4, 16), '${kind}', new."id", '${field}'
    FROM json_each('[' || replace(json_quote(new."${field}"), '/uploads/', '","') || ']')
    WHERE "key" > 0 AND ${counts}`;
  const forget = `DELETE FROM "imageUses"
    WHERE "kind" = '${kind}' AND "subjectId" = old."id" AND "field" = '${field}'`;
  const changed = [field, ...(status ? ["status"] : [])];
  const differs = changed.map((column) => `old."${column}" IS NOT new."${column}"`).join(" OR ");
  const triggers = {
    Added: `AFTER INSERT ON "${table}" WHEN ${counts} BEGIN ${note}; END`,
    Changed: `AFTER UPDATE OF ${changed.map((column) => `"${column}"`).join(", ")} ON "${table}"
      WHEN ${differs} BEGIN ${forget}; ${note}; END`,
    Removed: `AFTER DELETE ON "${table}" BEGIN ${forget}; END`,
  };
  for (const [name, body] of Object.entries(triggers))
    await sql.raw(`CREATE TRIGGER "imageUsesOf_${table}_${field}_${name}" ${body}`).execute(db);
}
