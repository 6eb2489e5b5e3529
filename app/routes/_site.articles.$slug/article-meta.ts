import type { MetaDescriptor } from "@remix-run/node";
import { articleFeedLinks } from "~/components/articles/feed-links";
import { breadcrumbs, imageMeta, pageMeta } from "~/http/page-meta";
import type { ArticlePage } from "~/models/records/articles/page.server";
import { ARTICLES } from "~/models/records/articles/public";

/** Returns the meta tags of an article. Those of a draft have no dates, images or structured data. */
export function articleMeta(
  article: ArticlePage,
  { siteName, origin }: { siteName: string; origin: string },
): MetaDescriptor[] {
  const {
    slug,
    title,
    description,
    publishedAt,
    updatedAt,
    kind,
    tags,
    image: articleImage,
    shareImage,
    expertName,
  } = article;
  const path = `${ARTICLES}/${slug}`;
  const common = { title, description, siteName, origin, path, type: "article" } as const;
  if (article.draft) return pageMeta({ ...common, noindex: true });
  const image = shareImage ?? { src: articleImage?.src ?? `${path}/share.png`, width: 1200, height: 630 };
  const site = { "@type": "Organization", name: siteName, url: `${origin}/` };
  const expert = article.expertSlug ? { url: `${origin}/${article.expertSlug}` } : {};
  return [
    ...pageMeta({
      ...common,
      image: image.src,
      data: [
        {
          "@type": "Article",
          headline: title,
          description,
          image: [new URL(image.src, origin).href],
          datePublished: publishedAt,
          dateModified: updatedAt,
          author: site,
          publisher: site,
          mainEntityOfPage: origin + path,
          articleSection: kind,
          inLanguage: "en",
          ...(tags.length > 0 && { keywords: tags.map(({ name }) => name).join(", ") }),
          ...(expertName && { about: { "@type": "Person", name: expertName, ...expert } }),
        },
        breadcrumbs(origin, [
          ["Home", "/"],
          ["Articles", ARTICLES],
          [title, path],
        ]),
      ],
    }),
    ...imageMeta(image, articleImage?.alt || title),
    { property: "article:published_time", content: publishedAt },
    { property: "article:modified_time", content: updatedAt },
    ...articleFeedLinks(siteName),
  ];
}
