import { expect, test } from "vitest";
import { correctionMessages } from "./prompt.server";

test("a second question quotes the beginning of the first answer without half a character", () => {
  const [quotedAnswer] = correctionMessages(`${"x".repeat(3_999)}😀`, "It is not JSON.");
  expect(quotedAnswer?.content).toBe("x".repeat(3_999));
});
