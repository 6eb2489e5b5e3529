/** Maps each public kind of record to the actions that editors have for all of them. */
import type { Editor } from "~/models/base/accounts/admin.server";
import { articleHistory, restoreArticleRevision } from "~/models/editing/articles/history.server";
import { trashArticle } from "~/models/editing/articles/trash.server";
import { expertHistory, restoreExpertRevision } from "~/models/editing/experts/history.server";
import { trashExpert } from "~/models/editing/experts/trash.server";
import { DELETE_HINT } from "~/models/records/articles/fields";
import { ARTICLES } from "~/models/records/articles/rows.server";
import { DELETE_QUESTION } from "~/models/records/experts/fields";
import { EXPERTS } from "~/models/records/experts/rows.server";
import type { RecordRow } from "~/models/records/shared/kind";
import type { RecordTable } from "~/models/records/shared/public-kinds";
import type { Revision } from "~/models/records/shared/revisions.server";

interface EditedKind {
  find(editor: Editor, key: string): Promise<RecordRow & { id: string; name: string }>;
  history(
    editor: Editor,
    row: Pick<RecordRow, "rowId" | "createdAt">,
    page: number,
  ): Promise<{ revisions: Revision[]; hasMore: boolean }>;
  restore(editor: Editor, key: string, input: unknown): Promise<{ id: string }>;
  trash(editor: Editor, key: string): Promise<void>;
  /** The texts of the list's dialog for deleting; an empty title stands for the record's name. */
  words: { title: string; question: string; hint: string };
}

export const EDITED_KINDS: Record<RecordTable, EditedKind> = {
  experts: {
    find: EXPERTS.find,
    history: expertHistory,
    restore: restoreExpertRevision,
    trash: trashExpert,
    words: { title: "", question: `${DELETE_QUESTION} It stays in the trash for 30 days.`, hint: "" },
  },
  articles: {
    async find(editor, key) {
      const row = await ARTICLES.find(editor, key);
      return { ...row, name: row.title };
    },
    history: articleHistory,
    restore: restoreArticleRevision,
    trash: trashArticle,
    words: { title: "Delete Article", question: "", hint: DELETE_HINT },
  },
};
