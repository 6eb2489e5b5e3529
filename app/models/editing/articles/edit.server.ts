import { z } from "zod";
import { db, type Queryable } from "~/db.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { withFourEyes } from "~/models/base/accounts/four-eyes.server";
import { parse } from "~/models/base/input/validation.server";
import { EMPTY_ARTICLE } from "~/models/records/articles/fields";
import { changesTo } from "~/models/records/articles/record.server";
import {
  type AdminArticle,
  ARTICLES,
  articleForAdmin,
  auditArticle,
  toAdminArticle,
} from "~/models/records/articles/rows.server";
import { withStoredImages } from "~/models/records/images/images.server";
import { shareDraft } from "~/models/records/publish/article-references.server";
import { publish } from "~/models/records/publish/publish.server";
import { identityView, type View } from "~/models/records/shared/kind";
import { revisionsOf } from "~/models/records/shared/revisions.server";
import { readSupport } from "~/models/records/sources/edits.server";
import { newSecret } from "~/services/secrets.server";
import { deleteArticleDraft } from "./drafts.server";

const NewArticle = z.looseObject({
  id: z
    .string()
    .regex(/^[0-9a-z]{16}$/)
    .optional()
    .catch(undefined),
});

/**
 * Adds an article, by default as a draft; a form `id` that was sent before with the same text adds no second article. AI text stays a draft until its
 * sentences have sources. Throws "invalid", PublishingConflict.
 */
export async function createArticle(
  editor: Editor,
  input: unknown,
  { origin }: { origin: string },
): Promise<AdminArticle> {
  const { id, ...fields } = parse(NewArticle, input);
  const record = await withStoredImages(editor, fields, { origin });
  const { answer, refusal } = await withFourEyes(editor, async (tx) => {
    const existingArticle = id
      ? await tx.selectFrom("articles").select(["id", "rowId"]).where("id", "=", id).executeTakeFirst()
      : undefined;
    if (existingArticle && (await wasCreatedFrom(tx, existingArticle.rowId, record)))
      return { answer: toAdminArticle(await articleForAdmin(editor, existingArticle.id, tx)) };
    const { row, refused: refusal } = await publish(tx, editor, "articles", {
      cause: "created",
      record,
      article: { id: existingArticle ? undefined : id },
    });
    return { answer: toAdminArticle(row), refusal };
  });
  if (refusal) throw refusal;
  return answer;
}

/** Returns whether an article began with these texts. Its status, time, image and slug may differ from what was sent. */
async function wasCreatedFrom(tx: Queryable, rowId: number, input: Record<string, unknown>): Promise<boolean> {
  const revision = await revisionsOf(tx, ARTICLES, rowId).where("action", "=", "created").executeTakeFirst();
  if (!revision) return true;
  const firstRecord = { ...EMPTY_ARTICLE, ...JSON.parse(revision.after) };
  const { status, scheduledAt, imageUrl, slug } = firstRecord;
  const texts = { ...input, status, scheduledAt, imageUrl, slug };
  return Object.keys(await changesTo(tx, firstRecord, texts)).length === 0;
}

/**
 * Saves, publishes or schedules (UTC) an article, and deletes the editor's draft. New sentences in a public text of AI need
 * `support` or an `acceptedReason`. Throws "missing", "invalid", "conflict", EditConflict, PublishingConflict, UnsupportedEdit.
 */
export async function editArticle<T = AdminArticle>(
  editor: Editor,
  key: string,
  input: unknown,
  { origin, signal }: { origin: string; signal?: AbortSignal },
  view = identityView as View<AdminArticle, T>,
): Promise<T> {
  const row = await articleForAdmin(editor, key);
  if (typeof input !== "object" || input === null || Array.isArray(input))
    throw new AppError("invalid", "Send the article as an object with the fields to change.");
  const fields = input as Record<string, unknown>;
  const record = await withStoredImages(editor, fields, { storedRecord: row, origin });
  const expectedUpdatedAt = typeof fields.updatedAt === "string" ? fields.updatedAt : undefined;
  const support = await readSupport(fields.support, row.expertName, { signal });
  const { answer, refusal } = await withFourEyes(editor, async (tx) => {
    const { row: savedRow, refused: refusal } = await publish(tx, editor, "articles", {
      cause: "edited",
      rowId: row.rowId,
      record,
      expectedUpdatedAt,
      sentences: { support, reason: fields.acceptedReason },
    });
    await deleteArticleDraft(tx, editor, row.rowId);
    return { answer: await view(toAdminArticle(savedRow), tx), refusal };
  });
  if (refusal) throw refusal;
  return answer;
}

const Share = z.object({ share: z.boolean("share must be true or false.") });

/** Makes a new share link for a draft, or revokes it. Throws "invalid", "missing". */
export async function shareArticle(editor: Editor, key: string, input: unknown): Promise<void> {
  const { share } = parse(Share, input);
  await db.transaction().execute(async (tx) => {
    const row = await articleForAdmin(editor, key, tx);
    if (share === (row.shareToken !== "")) return;
    await shareDraft(tx, row, share ? newSecret() : "");
    await auditArticle(tx, editor, share ? "article draft shared" : "article draft no longer shared", row);
  });
}
