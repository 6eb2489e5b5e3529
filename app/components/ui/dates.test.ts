import { expect, test } from "vitest";
import { ageOf } from "./dates";

test("ageOf returns minutes, hours or days", () => {
  const age = (minutes: number) =>
    ageOf("2026-11-20T12:00:00.000Z", Date.parse("2026-11-20T12:00:00Z") + minutes * 60_000);
  expect([0, 1, 59, 60, 47 * 60, 48 * 60, 24 * 60 * 400].map(age)).toEqual([
    "just now",
    "1 min ago",
    "59 min ago",
    "1 h ago",
    "47 h ago",
    "2 days ago",
    "400 days ago",
  ]);
});
