import { redirect, type Session } from "@remix-run/node";
import { AppError } from "~/errors";
import { siteOrigin } from "~/http/origin.server";
import { claimPage } from "~/models/editing/claims/claims.server";
import { proveByOrcid } from "~/models/editing/claims/prove.server";
import { orcidSignInUrl, type SignInChecks, verifiedOrcid } from "~/services/orcid-sign-in.server";
import { requireReader } from "./guards.server";
import { roundTripCookie } from "./round-trip-cookie.server";

const PATH = "/api/auth/orcid";
const CALLBACK = `${PATH}/callback`;

interface PendingClaim extends SignInChecks {
  slug: string;
  userId: string;
}

const stateStorage = roundTripCookie<PendingClaim>("orcid-sign-in", PATH);

/** Sends a user to ORCID, to prove that the profile `?profile=` is theirs. Visitors sign in first. */
export async function startOrcid(request: Request): Promise<Response> {
  const user = await requireReader(request);
  const { slug, orcid } = await claimPage(user, new URL(request.url).searchParams.get("profile") ?? "");
  if (orcid === "off") throw new AppError("invalid", "This site does not offer a sign-in with ORCID.");
  if (orcid === "unknown") throw new AppError("invalid", "The profile does not say which ORCID iD is yours.");
  return withProblemsOnPage(slug, new Headers(), async () => {
    const { url, checks } = await orcidSignInUrl(siteOrigin(request) + CALLBACK);
    const storage = stateStorage(request);
    const session = await storage.getSession();
    for (const [name, value] of Object.entries({ ...checks, slug, userId: user.id }))
      session.set(name as keyof PendingClaim, value);
    return redirect(url, { headers: { "Set-Cookie": await storage.commitSession(session) } });
  });
}

/** Checks ORCID's answer and stores the proof. Deletes the state of the round trip. */
export async function finishOrcid(request: Request): Promise<Response> {
  const user = await requireReader(request);
  const storage = stateStorage(request);
  const session = await storage.getSession(request.headers.get("Cookie"));
  const pendingClaim = pendingClaimIn(session);
  if (!pendingClaim) throw new AppError("invalid", "This sign-in has expired. Please start it again.");
  const headers = new Headers({ "Set-Cookie": await storage.destroySession(session) });
  return withProblemsOnPage(pendingClaim.slug, headers, async () => {
    if (pendingClaim.userId !== user.id) throw new AppError("invalid", "Another account began this sign-in.");
    const { search } = new URL(request.url);
    const orcid = await verifiedOrcid(new URL(siteOrigin(request) + CALLBACK + search), pendingClaim);
    await proveByOrcid(user, pendingClaim.slug, orcid);
    return redirect(`/${pendingClaim.slug}/claim`, { headers });
  });
}

function pendingClaimIn({ data }: Session<PendingClaim>): PendingClaim | null {
  const { state, nonce, verifier, slug, userId } = data;
  return state && nonce && verifier && slug && userId ? { state, nonce, verifier, slug, userId } : null;
}

/** Redirects to the page of the claim if `run` throws a problem, which is shown there. */
async function withProblemsOnPage(slug: string, headers: Headers, run: () => Promise<Response>): Promise<Response> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const params = new URLSearchParams({ orcid: PROBLEM_CODES[error.problem] ?? "failed" });
    return redirect(`/${slug}/claim?${params}`, { headers });
  }
}

const PROBLEM_CODES: Partial<Record<AppError["problem"], string>> = {
  forbidden: "other",
  conflict: "again",
  unavailable: "off",
};
