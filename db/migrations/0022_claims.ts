import { type Kysely, sql } from "kysely";

/** Who shows that a profile is theirs, and changes that come from them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("requests")
    .addColumn("userId", "text", (c) => c.references("users.id").onDelete("cascade"))
    .execute();
  await db.schema.createIndex("requestsOfUser").on("requests").column("userId").execute();
  await db.schema
    .alterTable("submissions")
    .addColumn("priority", "integer", (c) => c.notNull().defaultTo(1))
    .execute();
  await db.schema
    .createIndex("submissionsInOrder")
    .on("submissions")
    .columns(["status", "priority", "submittedAt"])
    .execute();

  await db.schema
    .createTable("claims")
    .addColumn("rowId", "integer", (c) => c.primaryKey())
    .addColumn("id", "text", (c) => c.notNull().unique())
    .addColumn("expertRowId", "integer", (c) => c.notNull().references("experts.rowId").onDelete("cascade"))
    .addColumn("userId", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("requestId", "text", (c) => c.references("requests.id").onDelete("cascade"))
    .addColumn("proof", "text", (c) => c.notNull())
    .addColumn("status", "text", (c) => c.notNull())
    .addColumn("page", "text", (c) => c.notNull())
    .addColumn("isStrong", "integer", (c) => c.notNull())
    .addColumn("evidence", "text", (c) => c.notNull())
    .addColumn("tokenHash", "text", (c) => c.unique())
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addColumn("expiresAt", "text", (c) => c.notNull())
    .addColumn("claimedAt", "text")
    .addColumn("confirmedAt", "text")
    .addColumn("remindedAt", "text")
    .execute();
  await db.schema.createIndex("claimsOfExpert").on("claims").columns(["expertRowId", "status"]).execute();
  await db.schema.createIndex("claimsOfUser").on("claims").columns(["userId", "status"]).execute();
  await db.schema.createIndex("claimsOfRequest").on("claims").column("requestId").execute();
  await db.schema.createIndex("claimsExpiring").on("claims").columns(["status", "expiresAt"]).execute();
  await db.schema.createIndex("claimsToAsk").on("claims").columns(["status", "confirmedAt"]).execute();
  await sql`CREATE UNIQUE INDEX "claimsEffective" ON "claims" ("expertRowId") WHERE "status" = 'confirmed'`.execute(db);
  await sql`CREATE UNIQUE INDEX "claimsWaiting" ON "claims" ("expertRowId", "userId")
    WHERE "status" IN ('proven', 'confirmed')`.execute(db);

  // A claim that waits changes no page.
  for (const [name, change] of [
    ["Changed", `UPDATE ON "claims" WHEN 'confirmed' IN (OLD."status", NEW."status")`],
    ["Deleted", `DELETE ON "claims" WHEN OLD."status" = 'confirmed'`],
  ])
    await sql
      .raw(
        `CREATE TRIGGER "claims${name}Version" AFTER ${change} BEGIN
          UPDATE "contentVersion" SET "version" = "version" + 1; END`,
      )
      .execute(db);
}
