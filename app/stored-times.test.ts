import { describe, expect, test } from "vitest";
import { ahead, isAhead, isWithin, since, timeAfter, within } from "./stored-times";

const DAY = 24 * 60 * 60_000;
const now = Date.parse("2026-11-28T12:00:00.000Z");

describe("reliability 49 a stored time", () => {
  test.each([
    ["to come within its rule", now + DAY - 1, true],
    ["of another machine's clock", now + DAY + 30_000, true],
    ["that a clock ahead by a year wrote", now + 366 * DAY, false],
    ["that came", now, false],
  ])("%s is waited for: %s", (_, time, expected) => {
    expect(isAhead(time, DAY, now)).toBe(expected);
    const { after, until } = ahead(DAY, now);
    const stored = new Date(time).toISOString();
    expect(stored > after && stored <= until).toBe(expected);
  });

  test.each([
    ["of an hour ago", now - DAY / 24, true],
    ["of now", now, true],
    ["of two days ago", now - 2 * DAY, false],
    ["of next year", now + 366 * DAY, false],
  ])("%s is within the last day: %s", (_, time, expected) => {
    expect(isWithin(time, DAY, now)).toBe(expected);
    const { after, until } = within(DAY, now);
    const stored = new Date(time).toISOString();
    expect(stored > after && stored <= until).toBe(expected);
    expect(since(time, now)).toBeGreaterThanOrEqual(0);
  });

  test.each([
    ["of an hour ago is followed by now", -DAY / 24, 0],
    ["of now by the next moment", 0, 1],
    ["of another machine's clock by the next moment", 30_000, 30_001],
    ["that a clock ahead by a year wrote by now", 366 * DAY, 0],
  ])("%s", (_, before, after) => {
    const stored = new Date(now + before).toISOString();
    expect(timeAfter(stored, now)).toBe(new Date(now + after).toISOString());
  });
});
