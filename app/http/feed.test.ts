import { expect, onTestFinished, test, vi } from "vitest";
import { feedResponse } from "./feed.server";

test("RC01 no two versions of a feed have the same date, also if it changes within a second or back", () => {
  const start = Date.parse("2026-11-01T00:00:00Z");
  vi.useFakeTimers({ toFake: ["Date"], now: start + 400 });
  onTestFinished(() => void vi.useRealTimers());
  const dateOf = (body: string, path = "feed.xml") => {
    const date = feedResponse(new Request(`https://site.example/${path}`), body, "xml").headers.get("Last-Modified");
    return date && Date.parse(date) - start;
  };
  expect([dateOf("first"), dateOf("first"), dateOf("second"), dateOf("other", "other.xml")]).toEqual([0, 0, null, 0]);
  vi.setSystemTime(start + 1_100);
  expect([dateOf("second"), dateOf("first")]).toEqual([1_000, null]);
  vi.setSystemTime(start + 9_000);
  expect([dateOf("first"), dateOf("third")]).toEqual([2_000, 9_000]);
});
