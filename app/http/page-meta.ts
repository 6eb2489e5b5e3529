import type { MetaDescriptor } from "@remix-run/node";

/** The routes of a page and their data, as `meta` receives them. */
type Matches = { id: string; data: unknown }[];

interface Page {
  /** The title without the site's name. */
  title: string;
  description: string;
  siteName: string;
  origin: string;
  /** The canonical path with its query. */
  path: string;
  keywords?: string;
  /** Set for pages such as search results. */
  noindex?: boolean;
  /** The address of the share image; the site's by default. */
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

/** Returns name and origin of the site from the root loader's data. */
export function siteOf(matches: Matches): { siteName: string; origin: string } {
  const root = matches.find(({ id }) => id === "root")?.data as RootData | undefined;
  return { siteName: root?.site.siteName ?? "", origin: root?.origin ?? "" };
}

interface RootData {
  site: { siteName: string };
  origin: string;
}

/** Returns the metadata of a reader's own page, or of a form that signs people in. */
export function unlistedMeta(title: string, matches: Matches): MetaDescriptor[] {
  return [{ title: `${title} | ${siteOf(matches).siteName}` }, { name: "robots", content: "noindex" }];
}

export function imageMeta({ width, height }: { width?: number; height?: number }, alt: string): MetaDescriptor[] {
  const size = [
    { property: "og:image:width", content: String(width) },
    { property: "og:image:height", content: String(height) },
    { name: "twitter:card", content: "summary_large_image" },
  ];
  return [...(width && height ? size : []), { property: "og:image:alt", content: alt }];
}

/** Returns the link to the feed of a page. @param page The path of the page with its query. */
export function feedLink(page: string, title: string): MetaDescriptor {
  const [path, query] = page.split("?");
  const href = `${path}/feed.xml${query ? `?${query}` : ""}`;
  return { tagName: "link", rel: "alternate", type: "application/atom+xml", title, href };
}

/** Returns a BreadcrumbList of schema.org, from the home page down. */
export function breadcrumbs(origin: string, steps: [name: string, path: string][]): object {
  return {
    "@type": "BreadcrumbList",
    itemListElement: steps.map(([name, path], index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: origin + path,
    })),
  };
}

/** Returns an ItemList of schema.org. */
export function itemList(origin: string, entries: { slug: string }[], first = 1): object {
  return {
    "@type": "ItemList",
    itemListElement: entries.map(({ slug }, index) => ({
      "@type": "ListItem",
      position: first + index,
      url: `${origin}/${slug}`,
    })),
  };
}
