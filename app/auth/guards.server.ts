/** Pages that only visitors need, pages that only those who are signed in may see, and the way between them. */
import { type HeadersArgs, redirect } from "@remix-run/node";
import type { UserRow } from "~/db.server";
import { api, type Call, type Handlers } from "~/http/api.server";
import { safeReturnTo } from "~/http/return-to";
import type { Admin } from "~/models/accounts/admin.server";
import { currentUser, requireAdmin } from "./session.server";

/** Where the reader goes once signed in: the address's own `returnTo` when it is of this site, else home. */
export function returnToOf(request: Request): string {
  return safeReturnTo(new URL(request.url).searchParams.get("returnTo"));
}

/** Sends those who are signed in on; not back to an admin page that sent them here because they are no admin. */
export async function visitorsOnly(request: Request): Promise<void> {
  const user = await currentUser(request);
  if (!user) return;
  const returnTo = returnToOf(request);
  throw redirect(user.role !== "admin" && /^\/admin(?![\w-])/.test(returnTo) ? "/" : returnTo);
}

/** A call of a JSON endpoint by an admin. */
export interface AdminCall extends Call {
  admin: Admin;
}

/** `api` for admins: others get 401 or 403 before anything else is looked at. */
export function adminApi(handlers: Handlers<AdminCall>) {
  const checked = Object.entries(handlers).map(([method, handler]) => {
    const ofAdmin = async (call: Call) => handler({ ...call, admin: await requireAdmin(call.request, call.context) });
    return [method, ofAdmin];
  });
  return api(Object.fromEntries(checked));
}

/** Who is signed in; visitors are sent to /login and come back from there. */
export async function readerOf(request: Request): Promise<UserRow> {
  const user = await currentUser(request);
  if (user) return user;
  const { pathname, search } = new URL(request.url);
  throw redirect(signInAddress(pathname + search));
}

/** Without the way back where that is too long to be taken: a header of its length would get lost on the way. */
function signInAddress(returnTo: string): string {
  return `/login?${new URLSearchParams({ returnTo: safeReturnTo(returnTo) })}`;
}

/**
 * Headers of a page with a form: kept by nobody unless `keep` says otherwise, how long to wait after a refusal, and where
 * the page leads by itself.
 */
export function formPageHeaders({ actionHeaders, loaderHeaders }: HeadersArgs, keep = "no-store"): Headers {
  const headers = new Headers({ "Cache-Control": keep });
  const retryAfter = actionHeaders.get("Retry-After");
  const refresh = loaderHeaders.get("Refresh");
  if (retryAfter) headers.set("Retry-After", retryAfter);
  if (refresh) headers.set("Refresh", refresh);
  return headers;
}
