/** A local OAuth server that replaces Google's. Tests choose who signs in and how it fails. */
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { Events, OAuth2Server } from "oauth2-mock-server";

export interface GoogleServer {
  /** Sets GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET and GOOGLE_BASE_URL. */
  env: Record<string, string>;
  /** The profile of the person who signs in, in Google's form. */
  person: Record<string, unknown>;
  /** true: the person refuses consent. */
  refusesConsent: boolean;
  /** Answers requests of a path, such as "/token", instead of the provider. */
  handlers: Record<string, RequestListener>;
  /** The requests of the site in their order: the queries of /authorize and the forms of /token. */
  requests: { authorize: Record<string, string>[]; token: Record<string, string>[] };
  stop(): Promise<void>;
}

/** A person with a Google account, in Google's format. */
export const GRETA = {
  sub: "112233445566778899000",
  name: "Greta Google",
  given_name: "Greta",
  family_name: "Google",
  email: "Greta.Google@mail.example",
  email_verified: true,
};

export async function startGoogle(): Promise<GoogleServer> {
  const oauth = new OAuth2Server();
  await oauth.issuer.keys.generate("RS256");
  const { service } = oauth;
  const server = createServer((request, response) => {
    const handler = google.handlers[request.url?.split("?", 1)[0] ?? ""];
    (handler ?? service.requestHandler)(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  oauth.issuer.url = url;

  service.on(Events.BeforeAuthorizeRedirect, ({ url }, { query }) => {
    google.requests.authorize.push(query);
    if (!google.refusesConsent) return;
    url.searchParams.delete("code");
    url.searchParams.set("error", "access_denied");
  });
  service.on(Events.BeforeResponse, (_answer, { body }) => {
    google.requests.token.push({ ...body });
  });
  service.on(Events.BeforeUserinfo, (answer) => {
    answer.body = google.person;
  });

  const google: GoogleServer = {
    env: { GOOGLE_CLIENT_ID: "our-id", GOOGLE_CLIENT_SECRET: "our-secret", GOOGLE_BASE_URL: url },
    person: GRETA,
    refusesConsent: false,
    handlers: {},
    requests: { authorize: [], token: [] },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return google;
}
