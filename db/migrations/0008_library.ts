import { type Kysely, sql } from "kysely";
import { notesImages } from "./0005_desk";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex("libraryContentsByCreation").on("libraryContents").column("createdAt").execute();
  await db.schema.createIndex("libraryImagesByCreation").on("libraryImages").column("createdAt").execute();
  await db.schema.createIndex("libraryProjectsByName").on("libraryProjects").column("name").execute();
  await notesLibrary(db);
}

async function notesLibrary(db: Kysely<unknown>): Promise<void> {
  await notesImages(db, { kind: "content", table: "libraryContents", field: "content" });
  const idOf = (rowId: string) => `(SELECT "id" FROM "libraryContents" WHERE "rowId" = ${rowId})`;
  const note = (values: string) => `INSERT OR IGNORE INTO "imageUses" VALUES (${values})`;
  const forget = (where: string) => `DELETE FROM "imageUses" WHERE ${where}`;
  const triggers = {
    savedAdded: [`INSERT ON "libraryImages"`, note(`new."imageId", 'library', new."imageId", 'saved'`)],
    savedRemoved: [`DELETE ON "libraryImages"`, forget(`"kind" = 'library' AND "subjectId" = old."imageId"`)],
    attachedAdded: [
      `INSERT ON "libraryContentImages"`,
      note(`new."imageId", 'content', ${idOf('new."contentRowId"')}, 'attached'`),
    ],
    attachedRemoved: [
      `DELETE ON "libraryContentImages"`,
      forget(`"imageId" = old."imageId" AND "kind" = 'content' AND "field" = 'attached'
        AND "subjectId" = ${idOf('old."contentRowId"')}`),
    ],
    // When a content goes its attachments follow, which then no longer know its id.
    contentRemoved: [`DELETE ON "libraryContents"`, forget(`"kind" = 'content' AND "subjectId" = old."id"`)],
  };
  for (const [name, [on, step]] of Object.entries(triggers))
    await sql.raw(`CREATE TRIGGER "imageUsesOf_library_${name}" AFTER ${on} BEGIN ${step}; END`).execute(db);
  await sql`
    INSERT OR IGNORE INTO "imageUses" SELECT "imageId", 'library', "imageId", 'saved' FROM "libraryImages"`.execute(db);
  await sql`
    INSERT OR IGNORE INTO "imageUses" SELECT "imageId", 'content', "libraryContents"."id", 'attached'
    FROM "libraryContentImages" JOIN "libraryContents" ON "libraryContents"."rowId" = "contentRowId"`.execute(db);
}
