/** Finding pictures by words of their name, description and prompt. */
import type { Kysely } from "kysely";
import type { Database, ImageRow } from "./schema";
import { indexWords, unindexWords } from "./word-search";

/** Puts a picture into the index, in place of what was there of it. */
export async function indexImage(
  db: Kysely<Database>,
  { rowId, name, alt, prompt }: Pick<ImageRow, "rowId" | "name" | "alt" | "prompt">,
): Promise<void> {
  await indexWords(db, "imageSearch", { rowId, text: `${name} ${alt} ${prompt}` });
}

export async function unindexImage(db: Kysely<Database>, rowId: number): Promise<void> {
  await unindexWords(db, "imageSearch", rowId);
}
