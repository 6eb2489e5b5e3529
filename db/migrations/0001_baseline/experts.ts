import { type Kysely, sql } from "kysely";
import type { Engine } from "../../engine";
import { rowId } from "./row-id";

/** Creates experts, their lists, and the data about each. */
export async function createExperts(db: Kysely<unknown>, kind: Engine["kind"]): Promise<void> {
  await db.schema
    .createTable("experts")
    .$call(rowId(kind))
    .addColumn("id", "text", (c) => c.notNull().unique())
    .addColumn("slug", "text", (c) => c.notNull().unique())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("sortName", "text", (c) => c.notNull())
    .addColumn("title", "text", (c) => c.notNull())
    .addColumn("categories", "text", (c) => c.notNull())
    .addColumn("imageUrl", "text", (c) => c.notNull())
    .addColumn("featuredPosition", "integer")
    .addColumn("longevityContribution", "text", (c) => c.notNull())
    .addColumn("customGptUrl", "text", (c) => c.notNull().defaultTo(""))
    .addColumn("longevityInterviewTitle", "text", (c) => c.notNull().defaultTo(""))
    .addColumn("longevityInterviewImageUrl", "text", (c) => c.notNull().defaultTo(""))
    .addColumn("longevityInterviewShortDescription", "text", (c) => c.notNull().defaultTo(""))
    .addColumn("longevityInterviewLongDescription", "text", (c) => c.notNull().defaultTo(""))
    .addColumn("longevityInterviewDownloadNotesUrl", "text", (c) => c.notNull().defaultTo(""))
    .addColumn("longevityInterviewVideoEmbed", "text", (c) => c.notNull().defaultTo(""))
    .addColumn("productTitle", "text", (c) => c.notNull().defaultTo(""))
    .addColumn("productImageUrl", "text", (c) => c.notNull().defaultTo(""))
    .addColumn("productDescription", "text", (c) => c.notNull().defaultTo(""))
    .addColumn("productButtonText", "text", (c) => c.notNull().defaultTo(""))
    .addColumn("productButtonUrl", "text", (c) => c.notNull().defaultTo(""))
    .addColumn("youtubeEmbeds", "text", (c) => c.notNull().defaultTo("[]"))
    .addColumn("books", "text", (c) => c.notNull().defaultTo("[]"))
    .addColumn("scienceHighlights", "text", (c) => c.notNull().defaultTo("[]"))
    .addColumn("referenceLinks", "text", (c) => c.notNull().defaultTo("[]"))
    .addColumn("sources", "text", (c) => c.notNull().defaultTo("[]"))
    .addColumn("origin", "text", (c) => c.notNull())
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addColumn("updatedAt", "text", (c) => c.notNull())
    .addColumn("deletedAt", "text")
    .addColumn("biography", "text", (c) => c.notNull().defaultTo(""))
    .addColumn("affiliation", "text", (c) => c.notNull().defaultTo(""))
    .addColumn("orcid", "text", (c) => c.notNull().defaultTo(""))
    .addColumn("wikidata", "text", (c) => c.notNull().defaultTo(""))
    .addColumn("openalex", "text", (c) => c.notNull().defaultTo(""))
    .addColumn("ror", "text", (c) => c.notNull().defaultTo(""))
    .addColumn("interests", "text", (c) => c.notNull().defaultTo(""))
    .addColumn("linkKinds", "text", (c) => c.notNull().defaultTo("[]"))
    .addColumn("reviewedAt", "text")
    .execute();
  await db.schema.createIndex("expertsByChange").on("experts").columns(["updatedAt", "id"]).execute();
  await db.schema.createIndex("expertsByName").on("experts").column("sortName").execute();
  await db.schema.createIndex("expertsByOrigin").on("experts").column("origin").execute();
  await db.schema.createIndex("expertsByUpdate").on("experts").column("updatedAt").execute();
  await db.schema
    .createIndex("expertsFeatured")
    .on("experts")
    .column("featuredPosition")
    .where("featuredPosition", "is not", null)
    .execute();
  await db.schema
    .createIndex("expertsInTrash")
    .on("experts")
    .column("deletedAt")
    .where("deletedAt", "is not", null)
    .execute();

  await db.schema
    .createTable("slugs")
    .addColumn("slug", "text", (c) => c.primaryKey())
    .addColumn("expertRowId", "integer", (c) => c.notNull().references("experts.rowId").onDelete("cascade"))
    .execute();
  await db.schema.createIndex("slugsOfExpert").on("slugs").column("expertRowId").execute();

  await db.schema
    .createTable("listing")
    .addColumn("category", "text", (c) => c.notNull())
    .addColumn("rank", "integer", (c) => c.notNull())
    .addColumn("sortName", "text", (c) => c.notNull())
    .addColumn("expertRowId", "integer", (c) => c.notNull().references("experts.rowId").onDelete("cascade"))
    .addColumn("createdAt", "text", (c) => c.notNull().defaultTo(""))
    .addColumn("updatedAt", "text", (c) => c.notNull().defaultTo(""))
    .addColumn("reviewedAt", "text", (c) => c.notNull().defaultTo(""))
    .addPrimaryKeyConstraint("listing_pkey", ["category", "rank", "sortName", "expertRowId"])
    // Stores rows in the order of the key, in which they are read.
    .$call((table) => (kind === "sqlite" ? table.modifyEnd(sql`without rowid`) : table))
    .execute();
  await db.schema
    .createIndex("listingBy_createdAt")
    .on("listing")
    .columns(["category", "createdAt", "expertRowId"])
    .execute();
  await db.schema
    .createIndex("listingBy_reviewedAt")
    .on("listing")
    .columns(["category", "reviewedAt", "expertRowId"])
    .execute();
  await db.schema
    .createIndex("listingBy_sortName")
    .on("listing")
    .columns(["category", "sortName", "expertRowId"])
    .execute();
  await db.schema
    .createIndex("listingBy_updatedAt")
    .on("listing")
    .columns(["category", "updatedAt", "expertRowId"])
    .execute();
  await db.schema.createIndex("listingOfExpert").on("listing").column("expertRowId").execute();

  await db.schema
    .createTable("listingCounts")
    .addColumn("category", "text", (c) => c.primaryKey())
    .addColumn("experts", "integer", (c) => c.notNull())
    .execute();

  await db.schema
    .createTable("expertRevisions")
    .$call(rowId(kind))
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
    .createTable("works")
    .$call(rowId(kind))
    .addColumn("expertRowId", "integer", (c) => c.notNull().references("experts.rowId").onDelete("cascade"))
    .addColumn("openalex", "text", (c) => c.notNull())
    .addColumn("doi", "text", (c) => c.notNull())
    .addColumn("title", "text", (c) => c.notNull())
    .addColumn("year", "integer")
    .addColumn("venue", "text", (c) => c.notNull())
    .addColumn("citations", "integer", (c) => c.notNull())
    .addColumn("status", "text", (c) => c.notNull())
    .addColumn("retracted", "integer", (c) => c.notNull())
    .addColumn("retractionSeenAt", "text")
    .addColumn("checkedAt", "text", (c) => c.notNull())
    .addUniqueConstraint("worksKey", ["expertRowId", "openalex"])
    .execute();
  await db.schema.createIndex("worksRetracted").on("works").column("retracted").execute();

  await db.schema
    .createTable("linkChecks")
    .addColumn("expertRowId", "integer", (c) => c.notNull().references("experts.rowId").onDelete("cascade"))
    .addColumn("url", "text", (c) => c.notNull())
    .addColumn("status", "text", (c) => c.notNull())
    .addColumn("reason", "text", (c) => c.notNull())
    .addColumn("failures", "integer", (c) => c.notNull())
    .addColumn("checkedAt", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("linkChecksKey", ["expertRowId", "url"])
    .execute();
  await db.schema
    .createIndex("linkChecksDead")
    .on("linkChecks")
    .columns(["status", "checkedAt"])
    .where("status", "=", "dead")
    .execute();

  await db.schema
    .createTable("goneSlugs")
    .addColumn("hash", "text", (c) => c.primaryKey())
    .addColumn("at", "text", (c) => c.notNull())
    .execute();

  await db.schema
    .createTable("doNotRelist")
    .addColumn("hash", "text", (c) => c.primaryKey())
    .addColumn("at", "text", (c) => c.notNull())
    .execute();
}
