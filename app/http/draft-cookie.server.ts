/** The `draft` cookie: it leads a browser back to what was typed into the submission form, signed in or not. */
import { env } from "~/env.server";
import { DRAFT_DAYS } from "~/models/submissions/drafts.server";
import { digest, newSecret } from "~/services/secrets.server";
import { defineCookie } from "./cookies.server";

const cookie = defineCookie("draft", {
  path: "/",
  httpOnly: true,
  sameSite: "lax",
  secure: env.SITE_URL?.startsWith("https:"),
  maxAge: DRAFT_DAYS * 24 * 60 * 60,
});

/** What the drafts of this browser are found by: the hash of its cookie; null for a browser that keeps none. */
export async function draftBrowser(request: Request): Promise<string | null> {
  const secret = await secretIn(request);
  return secret && digest(secret);
}

/** The Set-Cookie header that keeps the browser's cookie for another 30 days, or gives it one. */
export async function draftCookie(request: Request): Promise<string> {
  return cookie.serialize((await secretIn(request)) ?? newSecret());
}

async function secretIn(request: Request): Promise<string | null> {
  const secret: unknown = await cookie.parse(request.headers.get("Cookie"));
  return typeof secret === "string" && secret.length > 0 && secret.length <= 100 ? secret : null;
}
