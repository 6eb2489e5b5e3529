import { shareCard } from "~/models/images/share-card.server";
import { siteSettings } from "~/models/site/settings.server";
import { findArticle, noSuchArticle } from "./articles.server";
import { articleTypeLabel } from "./fields";

/** The link-preview image of a published article without one. Throws "missing"; its `png` throws "unavailable". */
export async function articleShareImage(slug: string) {
  const article = await findArticle(slug);
  if (article.status !== "published" || article.slug !== slug) throw noSuchArticle();
  const { siteName } = await siteSettings();
  return shareCard({ title: article.title, kind: articleTypeLabel(article.type), siteName });
}
