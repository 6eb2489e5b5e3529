/** Signs in with Google. */
import { createHash } from "node:crypto";
import { type GoogleExtraParams, type GoogleProfile, GoogleStrategy } from "remix-auth-google";
import { z } from "zod";
import { env } from "~/env.server";
import { AppError } from "~/errors";
import { log } from "~/log.server";
import { fetchWithSecret } from "./service-fetch.server";

export interface GooglePerson {
  googleId: string;
  email: string;
  isVerified: boolean;
  firstName: string; // "" when Google does not say
  lastName: string;
}

const baseUrl = env.GOOGLE_BASE_URL;
const AUTHORIZATION_URL = baseUrl && `${baseUrl}/authorize`;
const TOKEN_URL = baseUrl ? `${baseUrl}/token` : "https://oauth2.googleapis.com/token";
const USER_INFO_URL = baseUrl ? `${baseUrl}/userinfo` : "https://openidconnect.googleapis.com/v1/userinfo";

const DEADLINE_MS = 10_000;

/** Adds PKCE, a time limit and a check of Google's answers to remix-auth-google 2. */
export class GoogleSignIn<User> extends GoogleStrategy<User> {
  private readonly deadline = AbortSignal.timeout(DEADLINE_MS);

  /** Serves one request, because it holds that request's verifier. */
  constructor(
    callbackURL: string,
    private readonly verifier: string,
    findUser: (person: GooglePerson) => Promise<User>,
  ) {
    const clientID = env.GOOGLE_CLIENT_ID ?? "";
    const clientSecret = env.GOOGLE_CLIENT_SECRET ?? "";
    const options = { clientID, clientSecret, callbackURL, scope: "openid email profile" };
    super({ ...options, prompt: "select_account" }, ({ profile }) => findUser(personOf(profile)));
    if (AUTHORIZATION_URL) this.authorizationURL = AUTHORIZATION_URL;
    this.tokenURL = TOKEN_URL;
  }

  protected override authorizationParams(): URLSearchParams {
    const params = super.authorizationParams();
    params.set("code_challenge", createHash("sha256").update(this.verifier).digest("base64url"));
    params.set("code_challenge_method", "S256");
    return params;
  }

  protected override async fetchAccessToken(code: string, params: URLSearchParams) {
    const secrets = { code, code_verifier: this.verifier, client_id: this.clientID, client_secret: this.clientSecret };
    const body = new URLSearchParams([...params, ...Object.entries(secrets)]);
    const { access_token } = await this.ask(Token, this.tokenURL, { method: "POST", body });
    return { accessToken: access_token, extraParams: {} as GoogleExtraParams };
  }

  protected override async userProfile(accessToken: string): Promise<GoogleProfile> {
    const headers = { Authorization: `Bearer ${accessToken}` };
    const answer = await this.ask(UserInfo, USER_INFO_URL, { headers });
    return { provider: "google", _json: answer } as GoogleProfile;
  }

  private async ask<T extends z.ZodType>(schema: T, url: string, init: RequestInit): Promise<z.output<T>> {
    try {
      return schema.parse(await fetchWithSecret(url, { ...init, signal: this.deadline }));
    } catch (error) {
      log.warn({ err: error, url }, "Google's answer was not valid");
      throw new AppError("upstream", "Google gave an unexpected answer.");
    }
  }
}

const Token = z.object({ access_token: z.string().min(1) });

const name = z.string().catch("");
const UserInfo = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().trim().toLowerCase().max(254).check(z.email()),
  // Google sends a boolean; some OpenID providers send a string.
  email_verified: z
    .literal([true, "true"])
    .transform(() => true)
    .catch(false),
  given_name: name,
  family_name: name,
  name,
});

function personOf({ _json }: GoogleProfile): GooglePerson {
  const profile = _json as unknown as z.output<typeof UserInfo>;
  const hasParts = profile.given_name || profile.family_name;
  return {
    googleId: profile.sub,
    email: profile.email,
    isVerified: profile.email_verified,
    firstName: cleanName(hasParts ? profile.given_name : profile.name),
    lastName: cleanName(profile.family_name),
  };
}

function cleanName(text: string): string {
  return [...text.replace(/[\p{Cc}\p{Cs}]+/gu, " ").trim()].slice(0, 100).join("").trim();
}
