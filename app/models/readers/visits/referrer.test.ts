import { expect, test } from "vitest";
import { OTHER_HOSTS, referringHost } from "./referrer.server";

test("VI02 counts a referrer by its public host, without its path, and ignores IP addresses, this site and private networks", () => {
  const hostOf = (referrer?: string) => referringHost(referrer, ["site.example"]);
  expect(hostOf("https://www.news.example/story?id=1")).toBe("news.example");
  const uncountedReferrers = [
    "http://203.0.113.5/page",
    "https://[2001:db8::1]/",
    "http://intranet/wiki",
    "https://site.example/",
  ];
  for (const referrer of [undefined, "", "no address", "android-app://com.app.example", ...uncountedReferrers])
    expect([referrer, hostOf(referrer)]).toEqual([referrer, ""]);
  expect(hostOf(`https://${"a".repeat(60)}.${"b".repeat(60)}.example/`)).toBe(OTHER_HOSTS);
});
