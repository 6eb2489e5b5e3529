import { type FeedFormat, writeFeed } from "~/models/base/feeds/feeds.server";
import { renderArticle } from "~/models/base/markdown/markdown.server";
import { siteSettings } from "~/models/base/settings/settings.server";
import { shareImage } from "~/models/base/uploads/address";
import { shownImage } from "~/models/base/uploads/missing.server";
import { newestArticleTexts } from "./articles.server";
import { articleTypeLabel } from "./fields";
import { AI_NOTE, ARTICLES } from "./public";
import { summaryOfArticle } from "./summary.server";
import { withoutTitle } from "./text";

const MAX_ENTRIES = 20;

/** Returns the newest articles as a feed, with addresses under `origin`. */
export async function articleFeed(origin: string, format: FeedFormat): Promise<string> {
  const { siteName } = await siteSettings();
  const head = { title: `Articles | ${siteName}`, author: siteName, origin, page: ARTICLES };
  return writeFeed(head, await entriesOf(origin), format);
}

async function entriesOf(origin: string) {
  const articles = await newestArticleTexts(MAX_ENTRIES);
  return articles.map(({ id, slug, title, type, body, excerpt, tags, ...article }) => {
    const url = `${origin}/articles/${slug}`;
    const text = withoutTitle(body, title);
    const image = shownImage(article.imageUrl);
    const html = absoluteAddresses(renderArticle(text).html, origin, url);
    return {
      id: `tag:${new URL(origin).hostname},2024:article/${id}`,
      url,
      title,
      summary: summaryOfArticle({ title, excerpt, body }, 300),
      html: article.aiGenerated ? `${html}<p><em>${AI_NOTE}</em></p>\n` : html,
      image: image && origin + (shareImage(image)?.src ?? image),
      terms: [articleTypeLabel(type), ...tags],
      publishedAt: article.publishedAt,
      updatedAt: article.updatedAt,
    };
  });
}

/** Makes addresses absolute. The renderer writes only paths of this site, and fragments. */
function absoluteAddresses(html: string, origin: string, url: string): string {
  return html
    .replaceAll('<a href="/', `<a href="${origin}/`)
    .replaceAll('<a href="#', `<a href="${url}#`)
    .replace(/<img src="\/[^>]*/g, (image) => image.replaceAll("/uploads/", `${origin}/uploads/`));
}
