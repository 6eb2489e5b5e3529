import { expect, test } from "vitest";
import { OTHER_HOSTS, referringHost } from "./referrer.server";

test("VI02 a referrer counts by its public host: no path, no address, nothing of this site or of somebody's own network", () => {
  const host = (referrer?: string) => referringHost(referrer, ["site.example"]);
  expect(host("https://www.news.example/story?id=1")).toBe("news.example");
  const uncounted = [
    "http://203.0.113.5/page",
    "https://[2001:db8::1]/",
    "http://intranet/wiki",
    "https://site.example/",
  ];
  for (const referrer of [undefined, "", "no address", "android-app://com.app.example", ...uncounted])
    expect([referrer, host(referrer)]).toEqual([referrer, ""]);
  expect(host(`https://${"a".repeat(60)}.${"b".repeat(60)}.example/`)).toBe(OTHER_HOSTS);
});
