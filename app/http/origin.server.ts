/** Where this site is, for absolute links. */
import { env } from "~/env.server";

/** The scheme and host that absolute links start with: SITE_URL, else those of the request. */
export function siteOrigin(request: Request): string {
  return env.SITE_URL ?? new URL(request.url).origin;
}

/**
 * The scheme and host that links in mails start with: SITE_URL, else this machine. Never a Host header that somebody else chose
 * (OWASP Forgot Password Cheat Sheet).
 */
export function linkOrigin(request: Request): string {
  if (env.SITE_URL) return env.SITE_URL;
  const { hostname, origin } = new URL(request.url);
  return /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname) ? origin : `http://localhost:${env.PORT}`;
}
