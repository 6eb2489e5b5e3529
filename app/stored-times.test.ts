import { describe, expect, test } from "vitest";
import { DAY_MS } from "~/stored-times";
import { ahead, isAhead, isWithin, since, timeAfter, within } from "./stored-times";

const now = Date.parse("2026-11-28T12:00:00.000Z");

describe("reliability 49 of stored times", () => {
  test.each([
    ["ahead by less than its rule allows", now + DAY_MS - 1, true],
    ["ahead by the rule and the difference of two clocks", now + DAY_MS + 30_000, true],
    ["ahead by a year, from a wrong clock", now + 366 * DAY_MS, false],
    ["that has come", now, false],
  ])("a time %s counts as ahead: %s", (_, time, isExpected) => {
    expect(isAhead(time, DAY_MS, now)).toBe(isExpected);
    const { after, until } = ahead(DAY_MS, now);
    const storedTime = new Date(time).toISOString();
    expect(storedTime > after && storedTime <= until).toBe(isExpected);
  });

  test.each([
    ["an hour ago", now - DAY_MS / 24, true],
    ["now", now, true],
    ["two days ago", now - 2 * DAY_MS, false],
    ["next year", now + 366 * DAY_MS, false],
  ])("a time of %s lies within the last day: %s", (_, time, isExpected) => {
    expect(isWithin(time, DAY_MS, now)).toBe(isExpected);
    const { after, until } = within(DAY_MS, now);
    const storedTime = new Date(time).toISOString();
    expect(storedTime > after && storedTime <= until).toBe(isExpected);
    expect(since(time, now)).toBeGreaterThanOrEqual(0);
  });

  test.each([
    ["an hour ago is followed by now", -DAY_MS / 24, 0],
    ["this moment is followed by the next millisecond", 0, 1],
    ["a moment of another machine's clock is followed by the next millisecond", 30_000, 30_001],
    ["next year, from a wrong clock, is followed by now", 366 * DAY_MS, 0],
  ])("a time of %s", (_, offset, after) => {
    const storedTime = new Date(now + offset).toISOString();
    expect(timeAfter(storedTime, now)).toBe(new Date(now + after).toISOString());
  });
});
