/** Following every link of a site. */
import { get } from "./requests";
import type { Site } from "./site";

/** Of addresses that differ only in a number, a name or a query, so many are opened. */
const EACH = 3;
/** Files, and what would end the crawl. */
const NOT_FOLLOWED =
  /^\/(logout|uploads|build|api\/my-list)\b|\.(png|xml|txt|json|csv|webp|svg)$|\/(download|export[\w-]*)$|^\/account\/data$/;

/** Opens all that can be reached from `start`; gives the text of each page and what did not answer with 200. */
export async function crawl(site: Site, start: string, headers: Record<string, string> = {}) {
  const waiting = [start];
  const seen = new Set(waiting);
  const kinds = new Map<string, number>();
  const opened = new Map<string, string>();
  const broken: string[] = [];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const { text, end } = await follow(site, path, headers);
    opened.set(path, text);
    if (end !== 200) broken.push(`${path} answered ${end}`);
    broken.push(...deadAnchors(text).map((anchor) => `${path} has no ${anchor}`));
    for (const [, href = ""] of text.matchAll(/<a\b[^>]*?\shref="([^"]*)"/g)) {
      const url = new URL(href.replaceAll("&amp;", "&"), site.url + path);
      const next = url.pathname + url.search;
      if (url.origin !== site.url || seen.has(next) || NOT_FOLLOWED.test(url.pathname)) continue;
      seen.add(next);
      const kind = kindOf(url);
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      if ((kinds.get(kind) ?? 0) <= EACH) waiting.push(next);
    }
  }
  return { opened, broken };
}

/** Links to a place on the page itself that is not there. */
export function deadAnchors(html: string): string[] {
  const ids = new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id));
  const anchors = new Set([...html.matchAll(/\shref="#([^"]+)"/g)].map(([, id = ""]) => id));
  return [...anchors].filter((id) => !ids.has(id)).map((id) => `#${id}`);
}

/** Follows redirects within the site. */
async function follow(
  site: Site,
  path: string,
  headers: Record<string, string>,
): Promise<{ end: number; text: string }> {
  const answer = await get(site, path, { headers });
  const to = answer.headers.get("Location");
  if (answer.status < 300 || answer.status > 399 || !to) return { end: answer.status, text: await answer.text() };
  const { pathname, search } = new URL(to, site.url);
  return follow(site, pathname + search, headers);
}

/** The same for the pages of a list and for the profiles of people. */
function kindOf({ pathname, searchParams }: URL): string {
  const [first = "", ...rest] = pathname.slice(1).split("/");
  const start = /^(|admin|directory|articles|login|register|account|submit|privacy|about)$/.test(first)
    ? first
    : "(name)";
  const deeper = rest.map((part) => (/^[a-z]+(-[a-z]+)?$/.test(part) && first === "admin" ? part : "(one)"));
  return [start, ...deeper, ...[...searchParams.keys()].sort()].join("/");
}
