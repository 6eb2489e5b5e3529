/** Finding pictures by words of their name, description and prompt. */
import type { Kysely } from "kysely";
import type { Database, ImageRow } from "./schema";
import { indexWords, searchWords, unindexWords } from "./word-search";

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

/** Pictures that have every word of a text (see `searchWords`). */
export async function searchImages(db: Kysely<Database>, query: { text: string; offset: number; limit: number }) {
  return searchWords(db, "imageSearch", query);
}
