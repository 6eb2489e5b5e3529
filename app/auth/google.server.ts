/** Sign-in with Google. */
import { createCookieSessionStorage, redirect, type Session, type SessionStorage } from "@remix-run/node";
import { type AuthenticateOptions, AuthorizationError } from "remix-auth";
import type { UserRow } from "~/db.server";
import { AppError } from "~/errors";
import { defineCookie } from "~/http/cookies.server";
import { siteOrigin } from "~/http/origin.server";
import { safeReturnTo } from "~/http/return-to";
import { GoogleRefusal, userOfGoogle } from "~/models/accounts/google.server";
import type { GoogleProblem } from "~/models/accounts/google-problems";
import { googleIsConfigured } from "~/services/google.offered.server";
import { Google } from "~/services/google.server";
import { newSecret, secrets } from "~/services/secrets.server";
import { currentUser, startSession } from "./session.server";

const PATH = "/api/auth/google";
const CALLBACK = `${PATH}/callback`;
const TEN_MINUTES = 10 * 60;

/** What the way to Google needs, besides the strategy's own `state`: in a signed cookie, so that visitors store nothing here. */
interface Kept {
  verifier: string;
  returnTo: string;
}

const storages = { plain: makeStorage(false), secure: makeStorage(true) };

function makeStorage(secure: boolean): SessionStorage<Kept> {
  const cookie = defineCookie("google-sign-in", {
    secrets: [...secrets],
    path: PATH,
    httpOnly: true,
    sameSite: "lax",
    secure,
    maxAge: TEN_MINUTES,
  });
  return createCookieSessionStorage<Kept>({ cookie });
}

function storageFor(request: Request): SessionStorage<Kept> {
  return siteOrigin(request).startsWith("https:") ? storages.secure : storages.plain;
}

/** Sends the reader to Google, and those who are signed in already to where they wanted. */
export async function startGoogle(request: Request): Promise<Response> {
  const returnTo = safeReturnTo(new URL(request.url).searchParams.get("returnTo"));
  if (!googleIsConfigured) return toLogin("off", returnTo);
  if (await currentUser(request)) return redirect(returnTo);
  const session = await storageFor(request).getSession();
  session.set("verifier", newSecret());
  session.set("returnTo", returnTo);
  await authenticate(request, session);
  return redirect(returnTo);
}

/**
 * Ends a sign-in: signed in and back where the reader came from, or at /login with the reason. The browser loses the state
 * and the verifier in either case; Google itself takes a code once only (RFC 6749 §4.1.2).
 *
 * @param address where the request comes from.
 */
export async function finishGoogle(request: Request, address: string): Promise<Response> {
  if (!googleIsConfigured) return toLogin("off", "/");
  const storage = storageFor(request);
  const session = await storage.getSession(request.headers.get("Cookie"));
  const returnTo = session.get("returnTo") ?? "/";
  if (await currentUser(request)) return redirect(returnTo);
  const forget = await storage.destroySession(session);
  try {
    const headers = await startSession(request, await authenticate(request, session), address);
    headers.append("Set-Cookie", forget);
    return redirect(returnTo, { headers });
  } catch (error) {
    if (!(error instanceof AuthorizationError)) throw error;
    return toLogin(problemOf(error, request), returnTo, new Headers({ "Set-Cookie": forget }));
  }
}

/** The user; throws the redirect to Google where the way begins, and AuthorizationError when nobody is let in. */
async function authenticate(request: Request, session: Session<Kept>): Promise<UserRow> {
  const callback = siteOrigin(request) + CALLBACK;
  const strategy = new Google<UserRow>(callback, session.get("verifier") ?? "", userOfGoogle);
  // The strategy reads and writes the very session that also carries what is kept here: one cookie.
  return strategy.authenticate(request, { ...storageFor(request), getSession: async () => session }, OPTIONS);
}

const OPTIONS: AuthenticateOptions = {
  name: "google",
  sessionKey: "user",
  sessionErrorKey: "error",
  sessionStrategyKey: "strategy",
  throwOnError: true,
};

/** Why nobody was let in; the strategy gives its own reasons as words. Throws what is a fault of ours. */
function problemOf({ cause }: AuthorizationError, request: Request): GoogleProblem {
  if (cause instanceof GoogleRefusal) return cause.problem;
  if (cause instanceof AppError) return "failed";
  if (cause?.message === "Missing code.") return isDenial(request) ? "denied" : "failed";
  if (/\bstate\b/i.test(cause?.message ?? "")) return "expired";
  throw cause;
}

/** RFC 6749 §4.1.2.1. */
function isDenial(request: Request): boolean {
  return new URL(request.url).searchParams.get("error") === "access_denied";
}

function toLogin(problem: GoogleProblem, returnTo: string, headers = new Headers()): Response {
  const params = new URLSearchParams({ google: problem, ...(returnTo === "/" ? {} : { returnTo }) });
  return redirect(`/login?${params}`, { headers });
}
