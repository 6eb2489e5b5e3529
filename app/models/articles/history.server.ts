/** The history of an article: who changed what when, and going back to what it was. */
import { z } from "zod";
import { type ArticleRevisionsTable, db, readDb } from "~/db.server";
import { AppError } from "~/errors";
import type { Admin } from "~/models/accounts/admin.server";
import { piecesOf } from "~/models/experts/history.server";
import type { Piece } from "~/models/records/diff.server";
import { parse } from "~/validation.server";
import { type AdminArticle, articleForAdmin, toAdminArticle } from "./admin-list.server";
import type { EditConflict } from "./edit-conflict.server";
import { ARTICLE_FIELDS, ARTICLE_LABELS, type ArticleField, type ArticleRecord, articleTypeLabel } from "./fields";
import { type AdminArticleRow, NO_ARTICLE } from "./record.server";
import { lockedArticle, saveArticle } from "./save.server";

export const REVISIONS_PAGE_SIZE = 20;

export interface ArticleRevision {
  /** What it is restored by; 0 for the article as first entered. */
  number: number;
  action: ArticleRevisionsTable["action"] | "first";
  at: string;
  /** "" when no person did it, or none is known. */
  userName: string;
  /** What changed, field by field. */
  changes: { label: string; pieces: Piece[] }[];
  /** Whether the article is now as it was after this change, so that there is nothing to restore. */
  isPresent: boolean;
}

/** One page of an article's history, the latest change first; and whether there is more. @param page from 1. */
export async function articleHistory(
  _admin: Admin,
  { rowId, createdAt }: Pick<AdminArticleRow, "rowId" | "createdAt">,
  page: number,
): Promise<{ revisions: ArticleRevision[]; more: boolean }> {
  const rows = await readDb
    .selectFrom("articleRevisions")
    .selectAll()
    .where("articleRowId", "=", rowId)
    .orderBy("rowId", "desc")
    .limit(REVISIONS_PAGE_SIZE + 1)
    .offset((page - 1) * REVISIONS_PAGE_SIZE)
    .execute();
  const more = rows.length > REVISIONS_PAGE_SIZE;
  const revisions = rows.slice(0, REVISIONS_PAGE_SIZE).map(
    ({ rowId: number, action, at, userName, before, after }, place): ArticleRevision => ({
      ...{ number, action, at, userName },
      changes: changesBetween(JSON.parse(before), JSON.parse(after)),
      isPresent: page === 1 && place === 0,
    }),
  );
  // What was there before anybody kept a history: starter articles, imports.
  if (!more && rows.at(-1)?.action !== "created") {
    const isPresent = page === 1 && rows.length === 0;
    revisions.push({ number: 0, action: "first", at: createdAt, userName: "", changes: [], isPresent });
  }
  return { revisions, more };
}

function changesBetween(was: Partial<ArticleRecord>, is: Partial<ArticleRecord>): ArticleRevision["changes"] {
  return ARTICLE_FIELDS.filter((field) => field in was || field in is).map((field) => ({
    label: ARTICLE_LABELS[field],
    pieces: piecesOf(shownOf(field, was), shownOf(field, is)),
  }));
}

/** A field as it is read: an empty one where a record lacks it. */
function shownOf(field: ArticleField, record: Partial<ArticleRecord>): string | string[] {
  const value = record[field] ?? NO_ARTICLE[field];
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (field === "type") return articleTypeLabel(String(value));
  if (field === "scheduledAt") return value ? `${String(value).slice(0, 16).replace("T", " ")} UTC` : "";
  return value;
}

/** What others wrote into the fields that both changed, as it is read, and how it differs from one's own. */
export function conflictingTexts({ theirs, merged }: Pick<EditConflict, "theirs" | "merged">) {
  const textOf = (value: string | string[]) => (Array.isArray(value) ? value.join("\n") : value);
  return ARTICLE_FIELDS.filter((field) => field in theirs).map((field) => {
    const [mine, other] = [shownOf(field, merged), shownOf(field, theirs)];
    return { label: ARTICLE_LABELS[field], text: textOf(other), pieces: piecesOf(mine, other) };
  });
}

const Restore = z.object({
  revision: z.coerce.number("Please choose a version.").int(),
  updatedAt: z.string().optional(),
});

/** What an article says comes back; whether it is public, and when, stays as it is. */
const STAYS: string[] = ["status", "scheduledAt", "featuredPosition"];

/**
 * Makes an article say what it said after one of its changes, as a new change.
 *
 * @param key the id, or an address the article has or had.
 * @param input `{ revision, updatedAt? }`: the number of the revision; 0 for the article as first entered.
 * @throws AppError "invalid", "missing"; "conflict" when it is in the trash or was changed since `updatedAt`.
 */
export async function restoreArticleRevision(admin: Admin, key: string, input: unknown): Promise<AdminArticle> {
  const { revision, updatedAt } = parse(Restore, input);
  const { rowId } = await articleForAdmin(admin, key);
  return db.transaction().execute(async (tx) => {
    await lockedArticle(tx, rowId);
    const revisions = await tx
      .selectFrom("articleRevisions")
      .select(["rowId", "before"])
      .where("articleRowId", "=", rowId)
      .where("rowId", ">=", revision)
      .orderBy("rowId", "desc")
      .execute();
    if (revision !== 0 && !revisions.some((one) => one.rowId === revision))
      throw new AppError("missing", "There is no such version.");
    // From the newest to the oldest: what was before the first change since then stands at last.
    const later = revisions.filter((one) => one.rowId > revision && one.before !== "{}");
    const record = Object.assign({}, ...later.map(({ before }) => JSON.parse(before)));
    for (const field of STAYS) delete record[field];
    const save = { rowId, record, action: "restored", expectedUpdatedAt: updatedAt, known: true } as const;
    return toAdminArticle(await saveArticle(tx, admin, save));
  });
}
