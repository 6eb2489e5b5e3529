/** Finds the article and the library's text that exist already for a text to be published. */
import type { Queryable } from "~/db.server";
import { titleAndBody } from "~/models/base/text/content-text";
import { ARTICLE_RECORD } from "~/models/records/articles/fields";
import type { AdminArticleRow } from "~/models/records/articles/record.server";
import { articleRow } from "~/models/records/articles/rows.server";
import type { NewEvidence } from "~/models/records/evidence/evidence";
import { modelOfArticle } from "~/models/records/provenance/handed-out.server";

/** Returns the article of a text in the library, else the article with the id. */
export async function articleOf(
  tx: Queryable,
  contentId: string,
  articleId = "",
): Promise<AdminArticleRow | undefined> {
  const articles = tx.selectFrom("articles").select("rowId").where("deletedAt", "is", null).orderBy("rowId", "desc");
  const article =
    (await articles.where("contentId", "=", contentId).executeTakeFirst()) ??
    (await articles.where("id", "=", articleId).executeTakeFirst());
  return article && articleRow(tx, article.rowId);
}

/** Returns the draft of an earlier call, so that a second call with a reason makes no second draft. */
export async function repeatedDraft(
  tx: Queryable,
  content: string,
  aiModel: string,
): Promise<AdminArticleRow | undefined> {
  if (!aiModel) return undefined;
  const { title, body } = titleAndBody(content);
  const article = await tx
    .selectFrom("articles")
    .select("rowId")
    .where("status", "=", "draft")
    .where("origin", "=", "promotion")
    .where("contentId", "is", null)
    .where("aiModel", "=", aiModel)
    .where("title", "=", title.slice(0, ARTICLE_RECORD.title.max))
    .where("body", "=", body || content.trim())
    .where("deletedAt", "is", null)
    .orderBy("rowId", "desc")
    .executeTakeFirst();
  return article && articleRow(tx, article.rowId);
}

/**
 * Returns the model and evidence of a text in the library. Finds the text by its id, else by the same words about the same
 * expert, so that text copied from the library is still known as AI text.
 */
export async function storedText(
  tx: Queryable,
  { contentId, content }: { contentId?: string | null; content: string },
  { rowId }: { rowId: number },
): Promise<{ model: string; evidence: NewEvidence[] }> {
  const texts = tx.selectFrom("libraryContents").select(["model", "evidence"]).orderBy("rowId", "desc");
  const matchingTexts = contentId
    ? texts.where("id", "=", contentId)
    : texts.where("expertRowId", "=", rowId).where("content", "=", content).where("model", "!=", "");
  const { model = "", evidence = "[]" } = (await matchingTexts.executeTakeFirst()) ?? {};
  return { model: model || (await modelOfArticle(tx, "", content)), evidence: JSON.parse(evidence) };
}
