import { type AppLoadContext, createSessionStorage } from "@remix-run/node";
import { Authenticator, AuthorizationError } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import type { Viewer } from "~/components/layout/use-site";
import type { UserRow } from "~/db.server";
import { env } from "~/env.server";
import { AppError } from "~/errors";
import { addressOf } from "~/http/api.server";
import { defineCookie, SECURE_SESSION_COOKIE, SESSION_COOKIE } from "~/http/cookies.server";
import { linkOrigin, siteOrigin } from "~/http/origin.server";
import { type Admin, asAdmin, asEditor, type Editor, isEditor } from "~/models/accounts/admin.server";
import type { Caller } from "~/models/accounts/input.server";
import { register } from "~/models/accounts/register.server";
import { SESSION_LIFE, sessionRows } from "~/models/accounts/sessions.server";
import { signIn } from "~/models/accounts/sign-in.server";
import { signInWithLink } from "~/models/accounts/sign-in-link.server";
import { digest, isSameSecret, secrets } from "~/services/secrets.server";

export type { Admin, Editor };

const passwordStrategy = new FormStrategy<UserRow>(async ({ form, context }) =>
  signIn(Object.fromEntries(form), context?.caller as Caller),
);

/** Browsers accept a `__Host-` cookie over https only. */
const authentications = { plain: makeAuthentication(false), secure: makeAuthentication(true) };

function makeAuthentication(secure: boolean) {
  const cookie = defineCookie(secure ? SECURE_SESSION_COOKIE : SESSION_COOKIE, {
    secrets: [...secrets],
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure,
    maxAge: SESSION_LIFE,
  });
  const storage = createSessionStorage({ cookie, ...sessionRows });
  const authenticator = new Authenticator<UserRow>(storage, { throwOnError: true }).use(passwordStrategy, "password");
  return { cookie, storage, authenticator };
}

export function authenticationFor(request: Request) {
  return siteOrigin(request).startsWith("https:") ? authentications.secure : authentications.plain;
}

const users = new WeakMap<Request, Promise<UserRow | null>>();

/** null for visitors and disabled accounts; read once per Request. */
export function currentUser(request: Request): Promise<UserRow | null> {
  const user = users.get(request) ?? authenticationFor(request).authenticator.isAuthenticated(request);
  users.set(request, user);
  return user;
}

/** Throws "unauthenticated" for visitors, "signedOut" for an ended session. */
export async function requireUser(request: Request): Promise<UserRow> {
  const user = await currentUser(request);
  if (!user) throw new AppError((await sessionOf(request)) ? "signedOut" : "unauthenticated", "Unauthorized");
  return user;
}

/** Throws "unauthenticated", "signedOut" for an ended session, "forbidden" for ordinary users. */
export async function requireEditor(request: Request, context: AppLoadContext): Promise<Editor> {
  return asEditor(await userOrSignedOut(request), addressOf(context));
}

/** Throws "unauthenticated", "signedOut" for an ended session, "forbidden" for users and editors. */
export async function requireAdmin(request: Request, context: AppLoadContext): Promise<Admin> {
  return asAdmin(await userOrSignedOut(request), addressOf(context));
}

async function userOrSignedOut(request: Request): Promise<UserRow | null> {
  const user = await currentUser(request);
  if (!user && (await sessionOf(request))) throw new AppError("signedOut", "Authentication required");
  return user;
}

/** Whether an editor or admin asks; false also when that cannot be read. */
export async function isEditorRequest(request: Request): Promise<boolean> {
  return isEditor(await currentUser(request).catch(() => null));
}

/** Accepts METRICS_TOKEN as a bearer token, and admins. Throws "unauthenticated", "forbidden". */
export async function requireMetricsReader(request: Request, context: AppLoadContext): Promise<void> {
  const [, token] = /^Bearer +(\S+)$/i.exec(request.headers.get("Authorization") ?? "") ?? [];
  if (env.METRICS_TOKEN && token && isSameSecret(env.METRICS_TOKEN, token)) return;
  await requireAdmin(request, context);
}

export async function viewerOf(request: Request): Promise<Viewer | null> {
  const user = await currentUser(request);
  return user && { firstName: user.firstName, role: user.role };
}

/** Send `headers`, which hold the cookie. */
export interface SignedIn {
  user: UserRow;
  headers: Headers;
}

/** Signs in from the client's `address`. Throws as `signIn`. */
export async function signInWithPassword(request: Request, input: unknown, address: string): Promise<SignedIn> {
  const caller = callerOf(request, address);
  // The endpoint has already read the body.
  const bare = new Request(request.url, { headers: request.headers });
  try {
    const context = { formData: asForm(input), caller };
    const user = await authenticationFor(request).authenticator.authenticate("password", bare, { context });
    return { user, headers: await startSession(request, user, address) };
  } catch (error) {
    throw error instanceof AuthorizationError && error.cause ? error.cause : error;
  }
}

/** Adds an account and signs in. Throws as `register`. */
export async function signUp(request: Request, input: unknown, address: string): Promise<SignedIn> {
  const user = await register(input, callerOf(request, address));
  return { user, headers: await startSession(request, user, address) };
}

/** Signs in with a mailed link. Throws as `signInWithLink`. */
export async function signInByLink(request: Request, input: unknown, address: string): Promise<SignedIn> {
  const user = await signInWithLink(input, callerOf(request, address));
  return { user, headers: await startSession(request, user, address) };
}

export function callerOf(request: Request, address: string): Caller {
  return { address, origin: linkOrigin(request) };
}

/** Starts a session with a new id, which prevents session fixation; gives the Set-Cookie headers. */
export async function startSession(request: Request, user: UserRow, address: string): Promise<Headers> {
  const { cookie, storage } = authenticationFor(request);
  const former = await cookie.parse(request.headers.get("Cookie"));
  if (typeof former === "string") await sessionRows.deleteData(former);
  const session = await storage.getSession();
  session.set("user", user);
  session.set("address", address);
  session.set("userAgent", request.headers.get("User-Agent") ?? "");
  users.delete(request);
  return new Headers({ "Set-Cookie": await storage.commitSession(session) });
}

/** Ends the session, if any; gives the headers that clear the cookie. */
export async function signOut(request: Request): Promise<Headers> {
  const { storage } = authenticationFor(request);
  const session = await storage.getSession(request.headers.get("Cookie"));
  users.delete(request);
  return new Headers({ "Set-Cookie": await storage.destroySession(session) });
}

export async function sessionOf(request: Request): Promise<string | null> {
  const id = await authenticationFor(request).cookie.parse(request.headers.get("Cookie"));
  return typeof id === "string" && id ? digest(id) : null;
}

function asForm(input: unknown): FormData {
  const form = new FormData();
  if (typeof input !== "object" || input === null) return form;
  for (const [name, value] of Object.entries(input)) {
    // `set` searches all entries: a body of 1 MB can hold 100,000 names.
    if (typeof value === "string" || typeof value === "number") form.append(name, String(value));
  }
  return form;
}
