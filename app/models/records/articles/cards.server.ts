import { shorten } from "~/models/base/markdown/plain-text.server";
import { shownImage } from "~/models/base/uploads/missing.server";
import type { ArticleSummary } from "./articles.server";
import { articleTypeLabel } from "./fields";

export interface ArticleCard {
  slug: string;
  title: string;
  kind: string;
  publishedAt: string;
  text: string;
  image: string | null;
  expertName: string;
  featured: boolean;
}

const TEXT_LENGTH = 180;

export function toArticleCards(articles: ArticleSummary[]): ArticleCard[] {
  return articles.map(({ slug, title, type, publishedAt, excerpt, imageUrl, expertName, featured }) => ({
    slug,
    title,
    kind: articleTypeLabel(type),
    publishedAt,
    text: shorten(excerpt, TEXT_LENGTH),
    image: shownImage(imageUrl),
    expertName,
    featured,
  }));
}
