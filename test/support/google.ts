/** A local OAuth server in Google's place; tests choose who signs in and how it misbehaves. */
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { Events, OAuth2Server } from "oauth2-mock-server";

export interface Provider {
  /** For GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET and GOOGLE_BASE_URL. */
  env: Record<string, string>;
  /** The profile of the person who signs in, in Google's form. */
  person: Record<string, unknown>;
  /** true: the person does not allow it. */
  isDenied: boolean;
  /** What answers at a path instead of the provider, such as "/token". */
  instead: Record<string, RequestListener>;
  /** What the site asked for: the queries of /authorize and the forms of /token, in their order. */
  asked: { authorize: Record<string, string>[]; token: Record<string, string>[] };
  stop(): Promise<void>;
}

/** Somebody with a Google account, as Google describes them. */
export const GRETA = {
  sub: "112233445566778899000",
  name: "Greta Google",
  given_name: "Greta",
  family_name: "Google",
  email: "Greta.Google@mail.example",
  email_verified: true,
};

export async function startProvider(): Promise<Provider> {
  const oauth = new OAuth2Server();
  await oauth.issuer.keys.generate("RS256");
  const { service } = oauth;
  const server = createServer((request, response) => {
    const other = provider.instead[request.url?.split("?", 1)[0] ?? ""];
    (other ?? service.requestHandler)(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  oauth.issuer.url = url;

  service.on(Events.BeforeAuthorizeRedirect, ({ url }, { query }) => {
    provider.asked.authorize.push(query);
    if (!provider.isDenied) return;
    url.searchParams.delete("code");
    url.searchParams.set("error", "access_denied");
  });
  service.on(Events.BeforeResponse, (_answer, { body }) => {
    provider.asked.token.push({ ...body });
  });
  service.on(Events.BeforeUserinfo, (answer) => {
    answer.body = provider.person;
  });

  const provider: Provider = {
    env: { GOOGLE_CLIENT_ID: "our-id", GOOGLE_CLIENT_SECRET: "our-secret", GOOGLE_BASE_URL: url },
    person: GRETA,
    isDenied: false,
    instead: {},
    asked: { authorize: [], token: [] },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return provider;
}
