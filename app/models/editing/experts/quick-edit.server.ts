import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import type { ExpertRecord } from "~/models/records/experts/fields";
import { recordOf } from "~/models/records/experts/record.server";
import { EXPERTS, expertForAdmin } from "~/models/records/experts/rows.server";
import { currentTopics, typedTopic } from "~/models/records/experts/topics.server";
import { conflictingTexts, type EditConflict } from "~/models/records/shared/edit-conflict.server";
import { type QuickForm, quickFormOf } from "./quick-edit";

export interface QuickEdit {
  id: string;
  slug: string;
  name: string;
  isInTrash: boolean;
  form: QuickForm;
}

/** Returns the short form of a profile. Throws "missing". */
export async function quickEditOf(editor: Editor, id: string): Promise<QuickEdit> {
  const row = await expertForAdmin(editor, id);
  const form = quickFormOf(recordOf(row), row.updatedAt, await topicNames());
  return { id: row.id, slug: row.slug, name: row.name, isInTrash: row.deletedAt !== null, form };
}

/** Returns the short form of a profile; null without an id, for an unknown id, and for a profile in the trash. */
export async function quickEditIfThere(editor: Editor, id: string | null): Promise<QuickEdit | null> {
  if (!id) return null;
  const quickEdit = await quickEditOf(editor, id).catch((error) => {
    if (error instanceof AppError && error.problem === "missing") return null;
    throw error;
  });
  return quickEdit?.isInTrash ? null : quickEdit;
}

/** Returns the form with both editors' changes, and the other editor's values of the fields that both changed. */
export async function quickConflict(error: EditConflict) {
  const { message, merged, updatedAt } = error;
  const quick = quickFormOf(merged as unknown as ExpertRecord, updatedAt, await topicNames());
  return { message, fieldErrors: {}, quick, conflict: { theirs: await conflictingTexts(EXPERTS, error) } };
}

async function topicNames(): Promise<(slug: string) => string> {
  const topics = await currentTopics();
  // Leaves out names with a comma, because commas separate topics in this form.
  const typedTopics = topics.map((topic) => [topic.slug, typedTopic(topics, topic)] as const);
  const names = new Map(typedTopics.filter(([, name]) => !name.includes(",")));
  return (slug) => names.get(slug) ?? slug;
}
