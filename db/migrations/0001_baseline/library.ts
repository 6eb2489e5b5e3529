import type { Kysely } from "kysely";
import type { Engine } from "../../engine";
import { rowId } from "./row-id";

/** Creates images, the library of saved texts and images, and promotions. */
export async function createLibrary(db: Kysely<unknown>, kind: Engine["kind"]): Promise<void> {
  await db.schema
    .createTable("images")
    .$call(rowId(kind))
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

  await db.schema
    .createTable("imageUses")
    .addColumn("imageId", "text", (c) => c.notNull())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("subjectId", "text", (c) => c.notNull())
    .addColumn("field", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("imageUsesKey", ["imageId", "kind", "subjectId", "field"])
    .execute();
  await db.schema.createIndex("imageUsesOfSubject").on("imageUses").columns(["kind", "subjectId"]).execute();

  await db.schema
    .createTable("libraryProjects")
    .$call(rowId(kind))
    .addColumn("id", "text", (c) => c.notNull().unique())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("description", "text", (c) => c.notNull())
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addColumn("createdBy", "text", (c) => c.references("users.id").onDelete("set null"))
    .execute();
  await db.schema.createIndex("libraryProjectsByName").on("libraryProjects").column("name").execute();

  await db.schema
    .createTable("libraryContents")
    .$call(rowId(kind))
    .addColumn("id", "text", (c) => c.notNull().unique())
    .addColumn("expertRowId", "integer", (c) => c.references("experts.rowId").onDelete("set null"))
    .addColumn("expertName", "text", (c) => c.notNull())
    .addColumn("platform", "text", (c) => c.notNull())
    .addColumn("contentType", "text", (c) => c.notNull())
    .addColumn("projectRowId", "integer", (c) => c.references("libraryProjects.rowId").onDelete("set null"))
    .addColumn("seoTags", "text", (c) => c.notNull().defaultTo("[]"))
    .addColumn("provider", "text", (c) => c.notNull().defaultTo(""))
    .addColumn("model", "text", (c) => c.notNull().defaultTo(""))
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addColumn("updatedAt", "text", (c) => c.notNull())
    .addColumn("createdBy", "text", (c) => c.references("users.id").onDelete("set null"))
    .addColumn("content", "text", (c) => c.notNull())
    .addColumn("evidence", "text", (c) => c.notNull().defaultTo("[]"))
    .execute();
  await db.schema.createIndex("libraryContentsByCreation").on("libraryContents").column("createdAt").execute();
  await db.schema.createIndex("libraryContentsByExpertRow").on("libraryContents").column("expertRowId").execute();
  await db.schema
    .createIndex("libraryContentsOfExpert")
    .on("libraryContents")
    .columns(["expertName", "rowId"])
    .execute();
  await db.schema.createIndex("libraryContentsOfProject").on("libraryContents").column("projectRowId").execute();

  await db.schema
    .createTable("libraryImages")
    .$call(rowId(kind))
    .addColumn("imageId", "text", (c) => c.notNull().unique().references("images.id").onDelete("cascade"))
    .addColumn("expertRowId", "integer", (c) => c.references("experts.rowId").onDelete("set null"))
    .addColumn("expertName", "text", (c) => c.notNull())
    .addColumn("size", "text", (c) => c.notNull())
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addColumn("createdBy", "text", (c) => c.references("users.id").onDelete("set null"))
    .execute();
  await db.schema.createIndex("libraryImagesByCreation").on("libraryImages").column("createdAt").execute();
  await db.schema.createIndex("libraryImagesByExpertRow").on("libraryImages").column("expertRowId").execute();
  await db.schema.createIndex("libraryImagesOfExpert").on("libraryImages").columns(["expertName", "rowId"]).execute();

  await db.schema
    .createTable("libraryContentImages")
    .addColumn("contentRowId", "integer", (c) => c.notNull().references("libraryContents.rowId").onDelete("cascade"))
    .addColumn("imageId", "text", (c) => c.notNull().references("images.id").onDelete("cascade"))
    .addPrimaryKeyConstraint("libraryContentImagesKey", ["contentRowId", "imageId"])
    .execute();
  await db.schema.createIndex("contentsOfImage").on("libraryContentImages").column("imageId").execute();

  await db.schema
    .createTable("libraryCounts")
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("expertName", "text", (c) => c.notNull())
    .addColumn("items", "integer", (c) => c.notNull())
    .addPrimaryKeyConstraint("libraryCountsKey", ["kind", "expertName"])
    .execute();

  await db.schema
    .createTable("promotions")
    .$call(rowId(kind))
    .addColumn("id", "text", (c) => c.notNull().unique())
    .addColumn("step", "integer", (c) => c.notNull())
    .addColumn("expertRowId", "integer", (c) => c.references("experts.rowId").onDelete("set null"))
    .addColumn("expertName", "text", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addColumn("updatedAt", "text", (c) => c.notNull())
    .addColumn("createdBy", "text", (c) => c.references("users.id").onDelete("cascade"))
    .execute();
  await db.schema.createIndex("promotionsByUpdate").on("promotions").columns(["createdBy", "updatedAt"]).execute();
  await db.schema.createIndex("promotionsOfExpert").on("promotions").column("expertRowId").execute();
}
