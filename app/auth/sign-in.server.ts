/** Signs users in. An account with a second factor gets a session only after the second step. */
import { AuthorizationError } from "remix-auth";
import { db, type Queryable, type UserRow } from "~/db.server";
import { AppError } from "~/errors";
import { defineCookie } from "~/http/cookies.server";
import { siteOrigin } from "~/http/origin.server";
import { withReturnTo } from "~/http/return-to";
import { asEditor, isEditor } from "~/models/base/accounts/admin.server";
import { hasSecondFactor } from "~/models/base/accounts/factors.server";
import { authenticateByPasskey, relyingParty } from "~/models/base/accounts/passkeys.server";
import { register } from "~/models/base/accounts/register.server";
import {
  beginSecondStep,
  completeSecondStep,
  proveCode,
  STEP_MINUTES,
  userAtSecondStep,
} from "~/models/base/accounts/second-step.server";
import type { OpenSession } from "~/models/base/accounts/sessions.server";
import { redeemSignInLink } from "~/models/base/accounts/sign-in-link.server";
import { auditSignIn } from "~/models/base/audit/audit.server";
import { secrets } from "~/services/secrets.server";
import { redirectBack } from "./guards.server";
import { authenticationFor, callerOf, startSession } from "./session.server";

/** Holds the token of a browser that took the first step; it opens only the second step. */
const stepCookies = { plain: makeStepCookie(false), secure: makeStepCookie(true) };

function makeStepCookie(secure: boolean) {
  return defineCookie(secure ? "__Host-second-step" : "second-step", {
    secrets: [...secrets],
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure,
    maxAge: STEP_MINUTES * 60,
  });
}

function stepCookieFor(request: Request) {
  return siteOrigin(request).startsWith("https:") ? stepCookies.secure : stepCookies.plain;
}

/** `headers` set the cookie of the session or, before a second step, of that step. */
export interface SignInResult {
  user: UserRow;
  headers: Headers;
  isComplete: boolean;
}

/** Signs in with a password, and a `code` for the second step if `input` has one. Throws the errors of `signIn` and `proveCode`. */
export async function signInWithPassword(
  request: Request,
  input: unknown,
  clientAddress: string,
): Promise<SignInResult> {
  const user = await authenticateByPassword(request, input, clientAddress);
  const { code } = Object(input) as { code?: unknown };
  if (!code || !(await hasSecondFactor(user.id))) return finishFirstStep(request, user, clientAddress);
  return runSignIn(request, clientAddress, startFullSession, (openSession) =>
    proveCode(user, input, callerOf(request, clientAddress), openSession),
  );
}

/** Returns the user whose email and password `input` has. Throws the errors of `signIn`. */
async function authenticateByPassword(request: Request, input: unknown, clientAddress: string): Promise<UserRow> {
  // The caller has already read the body, which the authenticator gets as `formData`.
  const requestWithoutBody = new Request(request.url, { headers: request.headers });
  try {
    const context = { formData: toFormData(input), caller: callerOf(request, clientAddress) };
    return await authenticationFor(request).authenticator.authenticate("password", requestWithoutBody, { context });
  } catch (error) {
    throw error instanceof AuthorizationError && error.cause ? error.cause : error;
  }
}

/** Adds an account and signs in. Throws the errors of `register`. */
export async function signUp(request: Request, input: unknown, clientAddress: string): Promise<SignInResult> {
  return runSignIn(request, clientAddress, finishFirstStep, (openSession) =>
    register(input, callerOf(request, clientAddress), openSession),
  );
}

/** Signs in with a mailed link. Throws the errors of `redeemSignInLink`. */
export async function signInWithLink(request: Request, input: unknown, clientAddress: string): Promise<SignInResult> {
  return runSignIn(request, clientAddress, finishFirstStep, (openSession) =>
    redeemSignInLink(input, callerOf(request, clientAddress), openSession),
  );
}

