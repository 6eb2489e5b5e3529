/** Makes an article from a text of the library, and finds the article of a text. */
import { db, readDb } from "~/db.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { audit } from "~/models/base/audit/audit.server";
import { ARTICLE_TYPES } from "~/models/base/providers/choices";
import { titleAndBody } from "~/models/base/text/content-text";
import { ARTICLE_RECORD } from "~/models/records/articles/fields";
import { slugFromContent } from "~/models/records/articles/slug.server";
import { modelOfArticle } from "~/models/records/provenance/handed-out.server";
import { publish } from "~/models/records/publish/publish.server";
import { findContent } from "./library.server";
import type { LibraryContent } from "./views.server";

export interface ArticleOfContent {
  id: string;
  title: string;
  status: string;
}

/** The data of the page and the dialog of a text. */
export interface ContentPage {
  content: LibraryContent;
  article: ArticleOfContent | null;
}

/** Returns a text and the article made from it. Throws "missing". */
export async function contentPage(editor: Editor, id: string): Promise<ContentPage> {
  return { content: await findContent(editor, id), article: await articleOfContent(editor, id) };
}

/** Returns the article that was made from a text; null if there is no such article outside the trash. */
async function articleOfContent(_editor: Editor, contentId: string): Promise<ArticleOfContent | null> {
  const article = await readDb
    .selectFrom("articles")
    .select(["id", "title", "status"])
    .where("contentId", "=", contentId)
    .where("deletedAt", "is", null)
    .orderBy("rowId", "desc")
    .executeTakeFirst();
  return article ?? null;
}

/** Drafts an article from a text, unless the text has an article already, and returns the id of the article. Throws "missing". */
export async function draftFromContent(editor: Editor, id: string): Promise<string> {
  const content = await findContent(editor, id);
  const existingArticle = await articleOfContent(editor, id);
  if (existingArticle) return existingArticle.id;
  const { title, body } = titleAndBody(content.content);
  const [image] = content.images;
  const record = {
    title: title.slice(0, ARTICLE_RECORD.title.max),
    slug: slugFromContent(content.content),
    type: ARTICLE_TYPES.find((type) => type.id === content.contentType)?.id ?? ARTICLE_TYPES[0].id,
    body: body || content.content,
    ...(image && { imageUrl: image.imageUrl, imageAlt: image.alt }),
    tags: content.seoTags.slice(0, 20).map((tag) => tag.slice(0, 50)),
  };
  return db.transaction().execute(async (tx) => {
    const articles = tx.selectFrom("articles").select("id").where("contentId", "=", id).where("deletedAt", "is", null);
    const concurrentArticle = await articles.executeTakeFirst();
    if (concurrentArticle) return concurrentArticle.id;
    const expert = await tx
      .selectFrom("experts")
      .select("id")
      .where("id", "=", content.expertId ?? "")
      .where("deletedAt", "is", null)
      .executeTakeFirst();
    const aiModel = content.model || (await modelOfArticle(tx, "", content.content));
    const { row: article } = await publish(tx, editor, "articles", {
      cause: "drafted",
      record: { ...record, expertId: expert?.id ?? "" },
      // Passes the name, because the expert may not be in the directory.
      article: { contentId: id, aiModel, expertName: content.expertName },
      sentences: { evidence: content.evidence.map((evidence) => ({ ...evidence, field: "body" })) },
    });
    const subject = { subjectKind: "library", subjectId: id, subjectName: article.title } as const;
    await audit(tx, editor, { action: "article drafted from library", ...subject });
    return article.id;
  });
}
