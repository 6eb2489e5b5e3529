/** Links a browser to its unsent submission by the `draft` cookie, signed in or not. */
import { env } from "~/env.server";
import { defineCookie } from "~/http/cookies.server";
import { DRAFT_DAYS } from "~/models/editing/submissions/drafts.server";
import { digest, newSecret } from "~/services/secrets.server";

const cookie = defineCookie("draft", {
  path: "/",
  httpOnly: true,
  sameSite: "lax",
  secure: env.SITE_URL?.startsWith("https:"),
  maxAge: DRAFT_DAYS * 24 * 60 * 60,
});

/** Returns the hash of the browser's draft cookie; null without one. */
export async function draftBrowserHash(request: Request): Promise<string | null> {
  const secret = await secretIn(request);
  return secret && digest(secret);
}

/** Returns the Set-Cookie header that sets or renews the cookie for 30 days. */
export async function draftCookie(request: Request): Promise<string> {
  return cookie.serialize((await secretIn(request)) ?? newSecret());
}

async function secretIn(request: Request): Promise<string | null> {
  const secret: unknown = await cookie.parse(request.headers.get("Cookie"));
  return typeof secret === "string" && secret.length > 0 && secret.length <= 100 ? secret : null;
}
