/** The ways in. An account with a second factor gets its session after the second step only. */
import { redirect } from "@remix-run/node";
import { AuthorizationError } from "remix-auth";
import { db, type Queryable, type UserRow } from "~/db.server";
import { AppError } from "~/errors";
import { defineCookie } from "~/http/cookies.server";
import { siteOrigin } from "~/http/origin.server";
import { withReturnTo } from "~/http/return-to";
import { asEditor, isEditor } from "~/models/base/accounts/admin.server";
import { hasSecondFactor } from "~/models/base/accounts/factors.server";
import { relyingParty, signInWithPasskey } from "~/models/base/accounts/passkeys.server";
import { register } from "~/models/base/accounts/register.server";
import {
  beginSecondStep,
  proveCode,
  STEP_MINUTES,
  takeSecondStep,
  userAtSecondStep,
} from "~/models/base/accounts/second-step.server";
import type { Entering } from "~/models/base/accounts/sessions.server";
import { signInWithLink } from "~/models/base/accounts/sign-in-link.server";
import { noteSignIn } from "~/models/base/audit/audit.server";
import { secrets } from "~/services/secrets.server";
import { authenticationFor, callerOf, startSession } from "./session.server";

/** The browser that took the first step holds a token, which is no session and opens nothing but the second step. */
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

/** Send `headers`, which hold the cookie: of the session, or where a second step is to come of that. */
export interface SignedIn {
  user: UserRow;
  headers: Headers;
  isComplete: boolean;
}

/** Signs in from the client's `address`; with a `code` in `input` also through the second step. Throws as `signIn`, `proveCode`. */
export async function signInWithPassword(request: Request, input: unknown, address: string): Promise<SignedIn> {
  const user = await userOfPassword(request, input, address);
  const { code } = Object(input) as { code?: unknown };
  if (!code || !(await hasSecondFactor(user.id))) return letIn(request, user, address);
  return entering(request, address, complete, (enter) => proveCode(user, input, callerOf(request, address), enter));
}

async function userOfPassword(request: Request, input: unknown, address: string): Promise<UserRow> {
  // The endpoint has already read the body.
  const bare = new Request(request.url, { headers: request.headers });
  try {
    const context = { formData: asForm(input), caller: callerOf(request, address) };
    return await authenticationFor(request).authenticator.authenticate("password", bare, { context });
  } catch (error) {
    throw error instanceof AuthorizationError && error.cause ? error.cause : error;
  }
}

/** Adds an account and signs in. Throws as `register`. */
export async function signUp(request: Request, input: unknown, address: string): Promise<SignedIn> {
  return entering(request, address, letIn, (enter) => register(input, callerOf(request, address), enter));
}

/** Signs in with a mailed link. Throws as `signInWithLink`. */
export async function signInByLink(request: Request, input: unknown, address: string): Promise<SignedIn> {
  return entering(request, address, letIn, (enter) => signInWithLink(input, callerOf(request, address), enter));
}

/** Signs in with a passkey, which is both steps in one. Throws the errors of `signInWithPasskey`, unavailable. */
export async function signInByPasskey(request: Request, input: unknown, address: string): Promise<SignedIn> {
  const [party, caller] = [partyOf(request), callerOf(request, address)];
  return entering(request, address, complete, (enter) => signInWithPasskey(party, input, caller, enter));
}

/** The site as passkeys know it. Throws unavailable where browsers offer none. */
export function partyOf(request: Request) {
  const party = relyingParty(siteOrigin(request));
  if (party) return party;
  throw new AppError("unavailable", "Passkeys need a site with a name and https.");
}

/** Runs `work` with the function that admits its user, in its transaction. */
async function entering(
  request: Request,
  address: string,
  letUserIn: (request: Request, user: UserRow, address: string, tx: Queryable) => Promise<SignedIn>,
  work: (enter: Entering) => Promise<unknown>,
): Promise<SignedIn> {
  let signedIn: SignedIn | undefined;
  await work(async (tx, user) => {
    signedIn = await letUserIn(request, user, address, tx);
  });
  return signedIn as unknown as SignedIn;
}

/**
 * Returns a session after the first step, or for an account with a second factor the token for the second step. It uses one
 * transaction, because a new factor ends the existing sessions, and no other.
 */
export async function letIn(request: Request, user: UserRow, address: string, tx?: Queryable): Promise<SignedIn> {
  if (!tx) return db.transaction().execute((tx) => letIn(request, user, address, tx));
  if (!(await hasSecondFactor(user.id, tx))) return complete(request, user, address, tx);
  const cookie = await stepCookieFor(request).serialize(await beginSecondStep(user, tx));
  return { user, headers: new Headers({ "Set-Cookie": cookie }), isComplete: false };
}

async function complete(request: Request, user: UserRow, address: string, tx: Queryable): Promise<SignedIn> {
  const headers = await startSession(request, user, address, tx);
  // Notes sign-ins of people who may change things for others.
  if (isEditor(user)) await noteSignIn(tx, asEditor(user, address), "signed in");
  if (await stepToken(request)) {
    headers.append("Set-Cookie", await stepCookieFor(request).serialize("", { maxAge: 0 }));
  }
  return { user, headers, isComplete: true };
}

/** Returns the user who took the first step in this browser within ten minutes; null for anybody else. */
export async function pendingUser(request: Request): Promise<UserRow | null> {
  return userAtSecondStep(await stepToken(request));
}

async function stepToken(request: Request): Promise<string> {
  const token = await stepCookieFor(request).parse(request.headers.get("Cookie"));
  return typeof token === "string" ? token : "";
}

/** Completes the sign-in with a code. Throws as the model's `takeSecondStep`. */
export async function signInBySecondStep(request: Request, input: unknown, address: string): Promise<SignedIn> {
  const [token, caller] = [await stepToken(request), callerOf(request, address)];
  return entering(request, address, complete, (enter) => takeSecondStep(token, input, caller, enter));
}

/** Sends a browser on: to the second step, or back to where it came from. */
export function goOn({ headers, isComplete }: SignedIn, returnTo: string, status = 303): Response {
  return redirect(isComplete ? returnTo : withReturnTo("/login/verify", returnTo), { status, headers });
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
