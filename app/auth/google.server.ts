import { redirect, type Session } from "@remix-run/node";
import { type AuthenticateOptions, AuthorizationError } from "remix-auth";
import type { UserRow } from "~/db.server";
import { googleIsConfigured } from "~/env.server";
import { AppError } from "~/errors";
import { siteOrigin } from "~/http/origin.server";
import { safeReturnTo } from "~/http/return-to";
import { findOrCreateGoogleUser, GoogleRefusal } from "~/models/base/accounts/google.server";
import type { GoogleProblem } from "~/models/base/accounts/google-problems";
import { GoogleSignIn } from "~/services/google.server";
import { newSecret } from "~/services/secrets.server";
import { roundTripCookie } from "./round-trip-cookie.server";
import { currentUser } from "./session.server";
import { finishFirstStep, redirectAfterSignIn } from "./sign-in.server";

const PATH = "/api/auth/google";
const CALLBACK = `${PATH}/callback`;

/** The state of a round trip to Google, besides the strategy's own `state`. */
interface RoundTripState {
  verifier: string;
  returnTo: string;
}

const stateStorage = roundTripCookie<RoundTripState>("google-sign-in", PATH);

export async function startGoogle(request: Request): Promise<Response> {
  const returnTo = safeReturnTo(new URL(request.url).searchParams.get("returnTo"));
  if (!googleIsConfigured) return redirectToLogin("off", returnTo);
  if (await currentUser(request)) return redirect(returnTo);
  const session = await stateStorage(request).getSession();
  session.set("verifier", newSecret());
  session.set("returnTo", returnTo);
  await authenticate(request, session);
  return redirect(returnTo);
}

/** Signs in and redirects back, or to /login with the reason. State and verifier are deleted either way (RFC 6749 §4.1.2). */
export async function finishGoogle(request: Request, clientAddress: string): Promise<Response> {
  if (!googleIsConfigured) return redirectToLogin("off", "/");
  const storage = stateStorage(request);
  const session = await storage.getSession(request.headers.get("Cookie"));
  const returnTo = session.get("returnTo") ?? "/";
  if (await currentUser(request)) return redirect(returnTo);
  const clearedCookie = await storage.destroySession(session);
  try {
    const signInResult = await finishFirstStep(request, await authenticate(request, session), clientAddress);
    signInResult.headers.append("Set-Cookie", clearedCookie);
    return redirectAfterSignIn(signInResult, returnTo, 302);
  } catch (error) {
    if (!(error instanceof AuthorizationError)) throw error;
    return redirectToLogin(googleProblemOf(error, request), returnTo, new Headers({ "Set-Cookie": clearedCookie }));
  }
}

/** Throws the redirect to Google at the start, and AuthorizationError on refusal. */
async function authenticate(request: Request, session: Session<RoundTripState>): Promise<UserRow> {
  const callback = siteOrigin(request) + CALLBACK;
  const strategy = new GoogleSignIn<UserRow>(callback, session.get("verifier") ?? "", findOrCreateGoogleUser);
  // Shares one session, and so one cookie, with the strategy.
  return strategy.authenticate(
    request,
    { ...stateStorage(request), getSession: async () => session },
    STRATEGY_OPTIONS,
  );
}

const STRATEGY_OPTIONS: AuthenticateOptions = {
  name: "google",
  sessionKey: "user",
  sessionErrorKey: "error",
  sessionStrategyKey: "strategy",
  throwOnError: true,
};

/** Returns the reason for a refused sign-in. Rethrows faults of this site. */
function googleProblemOf({ cause }: AuthorizationError, request: Request): GoogleProblem {
  if (cause instanceof GoogleRefusal) return cause.problem;
  if (cause instanceof AppError) return "failed";
  if (cause?.message === "Missing code.") return isDenial(request) ? "denied" : "failed";
  if (/\bstate\b/i.test(cause?.message ?? "")) return "expired";
  throw cause;
}

/** Tells whether the user declined (RFC 6749 §4.1.2.1). */
function isDenial(request: Request): boolean {
  return new URL(request.url).searchParams.get("error") === "access_denied";
}

function redirectToLogin(problem: GoogleProblem, returnTo: string, headers = new Headers()): Response {
  const params = new URLSearchParams({ google: problem, ...(returnTo === "/" ? {} : { returnTo }) });
  return redirect(`/login?${params}`, { headers });
}
