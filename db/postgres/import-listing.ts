import { sql } from "kysely";
import type { Queryable } from "../engine";
import { NOT_FEATURED } from "../schema";

export async function listHiddenExperts(tx: Queryable, importId: string): Promise<void> {
  await sql`
    INSERT INTO "listing" ("category", "rank", "sortName", "expertRowId", "createdAt", "updatedAt", "reviewedAt")
    SELECT "category", coalesce("experts"."featuredPosition", ${NOT_FEATURED}), "experts"."sortName", "experts"."rowId",
      "experts"."createdAt", "experts"."updatedAt", coalesce("experts"."reviewedAt", '')
    FROM "importRows" JOIN "experts" ON "experts"."rowId" = "importRows"."subjectRowId"
      CROSS JOIN LATERAL (
        SELECT json_array_elements_text("experts"."categories"::json) AS "category" UNION ALL SELECT '*') AS "each"
    WHERE "importRows"."importId" = ${importId} AND "importRows"."state" = 'hidden'
      AND "importRows"."kind" = 'experts' AND "experts"."deletedAt" IS NULL
    ON CONFLICT DO NOTHING`.execute(tx);
}
