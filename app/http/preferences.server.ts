/** Stores preferences in cookies, so that they work without scripts. */
import { defineCookie } from "./cookies.server";

const YEAR = 60 * 60 * 24 * 365;
const options = { path: "/", sameSite: "lax", httpOnly: true, maxAge: YEAR } as const;
const schemeCookie = defineCookie("scheme", options);
const lightCookie = defineCookie("light", options);

export type Scheme = "light" | "dark" | "system";

export interface Preferences {
  scheme: Scheme;
  /** Light pages have no scripts and no decorative images. */
  light: boolean;
}

/** Tells whether a Save-Data header asks for light pages. */
export function savesData(header: string | string[] | null | undefined): boolean {
  return String(header).toLowerCase() === "on";
}

/** Returns the preferences of a reader. Without a choice, Save-Data switches to light pages. */
export async function preferencesOf(request: Request): Promise<Preferences> {
  const cookies = request.headers.get("Cookie");
  const [scheme, light] = await Promise.all([schemeCookie.parse(cookies), lightCookie.parse(cookies)]);
  return {
    scheme: scheme === "light" || scheme === "dark" ? scheme : "system",
    light: light === "on" || (savesData(request.headers.get("Save-Data")) && light !== "off"),
  };
}

/** Returns the Set-Cookie headers for the preferences in a form. */
export async function preferenceHeaders({ scheme, light }: Record<string, unknown>): Promise<Headers> {
  const headers = new Headers();
  if (scheme === "light" || scheme === "dark") headers.append("Set-Cookie", await schemeCookie.serialize(scheme));
  if (scheme === "system") headers.append("Set-Cookie", await schemeCookie.serialize("", { maxAge: 0 }));
  if (light === "on" || light === "off") headers.append("Set-Cookie", await lightCookie.serialize(light));
  return headers;
}
