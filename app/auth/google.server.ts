import { redirect, type Session } from "@remix-run/node";
import { type AuthenticateOptions, AuthorizationError } from "remix-auth";
import type { UserRow } from "~/db.server";
import { googleIsConfigured } from "~/env.server";
import { AppError } from "~/errors";
import { siteOrigin } from "~/http/origin.server";
import { safeReturnTo } from "~/http/return-to";
import { GoogleRefusal, userOfGoogle } from "~/models/base/accounts/google.server";
import type { GoogleProblem } from "~/models/base/accounts/google-problems";
import { Google } from "~/services/google.server";
import { newSecret } from "~/services/secrets.server";
import { roundTripCookie } from "./round-trip-cookie.server";
import { currentUser } from "./session.server";
import { goOn, letIn } from "./sign-in.server";

const PATH = "/api/auth/google";
const CALLBACK = `${PATH}/callback`;

/** Beside the strategy's `state`. */
interface Kept {
  verifier: string;
  returnTo: string;
}

const storageFor = roundTripCookie<Kept>("google-sign-in", PATH);

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

/** Signs in and redirects back, or to /login with the reason; state and verifier end either way (RFC 6749 §4.1.2). */
export async function finishGoogle(request: Request, address: string): Promise<Response> {
  if (!googleIsConfigured) return toLogin("off", "/");
  const storage = storageFor(request);
  const session = await storage.getSession(request.headers.get("Cookie"));
  const returnTo = session.get("returnTo") ?? "/";
  if (await currentUser(request)) return redirect(returnTo);
  const forget = await storage.destroySession(session);
  try {
    const signedIn = await letIn(request, await authenticate(request, session), address);
    signedIn.headers.append("Set-Cookie", forget);
    return goOn(signedIn, returnTo, 302);
  } catch (error) {
    if (!(error instanceof AuthorizationError)) throw error;
    return toLogin(problemOf(error, request), returnTo, new Headers({ "Set-Cookie": forget }));
  }
}

/** Throws the redirect to Google at the start, and AuthorizationError on refusal. */
async function authenticate(request: Request, session: Session<Kept>): Promise<UserRow> {
  const callback = siteOrigin(request) + CALLBACK;
  const strategy = new Google<UserRow>(callback, session.get("verifier") ?? "", userOfGoogle);
  // Shares this session with the strategy, so one cookie suffices.
  return strategy.authenticate(request, { ...storageFor(request), getSession: async () => session }, OPTIONS);
}

const OPTIONS: AuthenticateOptions = {
  name: "google",
  sessionKey: "user",
  sessionErrorKey: "error",
  sessionStrategyKey: "strategy",
  throwOnError: true,
};

/** The reason for a refusal. Rethrows our own faults. */
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
