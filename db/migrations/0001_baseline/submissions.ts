import { type Kysely, sql } from "kysely";
import type { Engine } from "../../engine";
import { rowId } from "./row-id";

/** Creates visitors' submissions and drafts, requests of listed people, and claims. */
export async function createSubmissions(db: Kysely<unknown>, kind: Engine["kind"]): Promise<void> {
  await db.schema
    .createTable("submissions")
    .$call(rowId(kind))
    .addColumn("id", "text", (c) => c.notNull().unique())
    .addColumn("draftId", "text", (c) => c.unique())
    .addColumn("status", "text", (c) => c.notNull())
    .addColumn("changesExpertRowId", "integer", (c) => c.references("experts.rowId").onDelete("set null"))
    .addColumn("expertRowId", "integer", (c) => c.references("experts.rowId").onDelete("set null"))
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("foldedName", "text", (c) => c.notNull())
    .addColumn("title", "text", (c) => c.notNull())
    .addColumn("record", "text", (c) => c.notNull())
    .addColumn("userId", "text", (c) => c.references("users.id").onDelete("set null"))
    .addColumn("submitterName", "text", (c) => c.notNull())
    .addColumn("submitterEmail", "text", (c) => c.notNull())
    .addColumn("submitterReason", "text", (c) => c.notNull())
    .addColumn("submittedAt", "text", (c) => c.notNull())
    .addColumn("updatedAt", "text", (c) => c.notNull())
    .addColumn("reviewNotes", "text", (c) => c.notNull().defaultTo(""))
    .addColumn("reviewedAt", "text")
    .addColumn("reviewedBy", "text", (c) => c.references("users.id").onDelete("set null"))
    .addColumn("sentRecord", "text")
    .addColumn("leftOut", "text", (c) => c.notNull().defaultTo("[]"))
    .addColumn("priority", "integer", (c) => c.notNull().defaultTo(1))
    .execute();
  await db.schema
    .createIndex("submissionsByName")
    .on("submissions")
    .columns(["foldedName", "status", "changesExpertRowId"])
    .execute();
  await db.schema.createIndex("submissionsByStatus").on("submissions").columns(["status", "submittedAt"]).execute();
  await db.schema
    .createIndex("submissionsInOrder")
    .on("submissions")
    .columns(["status", "priority", "submittedAt"])
    .execute();
  await db.schema.createIndex("submissionsOfUser").on("submissions").columns(["userId", "submittedAt"]).execute();

  await db.schema
    .createTable("websiteHosts")
    .addColumn("host", "text", (c) => c.notNull())
    .addColumn("expertRowId", "integer", (c) => c.references("experts.rowId").onDelete("cascade"))
    .addColumn("submissionRowId", "integer", (c) => c.references("submissions.rowId").onDelete("cascade"))
    .execute();
  await db.schema.createIndex("websiteHostsByHost").on("websiteHosts").column("host").execute();
  await db.schema.createIndex("websiteHostsOfExpert").on("websiteHosts").column("expertRowId").execute();
  await db.schema.createIndex("websiteHostsOfSubmission").on("websiteHosts").column("submissionRowId").execute();

  await db.schema
    .createTable("drafts")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("browser", "text", (c) => c.notNull())
    .addColumn("userId", "text", (c) => c.references("users.id").onDelete("cascade"))
    .addColumn("fields", "text", (c) => c.notNull())
    .addColumn("updatedAt", "text", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("draftsByAge").on("drafts").column("updatedAt").execute();
  await db.schema.createIndex("draftsOfBrowser").on("drafts").column("browser").execute();
  await db.schema.createIndex("draftsOfUser").on("drafts").column("userId").execute();

  await db.schema
    .createTable("requests")
    .$call(rowId(kind, { isNeverReused: true }))
    .addColumn("id", "text", (c) => c.notNull().unique())
    .addColumn("tokenHash", "text", (c) => c.notNull().unique())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("status", "text", (c) => c.notNull())
    .addColumn("expertRowId", "integer", (c) => c.references("experts.rowId").onDelete("set null"))
    .addColumn("field", "text", (c) => c.notNull())
    .addColumn("says", "text", (c) => c.notNull())
    .addColumn("should", "text", (c) => c.notNull())
    .addColumn("source", "text", (c) => c.notNull())
    .addColumn("message", "text", (c) => c.notNull())
    .addColumn("email", "text", (c) => c.notNull())
    .addColumn("notes", "text", (c) => c.notNull())
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addColumn("confirmedAt", "text")
    .addColumn("dueAt", "text")
    .addColumn("decidedAt", "text")
    .addColumn("decidedBy", "text", (c) => c.references("users.id").onDelete("set null"))
    .addColumn("answeredInMs", "integer")
    .addColumn("isPublic", "integer", (c) => c.notNull())
    .addColumn("userId", "text", (c) => c.references("users.id").onDelete("cascade"))
    .execute();
  await db.schema.createIndex("requestsAnswered").on("requests").column("answeredInMs").execute();
  await db.schema.createIndex("requestsCreated").on("requests").columns(["status", "createdAt"]).execute();
  await db.schema.createIndex("requestsDecided").on("requests").columns(["status", "decidedAt"]).execute();
  await db.schema.createIndex("requestsDue").on("requests").columns(["status", "dueAt"]).execute();
  await db.schema.createIndex("requestsOfExpert").on("requests").column("expertRowId").execute();
  await db.schema.createIndex("requestsOfUser").on("requests").column("userId").execute();
  await db.schema.createIndex("requestsPublic").on("requests").columns(["isPublic", "decidedAt"]).execute();

  await db.schema
    .createTable("claims")
    .$call(rowId(kind))
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
  await db.schema
    .createIndex("claimsEffective")
    .on("claims")
    .column("expertRowId")
    .unique()
    .where(sql.ref("status"), "=", "confirmed")
    .execute();
  await db.schema.createIndex("claimsExpiring").on("claims").columns(["status", "expiresAt"]).execute();
  await db.schema.createIndex("claimsOfExpert").on("claims").columns(["expertRowId", "status"]).execute();
  await db.schema.createIndex("claimsOfRequest").on("claims").column("requestId").execute();
  await db.schema.createIndex("claimsOfUser").on("claims").columns(["userId", "status"]).execute();
  await db.schema.createIndex("claimsToAsk").on("claims").columns(["status", "confirmedAt"]).execute();
  await db.schema
    .createIndex("claimsWaiting")
    .on("claims")
    .columns(["expertRowId", "userId"])
    .unique()
    .where(sql.ref("status"), "in", ["proven", "confirmed"])
    .execute();
}
