import { type HeadersArgs, redirect, redirectDocument } from "@remix-run/node";
import type { UserRow } from "~/db.server";
import { safeReturnTo } from "~/http/return-to";
import { isEditor } from "~/models/base/accounts/admin.server";
import { currentUser, sessionOf } from "./session.server";

/** Returns the `returnTo` of the address if it leads to this site; "/" otherwise. */
export function returnToOf(request: Request): string {
  return safeReturnTo(new URL(request.url).searchParams.get("returnTo"));
}

/** Redirects to `returnTo`. The router cannot show a file or the answer of a JSON call as a page, so the browser loads these. */
export function redirectBack(returnTo: string, init: { status: number; headers: Headers | undefined }): Response {
  const isPage = !returnTo.startsWith("/api/") && returnTo !== "/account/data";
  return (isPage ? redirect : redirectDocument)(returnTo, init);
}

/** Redirects signed-in users to `returnTo`. Users who are no editors go to "/" instead of an admin page. */
export async function requireVisitor(request: Request): Promise<void> {
  const user = await currentUser(request);
  if (!user) return;
  const returnTo = returnToOf(request);
  const target = !isEditor(user) && /^\/admin(?![\w-])/.test(returnTo) ? "/" : returnTo;
  throw redirectBack(target, { status: 302, headers: undefined });
}

/**
 * Returns the signed-in user. Visitors go to /login and return, and so do requests with a key, because the page is for
 * people.
 */
export async function requireReader(request: Request): Promise<UserRow> {
  const user = (await sessionOf(request)) ? await currentUser(request) : null;
  if (user) return user;
  const { pathname, search } = new URL(request.url);
  throw redirect(signInAddress(pathname + search));
}

/** Returns the address of the sign-in page, which leads to "/" afterwards if `returnTo` is too long for a header. */
function signInAddress(returnTo: string): string {
  return `/login?${new URLSearchParams({ returnTo: safeReturnTo(returnTo) })}`;
}

/** Returns the headers of a page with a form: `no-store`, the action's Retry-After and the loader's Refresh. */
export function formPageHeaders(args: HeadersArgs): Headers {
  return pageHeaders(args, "no-store");
}

/** Works as `formPageHeaders` for a form that the browser may store, so that Back shows it with the typed values. */
export function revisitedPageHeaders(args: HeadersArgs): Headers {
  return pageHeaders(args, "private, no-cache");
}

function pageHeaders({ actionHeaders, loaderHeaders }: HeadersArgs, caching: string): Headers {
  const headers = new Headers({ "Cache-Control": caching });
  const retryAfter = actionHeaders.get("Retry-After");
  const refresh = loaderHeaders.get("Refresh");
  if (retryAfter) headers.set("Retry-After", retryAfter);
  if (refresh) headers.set("Refresh", refresh);
  return headers;
}
