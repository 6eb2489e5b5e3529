import { describe, expect, test } from "vitest";
import { completeAddress, completeLink } from "./entered-url";

describe("PR12 a typed address", () => {
  test.each([
    ["https://x.example/page?utm_source=a#part", "https://x.example/page#part"],
    ["https://x.example/page?id=1&fbclid=2#part?b#c", "https://x.example/page?id=1#part?b#c"],
    ["https://x.example/?GCLID=1&q=a%26b&utm_medium=mail", "https://x.example/?q=a%26b"],
    ["https://x.example/?utm_id=1#", "https://x.example/#"],
    ["www.x.example/?utm_source=a#part", "https://www.x.example/#part"],
  ])("loses only its tracking parameters: %s", (text, address) => {
    expect(completeAddress(text)).toBe(address);
    expect(completeLink(`A site | of two bars|${text}`)).toBe(`A site | of two bars|${address}`);
  });

  test.each([
    "https://x.example/?q=utm_source#utm_source=1",
    "https://x.example/?sid=1&signal=2",
    "no address?utm_id=1",
  ])("stays unchanged without tracking parameters: %s", (text) => expect(completeAddress(text)).toBe(text));
});
