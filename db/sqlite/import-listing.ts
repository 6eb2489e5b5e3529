import { type Kysely, sql } from "kysely";
import { facetColumns } from "../facet-columns";
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
          UNION SELECT 'sourced:yes' WHERE "experts"."sourced" = 1
          ${sql.join(facetColumns().map(listsOfFacet), sql` `)}
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

function listsOfFacet([facet, { column, isList }]: ReturnType<typeof facetColumns>[number]) {
  const [prefix, value] = [sql.lit(`${facet}:`), sql.ref(`experts.${column}`)];
  return isList
    ? sql`UNION SELECT ${prefix} || "value" FROM json_each(${value})`
    : sql`UNION SELECT ${prefix} || ${value} WHERE ${value} <> ''`;
}
