import { timingSafeEqual } from "node:crypto";
import { fold, type UserRow } from "~/db.server";
import { isEditor } from "~/models/base/accounts/admin.server";
import { renderArticle } from "~/models/base/markdown/markdown.server";
import { plainText } from "~/models/base/markdown/plain-text.server";
import { imageSources, shareImage } from "~/models/base/uploads/address";
import { shownImage } from "~/models/base/uploads/missing.server";
import { parseReferenceLink } from "~/models/base/web/entry-lines";
import { toCards } from "~/models/records/directory/cards.server";
import { cardsByRowId } from "~/models/records/directory/experts.server";
import { evidenceOf } from "~/models/records/evidence/evidence.server";
import { Footnotes } from "~/models/records/evidence/footnotes";
import { currentTopics } from "~/models/records/experts/topics.server";
import { digest } from "~/services/secrets.server";
import { type Article, findArticle, noSuchArticle, relatedArticles } from "./articles.server";
import { toArticleCards } from "./cards.server";
import { articleTypeLabel } from "./fields";
import { summaryOfArticle } from "./summary.server";
import { readingTime, withoutTitle } from "./text";

const MAX_RELATED = 3;
const MIN_SECTIONS = 3;

/**
 * Opens a published article, or a draft for editors and holders of its `token`. Finds out `canEdit` only for drafts. Throws
 * "missing", also for hidden drafts.
 */
export async function openArticle(
  slug: string,
  { token, readEditor }: { token: string | null; readEditor: () => Promise<UserRow | null> },
): Promise<{ article: Article; canEdit: boolean }> {
  const article = await findArticle(slug);
  if (article.status === "published") return { article, canEdit: false };
  const canEdit = isEditor(await readEditor());
  if (!canEdit && !isShareToken(token, article.shareToken)) throw noSuchArticle();
  return { article, canEdit };
}

/** Compares hashes in constant time, which reveals nothing about the token. */
function isShareToken(token: string | null, shareToken: string): boolean {
  if (!token || !shareToken) return false;
  return timingSafeEqual(Buffer.from(digest(token)), Buffer.from(digest(shareToken)));
}

export type ArticlePage = Awaited<ReturnType<typeof articlePage>>;

export async function articlePage(article: Article, { canEdit }: { canEdit: boolean }) {
  const { title, body, imageUrl, imageAlt, excerpt } = article;
  const text = withoutTitle(body, title);
  const footnotes = new Footnotes({ title, body: text, excerpt }, await evidenceOf({ articleRowId: article.rowId }));
  // Leaves out an excerpt that already begins the text.
  const lead = beginsWith(text, excerpt) ? [] : footnotes.citeSummary("excerpt", excerpt);
  const { html, sections } = renderArticle(footnotes.inMarkdown("body", text));
  footnotes.add("title", title);
  if (lead.length === 0) footnotes.add("excerpt", excerpt);
  return {
    slug: article.slug,
    title,
    type: article.type,
    kind: articleTypeLabel(article.type),
    description: summaryOfArticle(article, 160),
    lead,
    publishedAt: article.publishedAt,
    updatedAt: article.updatedAt,
    minutes: readingTime(text),
    image: imageOf(imageUrl, imageAlt),
    shareImage: shareImage(shownImage(imageUrl) ?? ""),
    html: footnotes.html(html),
    ...footnotes.pageData(),
    sections: sections.length < MIN_SECTIONS ? [] : sections,
    sources: article.sources.map(sourceOf),
    expertCards: await expertCardsOf(article),
    expertName: article.expertName,
    expertSlug: article.expertSlug,
    aiGenerated: article.aiGenerated,
    tags: await tagsOf(article),
    relatedCards: toArticleCards(await relatedArticles(article, MAX_RELATED)),
    draft: article.status === "draft" ? draftOf(article, canEdit) : null,
  };
}

/** Tells whether a Markdown text begins with the words of `excerpt`, which may end in the middle of a sentence with "…". */
function beginsWith(markdown: string, excerpt: string): boolean {
  const words = excerpt
    .replace(/(?<![\s….])[\s….]+$/, "")
    .replaceAll(/\s+/g, " ")
    .trim();
  return plainText(markdown, words.length + MAX_WORD_LENGTH).startsWith(words);
}

/** The limit of characters of a word, so that the last word of the excerpt is not cut off. */
const MAX_WORD_LENGTH = 100;

/** Returns the tags; those that name a topic link to it. */
async function tagsOf({ tags }: Article): Promise<{ name: string; topic?: string }[]> {
  if (tags.length === 0) return [];
  const topics = await currentTopics();
  return tags.map((name) => {
    const topic = topics.find((topic) =>
      [topic.name, ...topic.otherNames].some((topicName) => fold(topicName) === fold(name)),
    );
    return { name, ...(topic && { topic: topic.slug }) };
  });
}

/** Returns the card of the article's expert, as a list; an empty one if readers cannot open the profile. */
async function expertCardsOf({ expertRowId, expertSlug }: Article) {
  return toCards(await cardsByRowId(expertRowId !== null && expertSlug !== null ? [expertRowId] : []));
}

function draftOf({ id, scheduledAt }: Article, canEdit: boolean) {
  return { scheduledAt, editAddress: canEdit ? `/admin/articles/${id}` : null };
}

/** Returns the image with its size, so that the page does not shift while it loads. */
function imageOf(imageUrl: string | null, alt: string) {
  const address = shownImage(imageUrl);
  return address === null ? null : { ...(imageSources(address) ?? { src: address, width: 1280, height: 720 }), alt };
}

/** Reads `label|url`, or a citation that ends with its URL. */
export function sourceOf(text: string): { label: string; url: string | null } {
  const link = parseReferenceLink(text);
  if (link) return link;
  const [, words = "", address = ""] = /^(.*\S)\s+(https?:\/\/\S+)$/s.exec(text.trim()) ?? [];
  const citedLink = parseReferenceLink(address);
  return citedLink ? { label: words.replace(/[,;:]$/, ""), url: citedLink.url } : { label: text, url: null };
}
