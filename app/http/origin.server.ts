import { env } from "~/env.server";

/** SITE_URL, else the request's scheme and host. */
export function siteOrigin(request: Request): string {
  return env.SITE_URL ?? new URL(request.url).origin;
}

/** SITE_URL, else this machine: never a client's Host header (OWASP Forgot Password Cheat Sheet). */
export function linkOrigin(request: Request): string {
  if (env.SITE_URL) return env.SITE_URL;
  const { hostname, origin } = new URL(request.url);
  return /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname) ? origin : `http://localhost:${env.PORT}`;
}
