import { z } from "zod";
import { db, type Queryable } from "~/db.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/accounts/admin.server";
import { articleWriter } from "~/models/ai/handed-out.server";
import { readSupport, type Support, settleEdit, storeSupport } from "~/models/evidence/edits.server";
import { PublishingConflict, refuseProblems } from "~/models/evidence/gate.server";
import { articleSubject } from "~/models/evidence/subjects.server";
import { withStoredImages } from "~/models/images/images.server";
import { asItIs, type View } from "~/models/records/kind";
import { parse } from "~/models/records/validation.server";
import { withFourEyes } from "~/models/site/four-eyes.server";
import { newSecret } from "~/services/secrets.server";
import { endArticleDraft } from "./drafts.server";
import type { AdminArticleRow } from "./record.server";
import { type AdminArticle, articleForAdmin, noteArticle, toAdminArticle } from "./rows.server";
import { insertArticle, saveArticle } from "./save.server";
import { changeArticle } from "./write.server";

const Beginning = z.looseObject({
  id: z
    .string()
    .regex(/^[0-9a-z]{16}$/)
    .optional()
    .catch(undefined),
});

/** Adds an article, a draft by default; a repeated form `id` adds none. Throws "invalid". */
export async function createArticle(
  editor: Editor,
  input: unknown,
  { origin }: { origin: string },
): Promise<AdminArticle> {
  const { id, ...given } = parse(Beginning, input);
  const record = await withStoredImages(editor, given, { origin });
  return db.transaction().execute(async (tx) => {
    const known = id ? await tx.selectFrom("articles").select("id").where("id", "=", id).executeTakeFirst() : undefined;
    if (known) return toAdminArticle(await articleForAdmin(editor, known.id, tx));
    const added = await insertArticle(tx, editor, { id, record, origin: "editor" });
    const row = await withWriter(tx, added, await articleWriter(tx, "", added.body));
    if (row.status === "published" || row.scheduledAt) await refuseProblems(tx, editor, articleSubject(row));
    return toAdminArticle(row);
  });
}

/**
 * Saves, publishes or schedules (UTC) an article, ends its draft. New sentences in a public text of AI need `support` or
 * an `acceptedReason`. Throws "missing", "invalid", "conflict", EditConflict, PublishingConflict, UnsupportedEdit.
 */
export async function editArticle<T = AdminArticle>(
  editor: Editor,
  key: string,
  input: unknown,
  { origin, signal }: { origin: string; signal?: AbortSignal },
  view = asItIs as View<AdminArticle, T>,
): Promise<T> {
  const row = await articleForAdmin(editor, key);
  if (typeof input !== "object" || input === null || Array.isArray(input))
    throw new AppError("invalid", "Send the article as an object with the fields to change.");
  const given = input as Record<string, unknown>;
  const record = await withStoredImages(editor, given, { stored: row, origin });
  const expectedUpdatedAt = typeof given.updatedAt === "string" ? given.updatedAt : undefined;
  const support = await readSupport(given.support, row.expertName, { signal });
  const { told, refused } = await withFourEyes(editor, async (tx) => {
    const settlement = { support, reason: given.acceptedReason };
    const { saved, refused } = await saveChecked(tx, editor, row, { record, expectedUpdatedAt, settlement });
    await endArticleDraft(tx, editor, row.rowId);
    return { told: await view(toAdminArticle(saved), tx), refused };
  });
  if (refused) throw refused;
  return told;
}

interface Checked {
  record: object;
  expectedUpdatedAt?: string;
  settlement: { support: Support[]; reason: unknown };
}

/** What AI wrote appears only when nothing stands against it; a draft is stored in any case. */
async function saveChecked(
  tx: Queryable,
  editor: Editor,
  row: AdminArticleRow,
  { record, expectedUpdatedAt, settlement }: Checked,
): Promise<{ saved: AdminArticleRow; refused?: PublishingConflict }> {
  const { status, scheduledAt, ...texts } = record as Record<string, unknown>;
  const { rowId } = row;
  const aiModel = row.aiModel || (await articleWriter(tx, row.body, texts.body));
  const isToAppear = row.status !== "published" && (status === "published" || Boolean(scheduledAt));
  if (!isToAppear || !aiModel) {
    const saved = await withWriter(tx, await saveArticle(tx, editor, { rowId, record, expectedUpdatedAt }), aiModel);
    const isPublic = saved.status === "published" || saved.scheduledAt !== null;
    if (isPublic) await settleEdit(tx, editor, articleSubject({ ...row, aiModel }), articleSubject(saved), settlement);
    return { saved };
  }
  const stored = await saveArticle(tx, editor, { rowId, record: texts, expectedUpdatedAt });
  const saved = await withWriter(tx, stored, aiModel);
  await storeSupport(tx, editor, articleSubject(saved), settlement.support);
  try {
    await refuseProblems(tx, editor, articleSubject(saved), settlement.reason);
  } catch (error) {
    if (error instanceof PublishingConflict) return { saved, refused: error };
    throw error;
  }
  return { saved: await saveArticle(tx, editor, { rowId, record: { status, scheduledAt } }) };
}

async function withWriter(tx: Queryable, row: AdminArticleRow, aiModel: string): Promise<AdminArticleRow> {
  if (row.aiModel === aiModel) return row;
  const { updatedAt } = await changeArticle(tx, row, { aiModel });
  return { ...row, aiModel, updatedAt };
}

const Share = z.object({ share: z.boolean("share must be true or false.") });

/** Makes a new share link for a draft, or revokes it. Throws "invalid", "missing". */
export async function shareArticle(editor: Editor, key: string, input: unknown): Promise<void> {
  const { share } = parse(Share, input);
  await db.transaction().execute(async (tx) => {
    const row = await articleForAdmin(editor, key, tx);
    if (share === (row.shareToken !== "")) return;
    await changeArticle(tx, row, { shareToken: share ? newSecret() : "" });
    await noteArticle(tx, editor, share ? "article draft shared" : "article draft no longer shared", row);
  });
}
