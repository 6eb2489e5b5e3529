import { describe, expect, test } from "vitest";
import { analyticsFrom } from "./analytics.server";

const NOTHING = { settings: null, hosts: { connect: [], script: [] } };

describe("PB25 analytics of page views", () => {
  test("are off without settings, and the content policy allows no host", () => {
    expect(analyticsFrom({})).toEqual(NOTHING);
  });

  test.each([
    ["a provider without an id", { ANALYTICS_PROVIDER: "plausible" as const }],
    ["an id without a provider", { ANALYTICS_ID: "example.org" }],
    ["a host alone", { ANALYTICS_HOST: "https://stats.example.org" }],
  ])("are off with %s", (_, variables) => {
    expect(analyticsFrom(variables)).toEqual(NOTHING);
  });

  test.each([
    ["plausible" as const, "https://plausible.io"],
    ["umami" as const, "https://cloud.umami.is"],
  ])("of %s need one host to send to, and no script of theirs", (provider, host) => {
    expect(analyticsFrom({ ANALYTICS_PROVIDER: provider, ANALYTICS_ID: "one" })).toEqual({
      settings: { provider, id: "one", host },
      hosts: { connect: [host], script: [] },
    });
  });

  test("of ga4 load Google's script, which sends to Google's other hosts", () => {
    const { settings, hosts } = analyticsFrom({ ANALYTICS_PROVIDER: "ga4", ANALYTICS_ID: "G-1" });
    expect(settings).toEqual({ provider: "ga4", id: "G-1", host: "https://www.googletagmanager.com" });
    expect(hosts.script).toEqual(["https://www.googletagmanager.com"]);
    expect(hosts.connect).toContain("https://*.google-analytics.com");
  });

  test("use ANALYTICS_HOST instead of the provider's host, of which the policy has only the origin", () => {
    const settings = { ANALYTICS_ID: "one", ANALYTICS_HOST: "https://example.org:8443/stats" };
    expect(analyticsFrom({ ...settings, ANALYTICS_PROVIDER: "umami" })).toEqual({
      settings: { provider: "umami", id: "one", host: "https://example.org:8443/stats" },
      hosts: { connect: ["https://example.org:8443"], script: [] },
    });
    const { hosts } = analyticsFrom({ ...settings, ANALYTICS_PROVIDER: "ga4" });
    expect(hosts.script).toEqual(["https://example.org:8443"]);
    expect(hosts.connect).toContain("https://example.org:8443");
  });
});
