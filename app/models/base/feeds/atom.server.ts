/** Writes feeds in the Atom format (RFC 4287). */

import { toStorable } from "~/json";

export interface FeedEntry {
  /** An id that stays the same when the address changes (RFC 4151). */
  id: string;
  url: string;
  title: string;
  summary: string;
  html?: string;
  image?: string | null;
  terms: string[];
  publishedAt: string;
  updatedAt: string;
}

interface FeedHead {
  title: string;
  /** The name of the site, as the author of the feed. */
  author: string;
  origin: string;
  /** The path of the feed. */
  path: string;
  /** The path of the page with the same list. */
  page: string;
}

/** Writes a feed. All texts are plain, except `html`. */
export function writeAtom({ title, author, origin, path, page }: FeedHead, entries: FeedEntry[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<title>${escapeXml(title)}</title>
<subtitle>${escapeXml(author)}</subtitle>
<link rel="self" type="application/atom+xml" href="${escapeXml(origin + path)}"/>
<link rel="alternate" type="text/html" href="${escapeXml(origin + page)}"/>
<id>${escapeXml(origin + page)}</id>
<updated>${latestChange(entries)}</updated>
<author><name>${escapeXml(author)}</name><uri>${escapeXml(origin)}</uri></author>
${entries.map(entryXml).join("\n")}
</feed>
`;
}

/** Returns the time of the latest change of an entry, or 1970 without entries. */
function latestChange(entries: { updatedAt: string }[]): string {
  const times = entries.map(({ updatedAt }) => updatedAt).sort();
  return times.at(-1) ?? new Date(0).toISOString();
}

function entryXml(entry: FeedEntry): string {
  return `<entry>
<title>${escapeXml(entry.title)}</title>
<link rel="alternate" type="text/html" href="${escapeXml(entry.url)}"/>
<id>${escapeXml(entry.id)}</id>
<published>${entry.publishedAt}</published>
<updated>${entry.updatedAt}</updated>
${entry.terms.map((term) => `<category term="${escapeXml(term)}"/>`).join("")}
<summary>${escapeXml(entry.summary)}</summary>${entry.html ? `\n<content type="html">${escapeXml(entry.html)}</content>` : ""}
</entry>`;
}

/** Escapes text for XML 1.0, and replaces what it cannot contain: texts of earlier versions have control characters. */
function escapeXml(text: string): string {
  const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return toStorable(text).replace(/[&<>"]/g, (character) => entities[character] as string);
}
