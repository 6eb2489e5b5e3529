import type { Editor } from "~/models/accounts/admin.server";
import { restoreEvidence } from "~/models/evidence/evidence.server";
import { historyPage, restoreRevision } from "~/models/records/revisions.server";
import type { AdminArticleRow } from "./record.server";
import { type AdminArticle, ARTICLES, toAdminArticle } from "./rows.server";
import { saveArticle } from "./save.server";

/** One page of changes, newest first; `page` starts at 1. */
export function articleHistory(_editor: Editor, row: Pick<AdminArticleRow, "rowId" | "createdAt">, page: number) {
  return historyPage(ARTICLES, row, page);
}

/** Restores a revision but keeps the status; see `restoreRevision`. */
export function restoreArticleRevision(editor: Editor, key: string, input: unknown): Promise<AdminArticle> {
  return restoreRevision(
    ARTICLES,
    { editor, key, input },
    async (tx, { version: _version, record, evidence, ...earlier }) => {
      const { status: _status, scheduledAt: _at, featuredPosition: _position, ...texts } = record;
      const save = { ...earlier, record: texts, action: "restored", known: true } as const;
      const saved = await saveArticle(tx, editor, save);
      await restoreEvidence(tx, { articleRowId: saved.rowId }, { body: saved.body }, evidence);
      return toAdminArticle(saved);
    },
  );
}
