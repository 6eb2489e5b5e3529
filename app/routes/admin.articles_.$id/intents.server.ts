import { data, redirect } from "@remix-run/node";
import type { Conflict } from "~/components/admin/conflict-panel";
import type { Refusal } from "~/http/form.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { writeSeoTags } from "~/models/editing/ai/write-profile.server";
import { storeArticleDraft } from "~/models/editing/articles/drafts.server";
import { editArticle, shareArticle } from "~/models/editing/articles/edit.server";
import { articlePreview } from "~/models/editing/articles/preview.server";
import type { ArticleRecord } from "~/models/records/articles/fields";
import { type ArticleForm, formOf, fromDateTimeInput, recordIn } from "~/models/records/articles/form";
import { ADMIN_ARTICLES } from "~/models/records/articles/list";
import { ARTICLES } from "~/models/records/articles/rows.server";
import type { Preview } from "~/models/records/articles/text";
import { supportRows } from "~/models/records/evidence/new-sentences";
import { conflictingTexts, EditConflict } from "~/models/records/shared/edit-conflict.server";

/** The answer to a button. The page then shows `form`, or without it the values that were sent. */
export type Answer = Partial<Refusal> & {
  form?: ArticleForm;
  updatedAt?: string;
  preview?: Preview;
  suggestedTags?: string;
  conflict?: Conflict;
};

interface PressedButton {
  editor: Editor;
  id: string;
  values: Refusal["values"];
  typedForm: ArticleForm;
  origin: string;
  /** Aborts when the browser closes the connection. */
  signal: AbortSignal;
}

/** Returns the action of the pressed button: preview, suggesting tags, or saving. */
export function intentIn({ preview, suggestTags }: Refusal["values"]) {
  if (preview) return showPreview;
  return suggestTags ? showSuggestedTags : save;
}

async function showPreview({ editor, id, values, typedForm }: PressedButton) {
  const updatedAt = await storeDraft(editor, id, values, typedForm);
  return { values, form: typedForm, updatedAt, preview: articlePreview(editor, typedForm) };
}

async function showSuggestedTags({ editor, id, values, typedForm, signal }: PressedButton) {
  const { tags } = await writeSeoTags(editor, { title: typedForm.title, content: typedForm.body }, { signal });
  const form = { ...typedForm, tags: tags.join(", ") };
  return { values, form, updatedAt: await storeDraft(editor, id, values, form), suggestedTags: form.tags };
}

/** Stores the form as a draft and returns the `updatedAt` of the version that it is based on. */
async function storeDraft(editor: Editor, id: string, { updatedAt = "" }: Refusal["values"], fields: ArticleForm) {
  const basedOn = String(updatedAt);
  await storeArticleDraft(editor, id, { fields, basedOn });
  return basedOn;
}

async function save({ editor, id, values, typedForm, origin, signal }: PressedButton) {
  try {
    const { acceptedReason, updatedAt = "" } = values;
    const basis = { acceptedReason, support: supportRows(values), updatedAt: String(updatedAt) };
    const record = { ...recordIn(typedForm), ...changesByButton(values), ...basis };
    const article = await editArticle(editor, id, record, { origin, signal });
    if (values.share) await shareArticle(editor, id, { share: values.share === "on" });
    const params = { done: outcomeOf(values), at: article.updatedAt };
    return redirect(`${ADMIN_ARTICLES}/${article.id}?${new URLSearchParams(params)}`, 303);
  } catch (error) {
    if (error instanceof EditConflict) return data({ ...(await conflictOf(editor, error)), values }, 409);
    throw error;
  }
}

/** Returns what the pressed button changes in addition to the form. */
function changesByButton({ status, schedule, scheduledAt }: Refusal["values"]): {
  status?: string;
  scheduledAt?: string;
} {
  if (status) return { status: String(status) };
  if (schedule === "cancel") return { scheduledAt: "" };
  return schedule ? { scheduledAt: fromDateTimeInput(String(scheduledAt)) || "?" } : {};
}

/** Returns the key of the notice on the next page. */
function outcomeOf({ status, schedule, share }: Refusal["values"]): string {
  if (status) return status === "published" ? "published" : "unpublished";
  if (schedule) return schedule === "cancel" ? "cancelled" : "scheduled";
  return share ? (share === "on" ? "shared" : "unshared") : "saved";
}

/** Returns the form with both changes, and the version of the other editor. */
async function conflictOf(editor: Editor, error: EditConflict): Promise<Answer> {
  const { message, merged, updatedAt } = error;
  const form = formOf(merged as unknown as ArticleRecord);
  const conflict = { theirs: await conflictingTexts(ARTICLES, error) };
  return {
    message,
    fieldErrors: {},
    form,
    updatedAt,
    conflict,
    // The preview has both changes too.
    preview: articlePreview(editor, form),
  };
}
