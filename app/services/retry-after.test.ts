import { expect, test, vi } from "vitest";
import { retryAfterSeconds } from "./retry-after.server";

test.each([
  ["120", 120],
  ["0.2", 1],
  ["Wed, 21 Oct 2015 07:28:30 GMT", 30],
  // A date in the past.
  ["Wed, 21 Oct 2015 07:27:00 GMT", 0],
  ["soon", undefined],
  ["", undefined],
])("Retry-After %j means %j seconds", (text, seconds) => {
  vi.useFakeTimers({ now: Date.UTC(2015, 9, 21, 7, 28), toFake: ["Date"] });
  try {
    expect(retryAfterSeconds(new Headers({ "Retry-After": text }))).toBe(seconds);
  } finally {
    vi.useRealTimers();
  }
});
