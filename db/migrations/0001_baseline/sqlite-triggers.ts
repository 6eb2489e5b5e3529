import { type Kysely, sql } from "kysely";
import { PUBLISHED, TEXTS_WITH_IMAGES, type TextWithImages } from "./followed";

/** Creates triggers that update versions, counts and image uses after every write. */
export async function createSqliteTriggers(db: Kysely<unknown>): Promise<void> {
  const triggers = [
    ...PUBLISHED.flatMap(versionTriggers),
    ...OTHER_VERSIONS,
    ...LISTING,
    ...articleCounts(),
    ...libraryCounts("content", "libraryContents"),
    ...libraryCounts("image", "libraryImages"),
    ...TEXTS_WITH_IMAGES.flatMap(imageTriggers),
    ...libraryImages(),
  ];
  for (const trigger of triggers) await sql.raw(`CREATE TRIGGER ${trigger}`).execute(db);
}

const RAISE = `UPDATE "contentVersion" SET "version" = "version" + 1`;

export function versionTriggers(table: string): string[] {
  return ["INSERT", "UPDATE", "DELETE"].map(
    (change) => `"${table}${change}Version" AFTER ${change} ON "${table}" BEGIN ${RAISE}; END`,
  );
}

// Leaves the version unchanged for a waiting claim, which changes no page.
const OTHER_VERSIONS = [
  `"claimsChangedVersion" AFTER UPDATE ON "claims" WHEN 'confirmed' IN (OLD."status", NEW."status") BEGIN ${RAISE}; END`,
  `"claimsDeletedVersion" AFTER DELETE ON "claims" WHEN OLD."status" = 'confirmed' BEGIN ${RAISE}; END`,
  `"requestsDecidedVersion" AFTER UPDATE OF "decidedAt" ON "requests" BEGIN ${RAISE}; END`,
];

const LISTING = [
  `"listingAdded" AFTER INSERT ON "listing" BEGIN
    INSERT INTO "listingCounts" VALUES (new."category", 1)
      ON CONFLICT ("category") DO UPDATE SET "experts" = "experts" + 1;
  END`,
  `"listingRemoved" AFTER DELETE ON "listing" BEGIN
    UPDATE "listingCounts" SET "experts" = "experts" - 1 WHERE "category" = old."category";
  END`,
  `"listingUpdated" AFTER UPDATE OF "updatedAt" ON "experts" WHEN new."updatedAt" <> old."updatedAt" BEGIN
    UPDATE "listing" SET "updatedAt" = new."updatedAt" WHERE "expertRowId" = new."rowId";
  END`,
];

function articleCounts(): string[] {
  const keys = (row: string) =>
    `SELECT "value" AS "key" FROM json_each(CASE WHEN ${row}."deletedAt" IS NULL
      THEN json_array('all', ${row}."status", ${row}."type", ${row}."status" || ' ' || ${row}."type")
      ELSE '["trash"]' END)`;
  const count = (row: string, by: number) =>
    `INSERT INTO "articleCounts" SELECT "key", ${by} FROM (${keys(row)}) WHERE true
      ON CONFLICT ("key") DO UPDATE SET "articles" = "articles" + (${by})`;
  return countTriggers("articles", "articleCounts", ["status", "type", "deletedAt"], count);
}

function libraryCounts(kind: string, table: string): string[] {
  const count = (row: string, by: number) =>
    `INSERT INTO "libraryCounts"
      SELECT '${kind}', "value", ${by} FROM json_each(
        CASE ${row}."expertName" WHEN '' THEN '[""]' ELSE json_array('', ${row}."expertName") END) WHERE true
      ON CONFLICT ("kind", "expertName") DO UPDATE SET "items" = "items" + (${by})`;
  return countTriggers(table, `${table}Counts`, ["expertName"], count);
}

function countTriggers(
  table: string,
  name: string,
  columns: string[],
  count: (row: string, by: number) => string,
): string[] {
  const changedColumns = columns.map((column) => `"${column}"`).join(", ");
  return [
    `"${name}Added" AFTER INSERT ON "${table}" BEGIN ${count("new", 1)}; END`,
    `"${name}Changed" AFTER UPDATE OF ${changedColumns} ON "${table}" BEGIN ${count("old", -1)}; ${count("new", 1)}; END`,
    `"${name}Removed" AFTER DELETE ON "${table}" BEGIN ${count("old", -1)}; END`,
  ];
}

/** Returns triggers that find every address of an upload in a text. */
export function imageTriggers({ kind, table, field, status }: TextWithImages): string[] {
  const counts = `instr(new."${field}", '/uploads/') > 0 ${status ? `AND new."status" = '${status}'` : ""}`;
  const note = `INSERT OR IGNORE INTO "imageUses"
    SELECT substr("value", 4, 16), '${kind}', new."id", '${field}'
    FROM json_each('[' || replace(json_quote(new."${field}"), '/uploads/', '","') || ']')
    WHERE "key" > 0 AND ${counts}`;
  const forget = `DELETE FROM "imageUses"
    WHERE "kind" = '${kind}' AND "subjectId" = old."id" AND "field" = '${field}'`;
  const columns = [field, ...(status ? ["status"] : [])];
  const differs = columns.map((column) => `old."${column}" IS NOT new."${column}"`).join(" OR ");
  const name = `imageUsesOf_${table}_${field}`;
  return [
    `"${name}_Added" AFTER INSERT ON "${table}" WHEN ${counts} BEGIN ${note}; END`,
    `"${name}_Changed" AFTER UPDATE OF ${columns.map((column) => `"${column}"`).join(", ")} ON "${table}"
      WHEN ${differs} BEGIN ${forget}; ${note}; END`,
    `"${name}_Removed" AFTER DELETE ON "${table}" BEGIN ${forget}; END`,
  ];
}

function libraryImages(): string[] {
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
    // Removes the image uses of a deleted content here, because later its id is no longer known.
    contentRemoved: [`DELETE ON "libraryContents"`, forget(`"kind" = 'content' AND "subjectId" = old."id"`)],
  };
  return Object.entries(triggers).map(
    ([name, [on, step]]) => `"imageUsesOf_library_${name}" AFTER ${on} BEGIN ${step}; END`,
  );
}
