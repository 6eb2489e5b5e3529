import { createHash } from "node:crypto";
import { remembered } from "./remembered.server";
import { analytics } from "./services/analytics.server";

const INLINE_SCRIPT = /<script(?: type="(text\/later|module|text\/javascript)"(?: async="")?)?>([\s\S]*?)<\/script>/g;

/**
 * The Content-Security-Policy of a finished page. Inline scripts are allowed by their hash and nothing else inline is,
 * so a script that came in through data does not run. Hashes instead of nonces: the same bytes may be sent twice.
 */
export function contentSecurityPolicy(html: string): string {
  const hashes = Array.from(html.matchAll(INLINE_SCRIPT), ([, , source]) => `'sha256-${sha256(source as string)}'`);
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

/** Most scripts are the same on every page. */
const sha256 = remembered(
  (source) => createHash("sha256").update(source).digest("base64"),
  (hash) => hash.length,
);
