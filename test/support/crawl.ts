/** Follows the links of a site. */
import { get } from "./requests";
import type { Site } from "./site";

/** The number of pages to open among those whose addresses differ only in a number, a name or a query. */
const PAGES_PER_KIND = 3;
/** Files, and links that would sign the crawler out. */
const NOT_FOLLOWED =
  /^\/(logout|uploads|build|api\/my-list)\b|\.(png|xml|txt|json|csv|webp|svg)$|\/(download|export[\w-]*)$|^\/account\/data$/;

/** Opens the pages below a path that links lead to from `start`. Returns the text of each page, and the broken links and anchors. */
export async function crawl(
  site: Site,
  start: string,
  headers: Record<string, string> = {},
  { below = "/" }: { below?: string } = {},
) {
  const queue = [start];
  const seenPaths = new Set(queue);
  const kinds = new Map<string, number>();
  const openedPages = new Map<string, string>();
  const brokenLinks: string[] = [];
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    const { text, status } = await follow(site, path, headers);
    openedPages.set(path, text);
    if (status !== 200) brokenLinks.push(`${path} answered ${status}`);
    brokenLinks.push(...deadAnchors(text).map((anchor) => `${path} has no ${anchor}`));
    for (const [, href = ""] of text.matchAll(/<a\b[^>]*?\shref="([^"]*)"/g)) {
      const url = new URL(href.replaceAll("&amp;", "&"), site.url + path);
      const nextPath = url.pathname + url.search;
      if (url.origin !== site.url || seenPaths.has(nextPath) || NOT_FOLLOWED.test(url.pathname)) continue;
      if (!url.pathname.startsWith(below)) continue;
      seenPaths.add(nextPath);
      const kind = kindOf(url);
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      if ((kinds.get(kind) ?? 0) <= PAGES_PER_KIND) queue.push(nextPath);
    }
  }
  return { openedPages, brokenLinks };
}

/** Returns the links to anchors that the page does not have. */
export function deadAnchors(html: string): string[] {
  const ids = new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id));
  const anchors = new Set([...html.matchAll(/\shref="#([^"]+)"/g)].map(([, id = ""]) => id));
  return [...anchors].filter((id) => !ids.has(id)).map((id) => `#${id}`);
}

/** Requests a path and follows redirects within the site. */
async function follow(
  site: Site,
  path: string,
  headers: Record<string, string>,
): Promise<{ status: number; text: string }> {
  const answer = await get(site, path, { headers });
  const location = answer.headers.get("Location");
  if (answer.status < 300 || answer.status > 399 || !location)
    return { status: answer.status, text: await answer.text() };
  const { pathname, search } = new URL(location, site.url);
  return follow(site, pathname + search, headers);
}

/** Returns the kind of a page: all pages of a list are of one kind, and so are all profiles. */
function kindOf({ pathname, searchParams }: URL): string {
  const [segment = "", ...otherParts] = pathname.slice(1).split("/");
  const firstSegment = /^(|admin|directory|articles|login|register|account|submit|privacy|about)$/.test(segment)
    ? segment
    : "(name)";
  const otherSegments = otherParts.map((part) =>
    /^[a-z]+(-[a-z]+)?$/.test(part) && segment === "admin" ? part : "(one)",
  );
  return [firstSegment, ...otherSegments, ...[...searchParams.keys()].sort()].join("/");
}
