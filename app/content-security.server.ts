import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { analytics } from "./services/analytics.server";

/**
 * The Content-Security-Policy of a finished page. Inline scripts are allowed by their hash and nothing else inline is,
 * so a script that came in through data does not run. Hashes instead of nonces: the same bytes may be sent twice.
 *
 * @param parts of the page; every script is whole within one.
 */
export function contentSecurityPolicy(parts: string[]): string {
  const hashes = parts.flatMap(inlineScripts).map((source) => `'sha256-${sha256(source)}'`);
  const { connect, script } = analytics.hosts;
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...new Set(hashes), ...script].join(" ")}`,
    "style-src 'self'",
    // Pictures of other sites are copied here; some analytics report by asking for one.
    `img-src ${["'self'", "data:", ...connect].join(" ")}`,
    "font-src 'none'",
    `connect-src ${["'self'", ...connect].join(" ")}`,
    // Video players, which load only when they are asked for.
    "frame-src https://www.youtube-nocookie.com https://player.vimeo.com",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ");
}

/** The sources of what a page runs from within; a page is large, so it is not searched by a pattern. */
function inlineScripts(html: string): string[] {
  const found: string[] = [];
  for (let at = html.indexOf("<script"); at >= 0; at = html.indexOf("<script", at)) {
    const start = html.indexOf(">", at) + 1;
    const end = html.indexOf("</script>", start);
    if (start === 0 || end < 0) break;
    if (RUNS.test(html.slice(at, start))) found.push(html.slice(start, end));
    at = end;
  }
  return found;
}

const RUNS = /^<script(?: type="(?:text\/later|module|text\/javascript)"(?: async="")?)?>$/;

function sha256(source: string): string {
  if (source.length > LONGEST_SHARED) return digest(source);
  const known = digests.get(source) ?? digest(source);
  digests.set(source, known);
  return known;
}

/** Most scripts are the same on every page. A longer one brings the page's data: what is remembered of it would keep the page. */
const LONGEST_SHARED = 3_000;

const digest = (source: string) => hash("sha256", source, "base64");
const digests = new LRUCache<string, string>({ max: 200 });
