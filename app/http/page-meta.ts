import type { MetaDescriptor } from "@remix-run/node";
import type { ArticlePage } from "~/models/articles/page.server";
import { ARTICLES, ATOM_PATH, JSON_FEED_PATH } from "~/models/articles/public";

/** The page's routes, as `meta` gets them. */
type Matches = { id: string; data: unknown }[];

interface Page {
  /** Without the site's name. */
  title: string;
  description: string;
  siteName: string;
  origin: string;
  /** The canonical path with its query. */
  path: string;
  keywords?: string;
  /** For example a page of search results. */
  noindex?: boolean;
  /** The site's where a page has none of its own. */
  image?: string | null;
  type?: "website" | "profile" | "article";
  /** Structured data (schema.org). */
  data?: object[];
}

export function pageMeta(page: Page): MetaDescriptor[] {
  const url = page.origin + page.path;
  const image = new URL(page.image || "/share.png", page.origin).href;
  return [
    { title: `${page.title} | ${page.siteName}` },
    { name: "description", content: page.description },
    ...(page.keywords ? [{ name: "keywords", content: page.keywords }] : []),
    ...(page.noindex ? [{ name: "robots", content: "noindex" }] : []),
    { tagName: "link", rel: "canonical", href: url },
    { property: "og:site_name", content: page.siteName },
    { property: "og:type", content: page.type ?? "website" },
    { property: "og:title", content: page.title },
    { property: "og:description", content: page.description },
    { property: "og:url", content: url },
    { property: "og:image", content: image },
    ...(page.data ?? []).map((data) => ({ "script:ld+json": { "@context": "https://schema.org", ...data } })),
  ];
}

/** Name and origin of the site, from the root loader's data. */
export function siteOf(matches: Matches): { siteName: string; origin: string } {
  const root = matches.find(({ id }) => id === "root")?.data as RootData | undefined;
  return { siteName: root?.site.siteName ?? "", origin: root?.origin ?? "" };
}

interface RootData {
  site: { siteName: string };
  origin: string;
}

/** For a page of one reader's own, or a form that lets people in. */
export function unlistedMeta(title: string, matches: Matches): MetaDescriptor[] {
  return [{ title: `${title} | ${siteOf(matches).siteName}` }, { name: "robots", content: "noindex" }];
}

/** A draft reveals little. */
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
          ...(tags.length > 0 && { keywords: tags.join(", ") }),
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
    ...feedLinks(siteName),
  ];
}

export function imageMeta({ width, height }: { width?: number; height?: number }, alt: string): MetaDescriptor[] {
  const size = [
    { property: "og:image:width", content: String(width) },
    { property: "og:image:height", content: String(height) },
    { name: "twitter:card", content: "summary_large_image" },
  ];
  return [...(width && height ? size : []), { property: "og:image:alt", content: alt }];
}

/** `page` is the path of a list or a profile, with its query. */
export function expertFeedLink(page: string, title: string): MetaDescriptor {
  const [path, query] = page.split("?");
  const href = `${path}/feed.xml${query ? `?${query}` : ""}`;
  return { tagName: "link", rel: "alternate", type: "application/atom+xml", title, href };
}

export function feedLinks(siteName: string): MetaDescriptor[] {
  const link = { tagName: "link", rel: "alternate", title: `Articles | ${siteName}` };
  return [
    { ...link, type: "application/atom+xml", href: ATOM_PATH },
    { ...link, type: "application/feed+json", href: JSON_FEED_PATH },
  ];
}

/** schema.org's BreadcrumbList from the home page down. */
export function breadcrumbs(origin: string, steps: [name: string, path: string][]): object {
  return {
    "@type": "BreadcrumbList",
    itemListElement: steps.map(([name, path], place) => ({
      "@type": "ListItem",
      position: place + 1,
      name,
      item: origin + path,
    })),
  };
}

/** schema.org's ItemList. */
export function itemList(origin: string, experts: { slug: string }[], first = 1): object {
  return {
    "@type": "ItemList",
    itemListElement: experts.map(({ slug }, place) => ({
      "@type": "ListItem",
      position: first + place,
      url: `${origin}/${slug}`,
    })),
  };
}
