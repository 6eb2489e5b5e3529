import type { MetaDescriptor } from "@remix-run/node";

interface Page {
  /** Without the site's name, which is added. */
  title: string;
  description: string;
  siteName: string;
  /** Scheme and host of the site. */
  origin: string;
  /** The one address this page should be known by: a path with its query. */
  path: string;
  keywords?: string;
  /** Kept out of search engines, e.g. a page of search results. */
  noindex?: boolean;
  image?: string | null;
  type?: "website" | "profile" | "article";
  /** Structured data about the page (schema.org), one object each. */
  data?: object[];
}

/** Title, description, canonical address, Open Graph and structured data of a page. */
export function pageMeta(page: Page): MetaDescriptor[] {
  const url = page.origin + page.path;
  const image = page.image && new URL(page.image, page.origin).href;
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
    ...(image ? [{ property: "og:image", content: image }] : []),
    ...(page.data ?? []).map((data) => ({ "script:ld+json": { "@context": "https://schema.org", ...data } })),
  ];
}

/** Where a page stands, as schema.org's BreadcrumbList: names and paths from the home page down. */
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

/** The people of a list, as schema.org's ItemList. */
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
