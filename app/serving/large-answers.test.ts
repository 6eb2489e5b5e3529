import { afterEach, expect, test, vi } from "vitest";
import { releaseLarge } from "./large-answers.server";

const MEGABYTE = 1024 * 1024;

afterEach(() => vi.unstubAllGlobals());

test("performance: the memory of large answers is freed after every few megabytes of them", () => {
  const gc = vi.fn();
  vi.stubGlobal("gc", gc);
  for (let answer = 0; answer < 1_000; answer++) releaseLarge(30_000);
  expect(gc).not.toHaveBeenCalled();
  for (let answer = 0; answer < 6; answer++) releaseLarge(MEGABYTE);
  expect(gc.mock.calls).toEqual([[{ type: "minor" }], [{ type: "minor" }]]);
});

test("performance: without the option it is left to V8", () => {
  for (let answer = 0; answer < 6; answer++) expect(() => releaseLarge(MEGABYTE)).not.toThrow();
});
