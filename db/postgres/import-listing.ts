import { sql } from "kysely";
import type { Queryable } from "../engine";
import { NOT_FEATURED } from "../schema";

export async function listHiddenExperts(tx: Queryable, importId: string): Promise<void> {
  await sql`
    INSERT INTO "listing" ("category", "rank", "sortName", "sortsAs", "expertRowId", "createdAt", "updatedAt", "reviewedAt")
    SELECT "category", coalesce("experts"."featuredPosition", ${NOT_FEATURED}), "experts"."sortName", "experts"."sortsAs", "experts"."rowId",
      "experts"."createdAt", "experts"."updatedAt", coalesce("experts"."reviewedAt", '')
    FROM "importRows" JOIN "experts" ON "experts"."rowId" = "importRows"."subjectRowId"
      CROSS JOIN LATERAL (
        SELECT '*' AS "category" UNION SELECT json_array_elements_text("experts"."categories"::json)
        UNION SELECT 'country:' || "experts"."country" WHERE "experts"."country" <> ''
        UNION SELECT 'institution:' || "experts"."ror" WHERE "experts"."ror" <> ''
        UNION SELECT 'sourced:yes' WHERE "experts"."sourced" = 1
        UNION SELECT 'status:' || "experts"."status" WHERE "experts"."status" <> ''
        UNION SELECT 'language:' || json_array_elements_text("experts"."languages"::json)
        UNION SELECT 'available:' || json_array_elements_text("experts"."availableFor"::json)
        UNION SELECT 'topic:' || "slug" FROM (
          WITH RECURSIVE "named" ("slug") AS (
            SELECT json_array_elements_text("experts"."topics"::json) COLLATE "C"
            UNION SELECT "topics"."broader" FROM "topics" JOIN "named" ON "topics"."slug" = "named"."slug"
              WHERE "topics"."broader" <> ''
          ) SELECT "slug" FROM "named") AS "all") AS "each"
    WHERE "importRows"."importId" = ${importId} AND "importRows"."state" = 'hidden'
      AND "experts"."state" = 'public' AND "experts"."deletedAt" IS NULL
    ON CONFLICT DO NOTHING`.execute(tx);
}
