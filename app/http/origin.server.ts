import { env } from "~/env.server";

/** Returns SITE_URL or, without it, scheme and host of the request. */
export function siteOrigin(request: Request): string {
  return env.SITE_URL ?? new URL(request.url).origin;
}

/** Returns the origin for links in mails: never one from a client's Host header (OWASP Forgot Password Cheat Sheet). */
export function linkOrigin(request: Request): string {
  if (env.SITE_URL) return env.SITE_URL;
  const { hostname, origin } = new URL(request.url);
  return /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname) ? origin : `http://localhost:${env.PORT}`;
}
