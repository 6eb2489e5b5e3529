import { type AppLoadContext, createSessionStorage } from "@remix-run/node";
import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import type { Viewer } from "~/components/layout/use-site";
import { db, type Queryable, type UserRow } from "~/db.server";
import { env } from "~/env.server";
import { AppError } from "~/errors";
import { clientAddressOf } from "~/http/api.server";
import { defineCookie, SECURE_SESSION_COOKIE, SESSION_COOKIE } from "~/http/cookies.server";
import { keyNeedOfCall } from "~/http/openapi/key-access.server";
import { linkOrigin, siteOrigin } from "~/http/origin.server";
import { type Admin, asAdmin, asEditor, type Editor, isEditor } from "~/models/base/accounts/admin.server";
import { authenticateApiKey, findKeyOwner } from "~/models/base/accounts/api-keys.server";
import { lacksRequiredFactor } from "~/models/base/accounts/factors.server";
import type { Caller } from "~/models/base/accounts/input.server";
import {
  asRecent,
  createSession,
  type RecentUser,
  recentUser,
  SESSION_SECONDS,
  sessionRows,
} from "~/models/base/accounts/sessions.server";
import { signIn } from "~/models/base/accounts/sign-in.server";
import { addToList } from "~/models/readers/lists/entries.server";
import { digest, isSameSecret, secrets } from "~/services/secrets.server";
import { listCookie, slugsInCookie } from "./list-cookie.server";

export type { Admin, Editor };

const passwordStrategy = new FormStrategy<UserRow>(async ({ form, context }) =>
  signIn(Object.fromEntries(form), context?.caller as Caller),
);

/** There is one authentication for http and one for https, because browsers accept a `__Host-` cookie only over https. */
const authentications = { plain: makeAuthentication(false), secure: makeAuthentication(true) };

function makeAuthentication(secure: boolean) {
  const cookie = defineCookie(secure ? SECURE_SESSION_COOKIE : SESSION_COOKIE, {
    secrets: [...secrets],
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure,
    maxAge: SESSION_SECONDS,
  });
  const storage = createSessionStorage({ cookie, ...sessionRows });
  const authenticator = new Authenticator<UserRow>(storage, { throwOnError: true }).use(passwordStrategy, "password");
  return { cookie, storage, authenticator };
}

export function authenticationFor(request: Request) {
  return siteOrigin(request).startsWith("https:") ? authentications.secure : authentications.plain;
}

interface CachedUser {
  user: Promise<UserRow | null>;
  isBeforeBody: boolean;
}

const users = new WeakMap<Request, CachedUser>();

/**
 * Returns the user of a session or API key; null for visitors and disabled accounts. Once the body was read, reads the user
 * again, because the session, key or role may have ended meanwhile. Throws the errors of `authenticateApiKey`.
 */
export function currentUser(request: Request): Promise<UserRow | null> {
  const isBeforeBody = !request.bodyUsed;
  const cachedUser = users.get(request);
  if (cachedUser?.isBeforeBody === isBeforeBody) return cachedUser.user;
  const user = readUser(request, cachedUser !== undefined);
  users.set(request, { user, isBeforeBody });
  return user;
}

function readUser(request: Request, isCallCounted: boolean): Promise<UserRow | null> {
  const key = apiKeyOf(request);
  if (!key) return authenticationFor(request).authenticator.isAuthenticated(request);
  // The first read has counted the call and checked the scopes.
  if (isCallCounted) return findKeyOwner(key);
  return authenticateApiKey(key, keyNeedOfCall(request.method, new URL(request.url).pathname));
}

/** Returns the API key; "" without one. Pages accept no keys. */
function apiKeyOf(request: Request): string {
  return new URL(request.url).pathname.startsWith("/api/") ? bearerToken(request) : "";
}

/** Reads a bearer token (RFC 6750 §2.1); "" without one. */
function bearerToken(request: Request): string {
  const [, token = ""] = /^Bearer +(\S+)$/i.exec(request.headers.get("Authorization") ?? "") ?? [];
  return token;
}

/**
 * Returns the user. Throws "unauthenticated" for visitors. Throws "signedOut" instead for an ended session, and for every
 * form, because its sender was signed in when they opened it; the answer keeps what they typed.
 */
export async function requireUser(request: Request): Promise<UserRow> {
  const user = await findSignedInUser(request, "Unauthorized");
  if (!user) throw new AppError("unauthenticated", "Unauthorized");
  return user;
}

/** Returns the user as a `RecentUser`. Throws "stale" if they signed in more than ten minutes ago. */
export async function requireRecent<U extends UserRow>(request: Request, user: U): Promise<RecentUser<U>> {
  return asRecent(user, await sessionOf(request));
}

/** Works as `requireUser`, and throws "stale" if the sign-in is more than ten minutes old. */
export async function requireRecentUser(request: Request): Promise<RecentUser> {
  return requireRecent(request, await requireUser(request));
}

/** Combines `requireEditor` and `requireRecentUser`. */
export async function requireRecentEditor(request: Request, context: AppLoadContext): Promise<RecentUser<Editor>> {
  return requireRecent(request, await requireEditor(request, context));
}

/** Combines `requireAdmin` and `requireRecentUser`, for accounts and for anything that outlasts a session. */
export async function requireRecentAdmin(request: Request, context: AppLoadContext): Promise<RecentUser<Admin>> {
  return requireRecent(request, await requireAdmin(request, context));
}

