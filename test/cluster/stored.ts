/** Compares the rows in PostgreSQL with the acknowledged writes. */
import type { Kind, Write } from "../durability/writers";
import { rows } from "./databases";

/** Returns the acknowledged writes that are not stored. */
export async function lostIn(database: string, acknowledged: Write[]): Promise<string[]> {
  const lostWrites: string[] = [];
  for (const kind of Object.keys(STORED) as Kind[]) {
    const writes = acknowledged.filter((write) => write.kind === kind);
    const [ids, values] = [writes.map(({ id }) => id), writes.map(storedValueOf)];
    const missingRows = await rows<{ id: string }>(
      database,
      `SELECT "id" FROM unnest($1::text[], $2::text[]) AS "written" ("id", "value") WHERE NOT EXISTS (${STORED[kind]})`,
      [ids, values],
    );
    lostWrites.push(...missingRows.map(({ id }) => `${kind} ${id}`));
  }
  return lostWrites;
}

function storedValueOf(write: Write): string {
  switch (write.kind) {
    case "account":
      return write.email;
    case "submission":
      return write.name;
    case "article":
      return write.body;
    case "image":
      return write.url;
  }
}

const STORED: Record<Kind, string> = {
  account: `SELECT FROM "users" WHERE "users"."id" = "written"."id" AND "email" = "value"`,
  submission: `SELECT FROM "submissions" WHERE "submissions"."id" = "written"."id" AND "name" = "value"`,
  // A later version may have replaced the text, which is in the history then.
  article: `SELECT FROM "articles" JOIN "articleRevisions" ON "articleRowId" = "articles"."rowId"
    WHERE "articles"."id" = "written"."id" AND "after"::json ->> 'body' = "value"`,
  image: `SELECT FROM "images" WHERE "images"."id" = "written"."id" AND "url" = "value"`,
};

/** Returns the rows that lack another row of the same transaction. */
export async function halvesIn(database: string): Promise<string[]> {
  const halves = await Promise.all(
    Object.entries(HALVES).map(async ([label, query]) =>
      (await rows<{ id: string }>(database, query)).map(({ id }) => `${label}: ${id}`),
    ),
  );
  return halves.flat();
}

const HALVES = {
  "an account without its mail": `SELECT "email" AS "id" FROM "users" WHERE "role" = 'user' AND NOT EXISTS
    (SELECT FROM "mails" WHERE "recipient" = "users"."email" AND "kind" = 'confirmAddress')`,
  "a submission without its websites": `SELECT "id" FROM "submissions" WHERE "status" = 'pending'
    AND "changesExpertRowId" IS NULL
    AND NOT EXISTS (SELECT FROM "websiteHosts" WHERE "submissionRowId" = "submissions"."rowId")`,
  "a submission that cannot be found": `SELECT "id" FROM "submissions"
    WHERE "rowId" NOT IN (SELECT "rowid" FROM "submissionSearch")`,
  "an article without its history": `SELECT "id" FROM "articles" WHERE "title" LIKE 'Written %' AND "body" IS DISTINCT FROM
    (SELECT "after"::json ->> 'body' FROM "articleRevisions" WHERE "articleRowId" = "articles"."rowId"
      ORDER BY "articleRevisions"."rowId" DESC LIMIT 1)`,
  "an article that cannot be found": `SELECT "id" FROM "articles"
    WHERE "rowId" NOT IN (SELECT "rowid" FROM "articleSearch")`,
  "an image without its line in the log": `SELECT "id" FROM "images" WHERE "origin" = 'upload' AND NOT EXISTS
    (SELECT FROM "auditLog" WHERE "subjectId" = "images"."id" AND "action" = 'image stored')`,
};
