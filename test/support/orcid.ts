/** A local OpenID Connect server in ORCID's place; tests choose who signs in and how it misbehaves. */
import { Events, OAuth2Server } from "oauth2-mock-server";

export interface Orcid {
  /** For ORCID_CLIENT_ID, ORCID_CLIENT_SECRET and ORCID_BASE_URL. */
  env: Record<string, string>;
  /** The iD of the person who signs in. */
  id: string;
  isDenied: boolean;
  /** Claims of the ID token that are changed. */
  changed: Record<string, unknown>;
  /** What the site asked for at /token. */
  asked: Record<string, unknown>[];
  stop(): Promise<void>;
}

export async function startOrcid(): Promise<Orcid> {
  const oauth = new OAuth2Server();
  await oauth.issuer.keys.generate("RS256");
  await oauth.start(0, "127.0.0.1");
  const { port } = oauth.address();
  const url = `http://127.0.0.1:${port}`;
  oauth.issuer.url = url;
  oauth.service.on(Events.BeforeAuthorizeRedirect, ({ url }) => {
    if (!orcid.isDenied) return;
    url.searchParams.delete("code");
    url.searchParams.set("error", "access_denied");
  });
  oauth.service.on(Events.BeforeTokenSigning, (token) => {
    Object.assign(token.payload, { sub: orcid.id, ...orcid.changed });
  });
  oauth.service.on(Events.BeforeResponse, (_answer, { body }) => {
    orcid.asked.push({ ...body });
  });
  const orcid: Orcid = {
    env: { ORCID_CLIENT_ID: "our-id", ORCID_CLIENT_SECRET: "our-secret", ORCID_BASE_URL: url },
    id: "",
    isDenied: false,
    changed: {},
    asked: [],
    stop: () => oauth.stop(),
  };
  return orcid;
}
