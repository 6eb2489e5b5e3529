/** The switch at the end of an import: its new experts enter the public lists together. SQLite-only SQL lives here. */
import { type Kysely, sql } from "kysely";
import { type Database, NOT_FEATURED } from "../schema";

/**
 * Puts the hidden experts of an import into the lists of their categories with one statement; doing it twice is fine.
 */
export async function listHiddenExperts(db: Kysely<Database>, importId: string): Promise<void> {
  await sql`
    INSERT INTO "listing" ("category", "rank", "sortName", "expertRowId", "createdAt", "updatedAt", "reviewedAt")
    SELECT "each"."value", coalesce("experts"."featuredPosition", ${NOT_FEATURED}), "experts"."sortName", "experts"."rowId",
      "experts"."createdAt", "experts"."updatedAt", coalesce("experts"."reviewedAt", '')
    FROM "importRows" JOIN "experts" ON "experts"."rowId" = "importRows"."subjectRowId",
      json_each(json_insert("experts"."categories", '$[#]', '*')) AS "each"
    WHERE "importRows"."importId" = ${importId} AND "importRows"."state" = 'hidden'
      AND "importRows"."kind" = 'experts' AND "experts"."deletedAt" IS NULL
    ON CONFLICT DO NOTHING`.execute(db);
}
