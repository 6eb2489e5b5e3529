/** To Google and back: what is kept meanwhile, and how it ends (rows AC02, AC15). The rules are in models/accounts.google. */
import { redirect, type Session } from "@remix-run/node";
import { type AuthenticateOptions, AuthorizationError } from "remix-auth";
import type { UserRow } from "~/db.server";
import { AppError } from "~/errors";
import { siteOrigin } from "~/http/origin.server";
import { safeReturnTo } from "~/http/return-to";
import { GoogleRefusal, userOfGoogle } from "~/models/accounts/google.server";
import type { GoogleProblem } from "~/models/accounts/google-problems";
import { newSecret } from "~/secrets.server";
import { googleIsConfigured } from "~/services/google.offered.server";
import { Google } from "~/services/google.server";
import { doorFor, startSession } from "./session.server";

const CALLBACK = "/api/auth/google/callback";
/** What the session keeps on the way, besides the strategy's own `state`. */
const KEPT = "google";

interface Kept {
  verifier: string;
  returnTo: string;
}

/** Sends the reader to Google, and those who are signed in already to where they wanted. */
export async function startGoogle(request: Request): Promise<Response> {
  const returnTo = safeReturnTo(new URL(request.url).searchParams.get("returnTo"));
  if (!googleIsConfigured) return toLogin("off", returnTo);
  const session = await sessionFor(request);
  const kept: Kept = { verifier: newSecret(), returnTo };
  session.set(KEPT, kept);
  await authenticate(request, session, kept.verifier);
  return redirect(returnTo);
}

/**
 * Ends a sign-in: signed in and back where the reader came from, or at /login with the reason. Whatever comes, the kept
 * state and verifier are used up.
 *
 * @param address where the request comes from.
 */
export async function finishGoogle(request: Request, address: string): Promise<Response> {
  if (!googleIsConfigured) return toLogin("off", "/");
  const session = await sessionFor(request);
  const wasSignedIn = Boolean(session.get("user"));
  const { verifier = "", returnTo = "/" }: Partial<Kept> = session.get(KEPT) ?? {};
  try {
    const user = await authenticate(request, session, verifier);
    if (wasSignedIn) return redirect(returnTo);
    return redirect(returnTo, { headers: await startSession(request, user, address) });
  } catch (error) {
    if (!(error instanceof AuthorizationError)) throw error;
    const headers = new Headers({ "Set-Cookie": await doorFor(request).storage.destroySession(session) });
    return toLogin(problemOf(error, request), returnTo, headers);
  }
}

function sessionFor(request: Request): Promise<Session> {
  return doorFor(request).storage.getSession(request.headers.get("Cookie"));
}

/** The user; throws the redirect to Google where the way begins, and AuthorizationError when nobody is let in. */
async function authenticate(request: Request, session: Session, verifier: string): Promise<UserRow> {
  const { storage } = doorFor(request);
  const strategy = new Google<UserRow>(siteOrigin(request) + CALLBACK, verifier, userOfGoogle);
  // The strategy reads and writes the very session that also carries what is kept here: one cookie, one row.
  return strategy.authenticate(request, { ...storage, getSession: async () => session }, OPTIONS);
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
