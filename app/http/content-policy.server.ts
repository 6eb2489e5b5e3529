import { analytics } from "~/services/analytics.server";

/**
 * The Content-Security-Policy of a page. Scripts run when they are files of this site or carry the nonce, which only the code
 * that writes scripts knows; there are no inline styles.
 */
export function contentPolicy(nonce: string): string {
  const { connect, script } = analytics.hosts;
  return [
    "default-src 'none'",
    `script-src ${["'self'", `'nonce-${nonce}'`, ...script].join(" ")}`,
    "style-src 'self'",
    // Images of other sites are copied here; some analytics report by asking for one.
    `img-src ${["'self'", "data:", ...connect].join(" ")}`,
    "font-src 'none'",
    `connect-src ${["'self'", ...connect].join(" ")}`,
    // Video players, which load on request only.
    "frame-src https://www.youtube-nocookie.com https://player.vimeo.com",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ");
}
