import { type Kysely, sql } from "kysely";
import { type Database, NOT_FEATURED } from "../schema";

export async function listHiddenExperts(db: Kysely<Database>, importId: string): Promise<void> {
  await sql`
    INSERT INTO "listing" ("category", "rank", "sortName", "sortsAs", "expertRowId", "createdAt", "updatedAt", "reviewedAt")
    SELECT "each"."value", coalesce("experts"."featuredPosition", ${NOT_FEATURED}), "experts"."sortName", "experts"."sortsAs", "experts"."rowId",
      "experts"."createdAt", "experts"."updatedAt", coalesce("experts"."reviewedAt", '')
    FROM "importRows" JOIN "experts" ON "experts"."rowId" = "importRows"."subjectRowId",
      json_each((
        SELECT json_group_array("list") FROM (
          SELECT '*' AS "list" UNION SELECT "value" FROM json_each("experts"."categories")
          UNION SELECT 'country:' || "experts"."country" WHERE "experts"."country" <> ''
          UNION SELECT 'institution:' || "experts"."ror" WHERE "experts"."ror" <> ''
          UNION SELECT 'sourced:yes' WHERE "experts"."sourced" = 1
          UNION SELECT 'status:' || "experts"."status" WHERE "experts"."status" <> ''
          UNION SELECT 'language:' || "value" FROM json_each("experts"."languages")
          UNION SELECT 'available:' || "value" FROM json_each("experts"."availableFor")
          UNION SELECT 'topic:' || "slug" FROM (
            WITH RECURSIVE "named" ("slug") AS (
              SELECT "value" FROM json_each("experts"."topics")
              UNION SELECT "topics"."broader" FROM "topics" JOIN "named" ON "topics"."slug" = "named"."slug"
                WHERE "topics"."broader" <> ''
            ) SELECT "slug" FROM "named")
        ))) AS "each"
    WHERE "importRows"."importId" = ${importId} AND "importRows"."state" = 'hidden'
      AND "experts"."state" = 'public' AND "experts"."deletedAt" IS NULL
    ON CONFLICT DO NOTHING`.execute(db);
}
