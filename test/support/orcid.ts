/** A local OpenID Connect server that replaces ORCID's. Tests choose who signs in and how it fails. */
import { Events, OAuth2Server } from "oauth2-mock-server";

export interface OrcidServer {
  /** Sets ORCID_CLIENT_ID, ORCID_CLIENT_SECRET and ORCID_BASE_URL. */
  env: Record<string, string>;
  /** The iD of the person who signs in. */
  id: string;
  refusesConsent: boolean;
  /** Claims of the ID token that override the standard ones. */
  changedClaims: Record<string, unknown>;
  /** The forms that the site sent to /token. */
  tokenRequests: Record<string, unknown>[];
  stop(): Promise<void>;
}

export async function startOrcid(): Promise<OrcidServer> {
  const oauth = new OAuth2Server();
  await oauth.issuer.keys.generate("RS256");
  await oauth.start(0, "127.0.0.1");
  const { port } = oauth.address();
  const url = `http://127.0.0.1:${port}`;
  oauth.issuer.url = url;
  oauth.service.on(Events.BeforeAuthorizeRedirect, ({ url }) => {
    if (!orcid.refusesConsent) return;
    url.searchParams.delete("code");
    url.searchParams.set("error", "access_denied");
  });
  oauth.service.on(Events.BeforeTokenSigning, (token) => {
    Object.assign(token.payload, { sub: orcid.id, ...orcid.changedClaims });
  });
  oauth.service.on(Events.BeforeResponse, (_answer, { body }) => {
    orcid.tokenRequests.push({ ...body });
  });
  const orcid: OrcidServer = {
    env: { ORCID_CLIENT_ID: "our-id", ORCID_CLIENT_SECRET: "our-secret", ORCID_BASE_URL: url },
    id: "",
    refusesConsent: false,
    changedClaims: {},
    tokenRequests: [],
    stop: () => oauth.stop(),
  };
  return orcid;
}
