import { analytics } from "~/services/analytics.server";

/** Allows scripts from this site or with the nonce, and no inline styles. */
export function contentPolicy(nonce: string): string {
  const { connect, script } = analytics.hosts;
  return [
    "default-src 'none'",
    `script-src ${["'self'", `'nonce-${nonce}'`, ...script].join(" ")}`,
    "style-src 'self'",
    // External images are copied here; some analytics report through an image.
    `img-src ${["'self'", "data:", ...connect].join(" ")}`,
    "font-src 'none'",
    `connect-src ${["'self'", ...connect].join(" ")}`,
    "frame-src https://www.youtube-nocookie.com https://player.vimeo.com",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ");
}
