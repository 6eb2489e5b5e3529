/** How this reader wants the pages: colour scheme and weight, kept in two cookies so that they work without scripts. */
import { defineCookie } from "./cookies.server";

const YEAR = 60 * 60 * 24 * 365;
const options = { path: "/", sameSite: "lax", httpOnly: true, maxAge: YEAR } as const;
const schemeCookie = defineCookie("scheme", options);
const lightCookie = defineCookie("light", options);

export type Scheme = "light" | "dark" | "system";

export interface Preferences {
  scheme: Scheme;
  /** Light pages: no scripts, and no images beyond those that are content. */
  light: boolean;
}

/** Light pages are asked for with the switch, or by the browser's Save-Data header unless the switch says otherwise. */
export async function preferencesOf(request: Request): Promise<Preferences> {
  const cookies = request.headers.get("Cookie");
  const [scheme, light] = await Promise.all([schemeCookie.parse(cookies), lightCookie.parse(cookies)]);
  const saveData = request.headers.get("Save-Data")?.toLowerCase() === "on";
  return {
    scheme: scheme === "light" || scheme === "dark" ? scheme : "system",
    light: light === "on" || (saveData && light !== "off"),
  };
}

/** The Set-Cookie headers for the preferences a form names; those it does not name stay as they are. */
export async function preferenceHeaders({ scheme, light }: Record<string, unknown>): Promise<Headers> {
  const headers = new Headers();
  if (scheme === "light" || scheme === "dark") headers.append("Set-Cookie", await schemeCookie.serialize(scheme));
  if (scheme === "system") headers.append("Set-Cookie", await schemeCookie.serialize("", { maxAge: 0 }));
  if (light === "on" || light === "off") headers.append("Set-Cookie", await lightCookie.serialize(light));
  return headers;
}
