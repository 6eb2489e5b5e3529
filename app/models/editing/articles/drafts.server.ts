import { z } from "zod";
import { db, type Queryable, readDb } from "~/db.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { hasRoom } from "~/models/base/input/room.server";
import { isOutdatedSave } from "~/models/base/input/save-order";
import { parse } from "~/models/base/input/validation.server";
import { FORM_FIELDS } from "~/models/records/articles/fields";
import { type ArticleForm, formIn, formOf, isSameForm } from "~/models/records/articles/form";
import { type AdminArticleRow, recordOf } from "~/models/records/articles/record.server";
import { articleForAdmin } from "~/models/records/articles/rows.server";

/** Limits one draft, in characters of JSON: more than all fields at their own limits. */
const MAX_LENGTH = 500_000;
/** Limits all drafts of an account, in characters of JSON. */
const MAX_TOTAL_LENGTH = 20_000_000;

/** Accepts the form's fields while they are typed, without their own limits, and refuses unknown fields. */
export const Draft = z.object({
  fields: z.strictObject(
    Object.fromEntries(FORM_FIELDS.map((field) => [field, z.string().optional()])),
    "Send the fields of the form, each as a text.",
  ),
  basedOn: z.string().max(40),
  page: z.number().optional(),
  save: z.number().optional(),
});

/** Stores an admin's unsaved form; `keptAt` is null if it equals the article. Throws "missing", "invalid", "tooLarge", "conflict". */
export async function storeArticleDraft(
  editor: Editor,
  key: string,
  input: unknown,
): Promise<{ keptAt: string | null }> {
  const { fields, basedOn, ...order } = parse(Draft, input);
  const form = formIn(fields);
  const text = JSON.stringify(form);
  if (text.length > MAX_LENGTH) throw new AppError("tooLarge", "This is more text than fits here. Please shorten it.");
  return db.transaction().execute(async (tx) => {
    const row = await articleForAdmin(editor, key, tx);
    const storedDraft = await findDraft(tx, editor, row);
    if (storedDraft && isOutdatedSave(order, storedDraft.fields)) return { keptAt: storedDraft.updatedAt };
    // An autosave may arrive after the save itself.
    if (isSameForm(form, formOf(recordOf(row)))) {
      await deleteArticleDraft(tx, editor, row.rowId);
      return { keptAt: null };
    }
    await checkRoom(tx, editor, row.rowId, text.length);
    const draft = { fields: JSON.stringify({ ...form, ...order }), basedOn, updatedAt: new Date().toISOString() };
    await tx
      .insertInto("articleDrafts")
      .values({ articleRowId: row.rowId, userId: editor.id, ...draft })
      .onConflict((conflict) => conflict.columns(["articleRowId", "userId"]).doUpdateSet(draft))
      .execute();
    return { keptAt: draft.updatedAt };
  });
}

async function checkRoom(tx: Queryable, editor: Editor, articleRowId: number, length: number): Promise<void> {
  const otherDrafts = tx
    .selectFrom("articleDrafts")
    .select("fields as text")
    .where("userId", "=", editor.id)
    .where("articleRowId", "!=", articleRowId);
  if (await hasRoom(tx, otherDrafts, { length, maxTotal: MAX_TOTAL_LENGTH })) return;
  throw new AppError("conflict", "There is no room for more unsaved articles. Please save or discard some first.");
}

/** Returns the unsaved changes of this admin; null if there are none. */
export async function articleDraft(
  editor: Editor,
  row: AdminArticleRow,
): Promise<{ form: ArticleForm; basedOn: string; keptAt: string } | null> {
  const draft = await findDraft(readDb, editor, row);
  if (!draft) return null;
  const form = formIn(JSON.parse(draft.fields));
  if (isSameForm(form, formOf(recordOf(row)))) return null;
  return { form, basedOn: draft.basedOn, keptAt: draft.updatedAt };
}

function findDraft(from: Queryable, editor: Editor, { rowId }: AdminArticleRow) {
  return from
    .selectFrom("articleDrafts")
    .selectAll()
    .where("articleRowId", "=", rowId)
    .where("userId", "=", editor.id)
    .executeTakeFirst();
}

/** Throws "missing". */
export async function discardArticleDraft(editor: Editor, key: string): Promise<void> {
  const { rowId } = await articleForAdmin(editor, key);
  await deleteArticleDraft(db, editor, rowId);
}

export async function deleteArticleDraft(tx: Queryable, editor: Editor, articleRowId: number): Promise<void> {
  await tx
    .deleteFrom("articleDrafts")
    .where("articleRowId", "=", articleRowId)
    .where("userId", "=", editor.id)
    .execute();
}
