import { createCookieSessionStorage, type SessionStorage } from "@remix-run/node";
import { defineCookie } from "~/http/cookies.server";
import { siteOrigin } from "~/http/origin.server";
import { secrets } from "~/services/secrets.server";

const TEN_MINUTES = 10 * 60;

/** Stores the state of a visitor's round trip to another site in a signed cookie, and so nothing on the server. */
export function roundTripCookie<State>(name: string, path: string): (request: Request) => SessionStorage<State> {
  const makeStorage = (secure: boolean) => {
    const options = { path, secure, httpOnly: true, sameSite: "lax", maxAge: TEN_MINUTES } as const;
    return createCookieSessionStorage<State>({ cookie: defineCookie(name, { ...options, secrets: [...secrets] }) });
  };
  const [plainStorage, secureStorage] = [makeStorage(false), makeStorage(true)];
  return (request) => (siteOrigin(request).startsWith("https:") ? secureStorage : plainStorage);
}
