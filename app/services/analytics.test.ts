import { describe, expect, test } from "vitest";
import { analyticsFrom } from "./analytics.server";

const NOTHING = { settings: null, hosts: { connect: [], script: [] } };

describe("PB25 which analytics service hears of page views", () => {
  test("none, and nothing is allowed through, where nothing is set", () => {
    expect(analyticsFrom({})).toEqual(NOTHING);
  });

  test.each([
    ["a provider without an id", { ANALYTICS_PROVIDER: "plausible" as const }],
    ["an id without a provider", { ANALYTICS_ID: "example.org" }],
    ["a host alone", { ANALYTICS_HOST: "https://stats.example.org" }],
  ])("none with %s", (_, variables) => {
    expect(analyticsFrom(variables)).toEqual(NOTHING);
  });

  test.each([
    ["plausible" as const, "https://plausible.io"],
    ["umami" as const, "https://cloud.umami.is"],
  ])("%s needs no script of its own and one host to send to", (provider, host) => {
    expect(analyticsFrom({ ANALYTICS_PROVIDER: provider, ANALYTICS_ID: "one" })).toEqual({
      settings: { provider, id: "one", host },
      hosts: { connect: [host], script: [] },
    });
  });

  test("ga4 loads Google's script, which sends to Google's other hosts", () => {
    const { settings, hosts } = analyticsFrom({ ANALYTICS_PROVIDER: "ga4", ANALYTICS_ID: "G-1" });
    expect(settings).toEqual({ provider: "ga4", id: "G-1", host: "https://www.googletagmanager.com" });
    expect(hosts.script).toEqual(["https://www.googletagmanager.com"]);
    expect(hosts.connect).toContain("https://*.google-analytics.com");
  });

  test("a host of one's own replaces the provider's; the page's policy names only its origin", () => {
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