/** Signs in with a passkey, which counts as both steps. Throws the errors of `authenticateByPasskey`, and "unavailable". */
export async function signInWithPasskey(
  request: Request,
  input: unknown,
  clientAddress: string,
): Promise<SignInResult> {
  const [party, caller] = [relyingPartyOf(request), callerOf(request, clientAddress)];
  return runSignIn(request, clientAddress, startFullSession, (openSession) =>
    authenticateByPasskey(party, input, caller, openSession),
  );
}

/** Returns this site as the relying party of passkeys. Throws "unavailable" without a host name and https. */
export function relyingPartyOf(request: Request) {
  const party = relyingParty(siteOrigin(request));
  if (party) return party;
  throw new AppError("unavailable", "Passkeys need a site with a name and https.");
}

/**
 * Runs `work` with a function that it has to call in its transaction once it knows the user. That function calls `admitUser`,
 * whose result is returned.
 */
async function runSignIn(
  request: Request,
  clientAddress: string,
  admitUser: (request: Request, user: UserRow, clientAddress: string, tx: Queryable) => Promise<SignInResult>,
  work: (openSession: OpenSession) => Promise<unknown>,
): Promise<SignInResult> {
  let result: SignInResult | undefined;
  await work(async (tx, user) => {
    result = await admitUser(request, user, clientAddress, tx);
  });
  return result as unknown as SignInResult;
}

/**
 * Starts a session after the first step, or the second step for an account with a second factor. One transaction checks and
 * writes, because adding a factor ends only the sessions that exist then.
 */
export async function finishFirstStep(
  request: Request,
  user: UserRow,
  clientAddress: string,
  tx?: Queryable,
): Promise<SignInResult> {
  if (!tx) return db.transaction().execute((tx) => finishFirstStep(request, user, clientAddress, tx));
  if (!(await hasSecondFactor(user.id, tx))) return startFullSession(request, user, clientAddress, tx);
  const cookie = await stepCookieFor(request).serialize(await beginSecondStep(user, tx));
  return { user, headers: new Headers({ "Set-Cookie": cookie }), isComplete: false };
}

async function startFullSession(
  request: Request,
  user: UserRow,
  clientAddress: string,
  tx: Queryable,
): Promise<SignInResult> {
  const headers = await startSession(request, user, clientAddress, tx);
  // Records sign-ins of editors and admins in the audit log.
  if (isEditor(user)) await auditSignIn(tx, asEditor(user, clientAddress), "signed in");
  if (await secondStepToken(request)) {
    headers.append("Set-Cookie", await stepCookieFor(request).serialize("", { maxAge: 0 }));
  }
  return { user, headers, isComplete: true };
}

/** Returns the user who took the first step in this browser within the last ten minutes; null otherwise. */
export async function pendingUser(request: Request): Promise<UserRow | null> {
  return userAtSecondStep(await secondStepToken(request));
}

async function secondStepToken(request: Request): Promise<string> {
  const token = await stepCookieFor(request).parse(request.headers.get("Cookie"));
  return typeof token === "string" ? token : "";
}

/** Completes the sign-in with a code. Throws the errors of `completeSecondStep`. */
export async function signInWithSecondStep(
  request: Request,
  input: unknown,
  clientAddress: string,
): Promise<SignInResult> {
  const [token, caller] = [await secondStepToken(request), callerOf(request, clientAddress)];
  return runSignIn(request, clientAddress, startFullSession, (openSession) =>
    completeSecondStep(token, input, caller, openSession),
  );
}

/** Redirects to the second step, or to `returnTo` after a complete sign-in. */
export function redirectAfterSignIn({ headers, isComplete }: SignInResult, returnTo: string, status = 303): Response {
  return redirectBack(isComplete ? returnTo : withReturnTo("/login/verify", returnTo), { status, headers });
}

function toFormData(input: unknown): FormData {
  const form = new FormData();
  if (typeof input !== "object" || input === null) return form;
  for (const [name, value] of Object.entries(input)) {
    // Appends instead of `set`, which searches all entries: a body of 1 MB can hold 100,000 names.
    if (typeof value === "string" || typeof value === "number") form.append(name, String(value));
  }
  return form;
}
