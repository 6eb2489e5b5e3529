import type { Editor } from "~/models/base/accounts/admin.server";
import type { AdminArticleRow } from "~/models/records/articles/record.server";
import { type AdminArticle, ARTICLES, toAdminArticle } from "~/models/records/articles/rows.server";
import { publish } from "~/models/records/publish/publish.server";
import { historyPage, restoreRevision } from "~/models/records/shared/revisions.server";

/** Returns one page of changes, newest first; `page` starts at 1. */
export function articleHistory(_editor: Editor, row: Pick<AdminArticleRow, "rowId" | "createdAt">, page: number) {
  return historyPage(ARTICLES, row, page);
}

/** Restores a revision but keeps the status; see `restoreRevision`. Throws UnsupportedEdit. */
export function restoreArticleRevision(editor: Editor, key: string, input: unknown): Promise<AdminArticle> {
  return restoreRevision(
    ARTICLES,
    { editor, key, input },
    async (tx, { version: _version, record, evidence: formerEvidence, acceptedReason: reason, ...earlierVersion }) => {
      const { status: _status, scheduledAt: _at, featuredPosition: _position, ...texts } = record;
      const sentences = { former: formerEvidence, reason };
      const change = { ...earlierVersion, cause: "restored", record: texts, sentences } as const;
      return toAdminArticle((await publish(tx, editor, "articles", change)).row);
    },
  );
}
