import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { KEYS, pressedKey } from "./keys";

const sources = execFileSync("git", ["ls-files", "app/**/*.tsx", "app/*.tsx"], { encoding: "utf8" })
  .split("\n")
  .filter(Boolean)
  .map((file) => ({ file, text: readFileSync(file, "utf8") }));

test("MO01 each key has one action, and no page uses a key that is not in the table", () => {
  const keys = Object.values(KEYS).map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  const keySources = sources.filter(
    ({ text }) => /\bdata-key="\w/.test(text) || /aria-keyshortcuts="[a-zA-Z]"/.test(text),
  );
  expect(keySources.map(({ file }) => file)).toEqual([]);
});

test("MO01 every key that a control answers to is listed on a page", () => {
  const pressedActions = new Set(
    sources.flatMap(({ text }) => [...text.matchAll(/keyProps\("(\w+)"\)/g)].map(([, name]) => name)),
  );
  const listedActions = new Set(
    sources.flatMap(({ text }) => [...text.matchAll(/\["(\w+)", "[^"]+"\]/g)].map(([, name]) => name)),
  );
  for (const action of pressedActions) expect(listedActions, action).toContain(action);
  for (const action of ["next", "previous", "open", "select", "refer"]) expect(listedActions, action).toContain(action);
});

test.each([
  ["a", { key: "a", code: "KeyA", shiftKey: false }],
  ["X", { key: "X", code: "KeyX", shiftKey: true }],
  ["x", { key: "X", code: "KeyX", shiftKey: false, with: "Caps Lock" }],
  ["X", { key: "x", code: "KeyX", shiftKey: true, with: "Caps Lock and Shift" }],
  ["a", { key: "a", code: "KeyQ", shiftKey: false, with: "a French keyboard" }],
  ["r", { key: "к", code: "KeyR", shiftKey: false, with: "a Russian keyboard" }],
  ["X", { key: "Χ", code: "KeyX", shiftKey: true, with: "a Greek keyboard" }],
  ["a", { key: "ש", code: "KeyA", shiftKey: false, with: "a Hebrew keyboard" }],
  ["ö", { key: "ö", code: "Semicolon", shiftKey: false, with: "a German keyboard" }],
  ["?", { key: "?", code: "Minus", shiftKey: true }],
  ["*", { key: "*", code: "BracketRight", shiftKey: true }],
  ["1", { key: "1", code: "Digit1", shiftKey: true, with: "a French keyboard" }],
  ["Enter", { key: "Enter", code: "Enter", shiftKey: false }],
])("MO01 returns %s for the key event %j", (expected, event) => {
  expect(pressedKey(event)).toBe(expected);
});
