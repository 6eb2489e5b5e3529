import { createCookieSessionStorage, type SessionStorage } from "@remix-run/node";
import { defineCookie } from "~/http/cookies.server";
import { siteOrigin } from "~/http/origin.server";
import { secrets } from "~/services/secrets.server";

const TEN_MINUTES = 10 * 60;

/** Carries a visitor's state to another site and back in a signed cookie, so that nothing of visitors is stored here. */
export function roundTripCookie<Kept>(name: string, path: string): (request: Request) => SessionStorage<Kept> {
  const storage = (secure: boolean) => {
    const options = { path, secure, httpOnly: true, sameSite: "lax", maxAge: TEN_MINUTES } as const;
    return createCookieSessionStorage<Kept>({ cookie: defineCookie(name, { ...options, secrets: [...secrets] }) });
  };
  const [plain, secure] = [storage(false), storage(true)];
  return (request) => (siteOrigin(request).startsWith("https:") ? secure : plain);
}
