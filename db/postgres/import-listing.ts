import { sql } from "kysely";
import type { Queryable } from "../engine";
import { facetColumns } from "../facet-columns";
import { NOT_FEATURED } from "../schema";

export async function listHiddenExperts(tx: Queryable, importId: string): Promise<void> {
  await sql`
    INSERT INTO "listing" ("category", "rank", "sortName", "sortsAs", "expertRowId", "createdAt", "updatedAt", "reviewedAt")
    SELECT "category", coalesce("experts"."featuredPosition", ${NOT_FEATURED}), "experts"."sortName", "experts"."sortsAs", "experts"."rowId",
      "experts"."createdAt", "experts"."updatedAt", coalesce("experts"."reviewedAt", '')
    FROM "importRows" JOIN "experts" ON "experts"."rowId" = "importRows"."subjectRowId"
      CROSS JOIN LATERAL (
        SELECT '*' AS "category" UNION SELECT json_array_elements_text("experts"."categories"::json)
        UNION SELECT 'sourced:yes' WHERE "experts"."sourced" = 1
        ${sql.join(facetColumns().map(listsOfFacet), sql` `)}
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

function listsOfFacet([facet, { column, isList }]: ReturnType<typeof facetColumns>[number]) {
  const [prefix, value] = [sql.lit(`${facet}:`), sql.ref(`experts.${column}`)];
  return isList
    ? sql`UNION SELECT ${prefix} || json_array_elements_text(${value}::json)`
    : sql`UNION SELECT ${prefix} || ${value} WHERE ${value} <> ''`;
}
