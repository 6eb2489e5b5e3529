import { expect, test } from "vitest";
import { preferenceHeaders, preferencesOf } from "./preferences.server";

async function preferencesAfter(choices: Record<string, string>, headers: Record<string, string> = {}) {
  const cookies = (await preferenceHeaders(choices)).getSetCookie().map((cookie) => cookie.split(";", 1)[0]);
  return preferencesOf(new Request("http://site.example/", { headers: { ...headers, Cookie: cookies.join("; ") } }));
}

test("preferences ignore unknown schemes, and the reader's choice prevails over Save-Data", async () => {
  expect(await preferencesAfter({ scheme: "dark", light: "off" }, { "Save-Data": "on" })).toEqual({
    scheme: "dark",
    light: false,
  });
  expect(await preferencesAfter({ scheme: "sepia" }, { "Save-Data": "on" })).toEqual({ scheme: "system", light: true });
  const sepia = Buffer.from(JSON.stringify("sepia")).toString("base64");
  const forgedRequest = new Request("http://site.example/", { headers: { Cookie: `scheme=${sepia}` } });
  expect(await preferencesOf(forgedRequest)).toEqual({ scheme: "system", light: false });
});
