import type { Editor } from "~/models/base/accounts/admin.server";
import { articleDraft } from "~/models/editing/articles/drafts.server";
import { articlePreview } from "~/models/editing/articles/preview.server";
import { formOf } from "~/models/records/articles/form";
import { type AdminArticleRow, recordOf } from "~/models/records/articles/record.server";

/** Returns the article, and its unsaved draft if there is one. */
export async function articlePageOf(editor: Editor, row: AdminArticleRow) {
  const { id, slug, title, status, publishedAt, scheduledAt, updatedAt, shareToken } = row;
  const draft = await articleDraft(editor, row);
  const form = draft?.form ?? formOf(recordOf(row));
  const sharePath = shareToken && `/articles/${slug}?${new URLSearchParams({ draft: shareToken })}`;
  return {
    article: {
      id,
      slug,
      title,
      status,
      publishedAt,
      scheduledAt,
      sharePath: sharePath || null,
      featured: row.featuredPosition !== null,
      isInTrash: row.deletedAt !== null,
    },
    form,
    updatedAt: draft?.basedOn ?? updatedAt,
    restored: draft && { at: draft.keptAt, isOlder: draft.basedOn !== updatedAt },
    preview: articlePreview(editor, form),
  };
}

/** Returns the action that the address names, unless it concerned another version than the one on the page. */
export function outcomeIn(params: URLSearchParams, updatedAt: string): { outcome: string; at: string } | null {
  const outcome = params.has("refused") ? "refused" : (params.get("done") ?? "");
  const at = params.get("at") ?? "";
  return ["discarded", "refused"].includes(outcome) || at === updatedAt ? { outcome, at } : null;
}
