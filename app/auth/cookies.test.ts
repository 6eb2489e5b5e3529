/** Tests the attributes of each cookie. */
import { expect, test } from "vitest";
import { preferenceHeaders } from "~/http/preferences.server";
import { draftCookie } from "./draft-cookie.server";
import { listCookie } from "./list-cookie.server";
import { roundTripCookie } from "./round-trip-cookie.server";

const YEAR = 365 * 24 * 60 * 60;
const DAY = 24 * 60 * 60;
const request = (origin = "http://site.example") => new Request(`${origin}/`);
const attributesOf = (cookie: string) => cookie.split("; ").slice(1).sort().join("; ");
const roundTrip = async (origin: string) =>
  roundTripCookie(
    "to-elsewhere",
    "/there",
  )(request(origin)).commitSession(await roundTripCookie("to-elsewhere", "/there")(request(origin)).getSession());
const preference = async (choice: object) => (await preferenceHeaders({ ...choice })).getSetCookie()[0] ?? "";

test.each([
  ["the scheme", () => preference({ scheme: "dark" }), `HttpOnly; Max-Age=${YEAR}; Path=/; SameSite=Lax`],
  ["light pages", () => preference({ light: "on" }), `HttpOnly; Max-Age=${YEAR}; Path=/; SameSite=Lax`],
  ["an unsent submission", () => draftCookie(request()), `HttpOnly; Max-Age=${30 * DAY}; Path=/; SameSite=Lax`],
  // It is not HttpOnly, because scripts read the list; pages are the same for everybody.
  ["a list", async () => listCookie(["ada"]), `Max-Age=${YEAR}; Path=/; SameSite=Lax`],
  ["an empty list", async () => listCookie([]), "Max-Age=0; Path=/; SameSite=Lax"],
  [
    "a round trip to another site",
    () => roundTrip("http://site.example"),
    "HttpOnly; Max-Age=600; Path=/there; SameSite=Lax",
  ],
])("the cookie of %s has its attributes", async (_, make, attributes) => {
  const withoutDate = (await make()).replace(/; Expires=[^;]*/, "");
  expect(attributesOf(withoutDate)).toBe(attributes);
});
