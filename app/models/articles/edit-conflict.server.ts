/** What is said to a curator whose change was made from an older article than the present one (decision D29). */
import type { Queryable } from "~/db.server";
import { AppError } from "~/errors";
import { ARTICLE_FIELDS, type ArticleField, type ArticleRecord, articleLabels } from "./fields";
import { type AdminArticleRow, isSame, recordOf, tidiedArticle } from "./record.server";

/** Nothing was written. Carries what is needed to go on without typing anything again. */
export class EditConflict extends AppError {
  constructor(
    message: string,
    /** The record with both changes in it: where both changed the same field, one's own. */
    readonly merged: ArticleRecord,
    /** What the others wrote into fields that both changed. */
    readonly theirs: Partial<ArticleRecord>,
    /** What the next attempt is made from. */
    readonly updatedAt: string,
  ) {
    super("conflict", message);
  }
}

/** Compares a change that was made from the article of `expectedUpdatedAt` with what happened since. */
export async function staleArticle(
  tx: Queryable,
  row: AdminArticleRow,
  expectedUpdatedAt: string,
  input: object,
): Promise<EditConflict> {
  const later = await tx
    .selectFrom("articleRevisions")
    .select(["userName", "at", "before"])
    .where("articleRowId", "=", row.rowId)
    .where("at", ">", expectedUpdatedAt)
    .orderBy("rowId", "desc")
    .execute();
  const present = recordOf(row);
  const mine = tidiedArticle(input, present);
  // From the newest to the oldest: what stands at last is the article that the change was made from.
  const base: Record<string, unknown> = Object.assign({}, ...later.map(({ before }) => JSON.parse(before)));
  const theirs = ARTICLE_FIELDS.filter((field) => field in base && !isSame(base[field], present[field]));
  const isMine = (field: ArticleField) =>
    field in mine && !isSame(mine[field], field in base ? base[field] : present[field]);
  const both = theirs.filter((field) => isMine(field) && !isSame(mine[field], present[field]));
  const pick = (fields: readonly ArticleField[], from: object) =>
    Object.fromEntries(fields.map((field) => [field, from[field as never]])) as Partial<ArticleRecord>;
  const merged = { ...present, ...pick(ARTICLE_FIELDS.filter(isMine), mine) };
  return new EditConflict(messageOf(row, later, theirs), merged, pick(both, present), row.updatedAt);
}

function messageOf(row: AdminArticleRow, later: { userName: string; at: string }[], fields: ArticleField[]): string {
  const people = new Set(later.map(({ userName }) => userName).filter(Boolean));
  const names = new Intl.ListFormat("en").format([...people]);
  const at = `${(later[0]?.at ?? row.updatedAt).slice(0, 16).replace("T", " ")} UTC`;
  const what = fields.length > 0 ? `: ${articleLabels(fields)}` : "";
  return `${names || "Someone"} changed “${row.title}” meanwhile (${at})${what}. Nothing was overwritten.`;
}
