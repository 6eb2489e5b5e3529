/** The newest articles for feed readers: Atom (RFC 4287) and JSON Feed 1.1, each with whole texts and whole addresses. */

import { shareImage } from "~/models/images/address";
import { shownImage } from "~/models/images/missing.server";
import { siteSettings } from "~/models/site/settings.server";
import { renderArticle } from "~/models/text/markdown.server";
import { plainText } from "~/models/text/plain-text.server";
import { newestArticles } from "./articles.server";
import { articleTypeLabel } from "./fields";
import { AI_NOTE, ATOM_PATH, JSON_FEED_PATH } from "./public";
import { withoutTitle } from "./text";

const ENTRIES = 20;

/** A feed as it is sent, and when the newest change of what is in it was. */
export interface Feed {
  body: string;
  updatedAt: string;
}

/** @param origin scheme and host that all addresses start with. */
export async function atomFeed(origin: string): Promise<Feed> {
  const { title, subtitle, updatedAt, entries } = await feedOf(origin);
  const entry = (one: (typeof entries)[number]) => `<entry>
<title>${xml(one.title)}</title>
<link rel="alternate" type="text/html" href="${xml(one.url)}"/>
<id>${xml(one.id)}</id>
<published>${one.publishedAt}</published>
<updated>${one.updatedAt}</updated>
${one.terms.map((term) => `<category term="${xml(term)}"/>`).join("")}
<summary>${xml(one.summary)}</summary>
<content type="html">${xml(one.html)}</content>
</entry>`;
  const body = `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<title>${xml(title)}</title>
<subtitle>${xml(subtitle)}</subtitle>
<link rel="self" type="application/atom+xml" href="${xml(origin + ATOM_PATH)}"/>
<link rel="alternate" type="text/html" href="${xml(`${origin}/articles`)}"/>
<id>${xml(`${origin}/articles`)}</id>
<updated>${updatedAt}</updated>
<author><name>${xml(subtitle)}</name><uri>${xml(origin)}</uri></author>
${entries.map(entry).join("\n")}
</feed>
`;
  return { body, updatedAt };
}

/** @param origin as for `atomFeed`. */
export async function jsonFeed(origin: string): Promise<Feed> {
  const { title, subtitle, updatedAt, entries } = await feedOf(origin);
  const feed = {
    version: "https://jsonfeed.org/version/1.1",
    title,
    home_page_url: `${origin}/articles`,
    feed_url: origin + JSON_FEED_PATH,
    language: "en",
    authors: [{ name: subtitle, url: origin }],
    items: entries.map(({ id, url, title, html, summary, image, publishedAt, updatedAt, terms }) => ({
      id,
      url,
      title,
      content_html: html,
      summary,
      ...(image && { image }),
      date_published: publishedAt,
      date_modified: updatedAt,
      tags: terms,
    })),
  };
  return { body: JSON.stringify(feed), updatedAt };
}

async function feedOf(origin: string) {
  const { siteName } = await siteSettings();
  const articles = await newestArticles(ENTRIES);
  const entries = articles.map(({ id, slug, title, type, body, excerpt, tags, ...article }) => {
    const url = `${origin}/articles/${slug}`;
    const text = withoutTitle(body, title);
    const picture = shownImage(article.imageUrl);
    const html = wholeAddresses(renderArticle(text).html, origin, url);
    return {
      // Stays when the address changes (RFC 4151).
      id: `tag:${new URL(origin).hostname},2024:article/${id}`,
      url,
      title,
      summary: plainText(excerpt || text, 300),
      html: article.aiGenerated ? `${html}<p><em>${AI_NOTE}</em></p>\n` : html,
      image: picture && origin + (shareImage(picture)?.src ?? picture),
      terms: [articleTypeLabel(type), ...tags],
      publishedAt: article.publishedAt,
      updatedAt: article.updatedAt,
    };
  });
  const updatedAt =
    entries
      .map((entry) => entry.updatedAt)
      .sort()
      .at(-1) ?? new Date(0).toISOString();
  return { title: `Articles | ${siteName}`, subtitle: siteName, updatedAt, entries };
}

/** Our renderer writes addresses in this form only: paths of this site, and places within the article. */
function wholeAddresses(html: string, origin: string, url: string): string {
  return html
    .replaceAll('<a href="/', `<a href="${origin}/`)
    .replaceAll('<a href="#', `<a href="${url}#`)
    .replace(/<img src="\/[^>]*/g, (image) => image.replaceAll("/uploads/", `${origin}/uploads/`));
}

/** Text in XML 1.0, which cannot hold most control characters at all. */
export function xml(text: string): string {
  const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "\uFFFD")
    .replace(/[&<>"]/g, (character) => entities[character] as string);
}
