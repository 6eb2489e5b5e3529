import { siteSettings } from "~/models/base/settings/settings.server";
import { withEvidence } from "~/models/records/evidence/evidence.server";
import { shareCard } from "~/models/records/images/share-card.server";
import { type Article, findArticle, noSuchArticle } from "./articles.server";
import { articleTypeLabel } from "./fields";

/** Returns a published article for the JSON calls, by its present or a former slug. Throws "missing". */
export async function publicArticle(slug: string) {
  const article = await findArticle(slug);
  if (article.status !== "published") throw noSuchArticle();
  return withEvidence(toPublic(article));
}

function toPublic({ rowId: _, status, expertRowId, scheduledAt, shareToken, ...article }: Article) {
  return article;
}

/**
 * Returns the link-preview image of a published article without an image. Throws "missing"; its `png` throws "unavailable".
 */
export async function articleShareImage(slug: string) {
  const article = await findArticle(slug);
  if (article.status !== "published") throw noSuchArticle();
  const { siteName } = await siteSettings();
  return { slug: article.slug, ...shareCard({ title: article.title, kind: articleTypeLabel(article.type), siteName }) };
}
