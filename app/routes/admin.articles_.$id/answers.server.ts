import type { Conflict } from "~/components/admin/conflict-panel";
import type { Refusal } from "~/http/form.server";
import type { Editor } from "~/models/accounts/admin.server";
import type { ArticleRecord } from "~/models/articles/fields";
import { type ArticleForm, formOf, fromDateTimeInput } from "~/models/articles/form";
import { articlePreview } from "~/models/articles/preview.server";
import { ARTICLES } from "~/models/articles/rows.server";
import type { Preview } from "~/models/articles/text";
import { conflictingTexts, type EditConflict } from "~/models/records/edit-conflict.server";

/** A form to be shown again as it is in `form`; else as it was sent. */
export type Answer = Partial<Refusal> & {
  form?: ArticleForm;
  updatedAt?: string;
  preview?: Preview;
  suggestedTags?: string;
  conflict?: Conflict;
};

/** What the pressed button changes beside saving. */
export function changesByButton({ status, schedule, scheduledAt }: Refusal["values"]): {
  status?: string;
  scheduledAt?: string;
} {
  if (status) return { status: String(status) };
  if (schedule === "cancel") return { scheduledAt: "" };
  return schedule ? { scheduledAt: fromDateTimeInput(String(scheduledAt)) || "?" } : {};
}

/** The key of what was done, for the notice on the next page. */
export function outcomeOf({ status, schedule, share }: Refusal["values"]): string {
  if (status) return status === "published" ? "published" : "unpublished";
  if (schedule) return schedule === "cancel" ? "cancelled" : "scheduled";
  return share ? (share === "on" ? "shared" : "unshared") : "saved";
}

/** The form with both changes in it, and what the other admin saved. */
export function conflictOf(editor: Editor, error: EditConflict): Answer {
  const { message, merged, updatedAt } = error;
  const form = formOf(merged as unknown as ArticleRecord);
  const conflict = { theirs: conflictingTexts(ARTICLES, error) };
  return {
    message,
    fieldErrors: {},
    values: {},
    form,
    updatedAt,
    conflict,
    // Of what stands in the form: both changes.
    preview: articlePreview(editor, form),
  };
}
