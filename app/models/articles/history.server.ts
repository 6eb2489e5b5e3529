import type { Editor } from "~/models/accounts/admin.server";
import { settleEdit } from "~/models/evidence/edits.server";
import { restoreEvidence } from "~/models/evidence/evidence.server";
import { articleSubject } from "~/models/evidence/subjects.server";
import { historyPage, restoreRevision } from "~/models/records/revisions.server";
import type { AdminArticleRow } from "./record.server";
import { type AdminArticle, ARTICLES, articleRow, toAdminArticle } from "./rows.server";
import { saveArticle } from "./save.server";

/** One page of changes, newest first; `page` starts at 1. */
export function articleHistory(_editor: Editor, row: Pick<AdminArticleRow, "rowId" | "createdAt">, page: number) {
  return historyPage(ARTICLES, row, page);
}

/** Restores a revision but keeps the status; see `restoreRevision`. Throws UnsupportedEdit. */
export function restoreArticleRevision(editor: Editor, key: string, input: unknown): Promise<AdminArticle> {
  return restoreRevision(
    ARTICLES,
    { editor, key, input },
    async (tx, { version: _version, record, evidence, acceptedReason: reason, ...earlier }) => {
      const before = articleSubject(await articleRow(tx, earlier.rowId));
      const { status: _status, scheduledAt: _at, featuredPosition: _position, ...texts } = record;
      const save = { ...earlier, record: texts, action: "restored", known: true } as const;
      const saved = await saveArticle(tx, editor, save);
      await restoreEvidence(tx, { articleRowId: saved.rowId }, saved, evidence);
      const isPublic = saved.status === "published" || saved.scheduledAt !== null;
      if (isPublic) await settleEdit(tx, editor, before, articleSubject(saved), { reason });
      return toAdminArticle(saved);
    },
  );
}
