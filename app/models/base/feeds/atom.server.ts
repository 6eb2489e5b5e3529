/** Feeds for feed readers, as Atom (RFC 4287). */

export interface FeedEntry {
  /** Stays when the address changes (RFC 4151). */
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
  /** The author of the site. */
  author: string;
  origin: string;
  /** The path of the feed, and of the page with the same list. */
  path: string;
  page: string;
}

/** Writes a feed. All texts are plain, but for `html`. */
export function atom({ title, author, origin, path, page }: FeedHead, entries: FeedEntry[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<title>${xml(title)}</title>
<subtitle>${xml(author)}</subtitle>
<link rel="self" type="application/atom+xml" href="${xml(origin + path)}"/>
<link rel="alternate" type="text/html" href="${xml(origin + page)}"/>
<id>${xml(origin + page)}</id>
<updated>${latest(entries)}</updated>
<author><name>${xml(author)}</name><uri>${xml(origin)}</uri></author>
${entries.map(entryXml).join("\n")}
</feed>
`;
}

/** Returns the time of the newest entry's change; the beginning of time without any. */
function latest(entries: { updatedAt: string }[]): string {
  const times = entries.map(({ updatedAt }) => updatedAt).sort();
  return times.at(-1) ?? new Date(0).toISOString();
}

function entryXml(entry: FeedEntry): string {
  return `<entry>
<title>${xml(entry.title)}</title>
<link rel="alternate" type="text/html" href="${xml(entry.url)}"/>
<id>${xml(entry.id)}</id>
<published>${entry.publishedAt}</published>
<updated>${entry.updatedAt}</updated>
${entry.terms.map((term) => `<category term="${xml(term)}"/>`).join("")}
<summary>${xml(entry.summary)}</summary>${entry.html ? `\n<content type="html">${xml(entry.html)}</content>` : ""}
</entry>`;
}

/** Text in XML 1.0, which cannot hold most control characters. */
function xml(text: string): string {
  const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "\uFFFD")
    .replace(/[&<>"]/g, (character) => entities[character] as string);
}
