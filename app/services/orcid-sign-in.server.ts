/** Verifies a person's ORCID iD by OpenID Connect. */
import type { Configuration } from "openid-client";
import { env } from "~/env.server";
import { AppError } from "~/errors";
import { log } from "~/log.server";
import { lazyPackage } from "./lazy-package.server";

const openidClient = lazyPackage<typeof import("openid-client")>("openid-client");

export const orcidIsConfigured = Boolean(env.ORCID_CLIENT_ID && env.ORCID_CLIENT_SECRET);

/** The tolerated difference between ORCID's clock and this one, in seconds. */
const MAX_CLOCK_DIFFERENCE_S = 5 * 60;

/** The values that verify ORCID's answer (RFC 7636, and OpenID Connect Core §3.1.2.1). */
export interface SignInChecks {
  state: string;
  nonce: string;
  verifier: string;
}

/** Returns the address of ORCID's sign-in page, and the values that verify its answer. Throws "unavailable" if ORCID does not answer. */
export async function orcidSignInUrl(callback: string): Promise<{ url: string; checks: SignInChecks }> {
  const config = await discoverConfiguration();
  const checks = {
    state: openidClient().randomState(),
    nonce: openidClient().randomNonce(),
    verifier: openidClient().randomPKCECodeVerifier(),
  };
  const url = openidClient().buildAuthorizationUrl(config, {
    redirect_uri: callback,
    scope: "openid",
    state: checks.state,
    nonce: checks.nonce,
    code_challenge: await openidClient().calculatePKCECodeChallenge(checks.verifier),
    code_challenge_method: "S256",
    prompt: "login",
  });
  return { url: url.href, checks };
}

/** Returns the iD in ORCID's answer at `callback`. Throws "forbidden" if the person declined, "upstream" for an invalid answer. */
export async function verifiedOrcid(callback: URL, { state, nonce, verifier }: SignInChecks): Promise<string> {
  if (callback.searchParams.get("error") === "access_denied")
    throw new AppError("forbidden", "You did not allow the sign-in with ORCID.");
  const config = await discoverConfiguration();
  try {
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
    const tokens = await openidClient().authorizationCodeGrant(config, callback, checks);
    const { sub: orcid = "", iat = Number.NaN } = tokens.claims() ?? {};
    // Refuses tokens from the future, which openid-client accepts (OpenID Connect Core §3.1.3.7, step 10).
    if (!(iat <= Date.now() / 1_000 + MAX_CLOCK_DIFFERENCE_S)) throw new Error("The token was issued in the future.");
    if (/^(\d{4}-){3}\d{3}[\dX]$/.test(orcid)) return orcid;
    throw new Error("The subject is not an ORCID iD.");
  } catch (error) {
    log.warn({ err: error }, "a sign-in with ORCID failed");
    throw new AppError("upstream", "The sign-in with ORCID failed. Please try again.");
  }
}

let discovery: Promise<Configuration> | undefined;

async function discoverConfiguration(): Promise<Configuration> {
  const address = new URL(env.ORCID_BASE_URL);
  const options = address.protocol === "http:" ? { execute: [openidClient().allowInsecureRequests] } : {};
  discovery ??= openidClient().discovery(
    address,
    env.ORCID_CLIENT_ID ?? "",
    env.ORCID_CLIENT_SECRET,
    undefined,
    options,
  );
  try {
    return await discovery;
  } catch (error) {
    discovery = undefined;
    log.warn({ err: error }, "ORCID cannot be reached");
    throw new AppError("unavailable", "ORCID does not answer. Please try again later.");
  }
}