/** Tells whether the user signed in or confirmed their identity within the last ten minutes. */
export async function hasRecentSignIn(request: Request, user: UserRow): Promise<boolean> {
  return (await recentUser(user, await sessionOf(request))) !== null;
}

/** Returns the editor. Throws the errors of `requireUser`, "forbidden" for ordinary users, and "noSecondFactor" if the site demands one. */
export async function requireEditor(request: Request, context: AppLoadContext): Promise<Editor> {
  return requireFactor(asEditor(await findSignedInUser(request), clientAddressOf(context)));
}

/** Works as `requireEditor`; throws "forbidden" for editors, too. */
export async function requireAdmin(request: Request, context: AppLoadContext): Promise<Admin> {
  return requireFactor(asAdmin(await findSignedInUser(request), clientAddressOf(context)));
}

/** Returns the editor. Throws "noSecondFactor" if the site requires a second factor and the editor has none. */
async function requireFactor<U extends Editor>(editor: U): Promise<U> {
  if (!(await lacksRequiredFactor(editor))) return editor;
  throw new AppError("noSecondFactor", "This site requires a second factor. Set one up at /account/security first.");
}

/** Returns the user, or null for a visitor. Throws "signedOut" for an ended session, and for a form without a user. */
async function findSignedInUser(request: Request, message = "Authentication required"): Promise<UserRow | null> {
  const user = await currentUser(request);
  const isForm = request.method === "POST" && !new URL(request.url).pathname.startsWith("/api/");
  if (!user && (isForm || (await sessionOf(request)))) throw new AppError("signedOut", message);
  return user;
}

export type Sender = "stranger" | "user" | "editor";

export interface Requester {
  sender: Sender;
  /** The id of the account; null for a stranger. */
  account: string | null;
}

export const STRANGER: Requester = { sender: "stranger", account: null };

/**
 * Returns the sender of a request, for rate limits. A failed look-up returns a stranger. Does not count the call for an API
 * key.
 */
export async function requesterOf(request: Request): Promise<Requester> {
  try {
    const key = apiKeyOf(request);
    const user = await (key ? findKeyOwner(key) : currentUser(request));
    if (!user) return STRANGER;
    const isAdmitted = isEditor(user) && !(await lacksRequiredFactor(user));
    return { sender: isAdmitted ? "editor" : "user", account: user.id };
  } catch {
    return STRANGER;
  }
}

export async function isEditorRequest(request: Request): Promise<boolean> {
  return (await requesterOf(request)).sender === "editor";
}

/** Admits admins, and METRICS_TOKEN as a bearer token. Throws "unauthenticated", "forbidden". */
export async function requireMetricsReader(request: Request, context: AppLoadContext): Promise<void> {
  const token = bearerToken(request);
  if (env.METRICS_TOKEN && token && isSameSecret(env.METRICS_TOKEN, token)) return;
  await requireAdmin(request, context);
}

export async function viewerOf(request: Request): Promise<Viewer | null> {
  const user = await currentUser(request);
  return user && { firstName: user.firstName, role: user.role };
}

export function callerOf(request: Request, clientAddress: string): Caller {
  return { address: clientAddress, origin: linkOrigin(request) };
}

/**
 * Starts a session with a new id, which prevents session fixation. Returns the Set-Cookie headers; send them after the
 * transaction is committed.
 */
export async function startSession(
  request: Request,
  user: UserRow,
  clientAddress: string,
  tx?: Queryable,
): Promise<Headers> {
  if (!tx) return db.transaction().execute((tx) => startSession(request, user, clientAddress, tx));
  const { cookie } = authenticationFor(request);
  const formerId = await cookie.parse(request.headers.get("Cookie"));
  if (typeof formerId === "string") await sessionRows.deleteData(formerId, tx);
  const storage = createSessionStorage({ cookie, ...sessionRows, createData: (data) => createSession(tx, data) });
  const session = await storage.getSession();
  session.set("user", user);
  session.set("address", clientAddress);
  session.set("userAgent", request.headers.get("User-Agent") ?? "");
  users.delete(request);
  const headers = new Headers({ "Set-Cookie": await storage.commitSession(session) });
  // Moves the browser's list into the account. The cookie stays if the account's list has no room for all.
  const collectedSlugs = slugsInCookie(request);
  if (collectedSlugs.length > 0 && (await addToList(tx, user.id, collectedSlugs)))
    headers.append("Set-Cookie", listCookie([]));
  return headers;
}

/** Ends the session, if any. Returns the headers that delete the cookie and the person's unsaved texts in the browser's storage. */
export async function signOut(request: Request): Promise<Headers> {
  const { storage } = authenticationFor(request);
  const session = await storage.getSession(request.headers.get("Cookie"));
  users.delete(request);
  return new Headers({ "Set-Cookie": await storage.destroySession(session), "Clear-Site-Data": '"storage"' });
}

/** Returns the hash of the session's id; null without one, and for calls with an API key. */
export async function sessionOf(request: Request): Promise<string | null> {
  if (apiKeyOf(request)) return null;
  const id = await authenticationFor(request).cookie.parse(request.headers.get("Cookie"));
  return typeof id === "string" && id ? digest(id) : null;
}
