import type { Kysely } from "kysely";
import type { Engine } from "../../engine";
import { rowId } from "./row-id";

/** Creates settings, pages, mails, the audit log, jobs, imports and other tables of the site. */
export async function createSite(db: Kysely<unknown>, kind: Engine["kind"]): Promise<void> {
  await db.schema
    .createTable("settings")
    .addColumn("key", "text", (c) => c.primaryKey())
    .addColumn("value", "text", (c) => c.notNull())
    .execute();

  await db.schema
    .createTable("contentVersion")
    .addColumn("only", "integer", (c) => c.primaryKey())
    .addColumn("version", "integer", (c) => c.notNull())
    .execute();

  await db.schema
    .createTable("pages")
    .$call(rowId(kind))
    .addColumn("id", "text", (c) => c.notNull().unique())
    .addColumn("slug", "text", (c) => c.notNull().unique())
    .addColumn("title", "text", (c) => c.notNull())
    .addColumn("body", "text", (c) => c.notNull())
    .addColumn("position", "integer", (c) => c.notNull())
    .addColumn("inFooter", "integer", (c) => c.notNull())
    .addColumn("updatedAt", "text", (c) => c.notNull())
    .execute();

  await db.schema
    .createTable("mails")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("recipient", "text", (c) => c.notNull())
    .addColumn("subject", "text", (c) => c.notNull())
    .addColumn("body", "text", (c) => c.notNull())
    .addColumn("status", "text", (c) => c.notNull())
    .addColumn("attempts", "integer", (c) => c.notNull())
    .addColumn("nextAttemptAt", "text", (c) => c.notNull())
    .addColumn("lastError", "text")
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addColumn("sentAt", "text")
    .execute();
  await db.schema.createIndex("mailsByCreation").on("mails").columns(["createdAt desc", "id"]).execute();
  await db.schema.createIndex("mailsDue").on("mails").columns(["status", "nextAttemptAt"]).execute();

  await db.schema
    .createTable("auditLog")
    .$call(rowId(kind))
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
  await db.schema.createIndex("auditBy_action").on("auditLog").column("action").execute();
  await db.schema
    .createIndex("auditBy_subjectKind_subjectId")
    .on("auditLog")
    .columns(["subjectKind", "subjectId"])
    .execute();
  await db.schema.createIndex("auditBy_userId").on("auditLog").column("userId").execute();

  await db.schema
    .createTable("jobs")
    .$call(rowId(kind))
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

  await db.schema
    .createTable("imports")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("format", "text", (c) => c.notNull())
    .addColumn("fields", "text")
    .addColumn("phase", "text", (c) => c.notNull())
    .addColumn("counts", "text", (c) => c.notNull().defaultTo("{}"))
    .addColumn("jobId", "text")
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addColumn("createdBy", "text", (c) => c.references("users.id").onDelete("set null"))
    .execute();
  await db.schema.createIndex("importsByCreation").on("imports").column("createdAt").execute();
  await db.schema.createIndex("importsByPhase").on("imports").column("phase").execute();

  await db.schema
    .createTable("importRows")
    .addColumn("importId", "text", (c) => c.notNull().references("imports.id").onDelete("cascade"))
    .addColumn("position", "integer", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("outcome", "text", (c) => c.notNull())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("row", "integer", (c) => c.notNull())
    .addColumn("answer", "text", (c) => c.notNull().defaultTo(""))
    .addColumn("subjectRowId", "integer")
    .addColumn("basedOn", "text", (c) => c.notNull().defaultTo(""))
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("detail", "text", (c) => c.notNull())
    .addColumn("step", "text")
    .addPrimaryKeyConstraint("importRowsKey", ["importId", "position"])
    .execute();
  await db.schema
    .createIndex("importRowsByOutcome")
    .on("importRows")
    .columns(["importId", "outcome", "position"])
    .execute();
  await db.schema
    .createIndex("importRowsByState")
    .on("importRows")
    .columns(["importId", "state", "position"])
    .execute();

  await db.schema
    .createTable("removals")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("at", "text", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("removalsInOrder").on("removals").columns(["at", "id"]).execute();

  await db.schema
    .createTable("webhooks")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("url", "text", (c) => c.notNull())
    .addColumn("events", "text", (c) => c.notNull())
    .addColumn("secret", "text", (c) => c.notNull())
    .addColumn("cursor", "text", (c) => c.notNull())
    .addColumn("status", "text", (c) => c.notNull())
    .addColumn("attempts", "integer", (c) => c.notNull())
    .addColumn("givenUp", "integer", (c) => c.notNull())
    .addColumn("nextAttemptAt", "text", (c) => c.notNull())
    .addColumn("deliveries", "text", (c) => c.notNull())
    .addColumn("createdAt", "text", (c) => c.notNull())
    .execute();

  await db.schema
    .createTable("cursors")
    .addColumn("name", "text", (c) => c.primaryKey())
    .addColumn("value", "text", (c) => c.notNull())
    .execute();

  await db.schema
    .createTable("missedSearches")
    .addColumn("words", "text", (c) => c.primaryKey())
    .addColumn("typed", "text", (c) => c.notNull())
    .addColumn("count", "integer", (c) => c.notNull())
    .addColumn("firstDay", "text", (c) => c.notNull())
    .addColumn("lastDay", "text", (c) => c.notNull())
    .addColumn("isDismissed", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createIndex("missedSearchesInOrder")
    .on("missedSearches")
    .columns(["isDismissed", "count", "lastDay", "words"])
    .execute();
}
