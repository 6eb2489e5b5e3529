import { JSDOM } from "jsdom";
import { afterEach, expect, test, vi } from "vitest";
import { surround } from "./text-editing";

afterEach(() => void vi.unstubAllGlobals());

/** Presses "Bold" for the part between the bars, and returns the text with bars around the new selection. */
function embolden(textWithBars: string): string {
  const { window } = new JSDOM("<textarea></textarea>");
  vi.stubGlobal("document", window.document);
  vi.stubGlobal("Event", window.Event);
  const area = window.document.querySelector("textarea") as HTMLTextAreaElement;
  const [before = "", selection = "", after = ""] = textWithBars.split("|");
  area.value = before + selection + after;
  area.setSelectionRange(before.length, before.length + selection.length);
  surround(area, "**", "bold words");
  const { value, selectionStart, selectionEnd } = area;
  return [value.slice(0, selectionStart), value.slice(selectionStart, selectionEnd), value.slice(selectionEnd)].join(
    "|",
  );
}

test.each([
  ["a |b c| d", "a **|b c|** d"],
  ["a **|b c|** d", "a |b c| d"],
  ["a |**b c**| d", "a |b c| d"],
  ["a || d", "a **|bold words|** d"],
  ["a |b c |d", "a **|b c|** d"],
  ["|One.\n\nTwo.\n|", "|**One.**\n\n**Two.**|\n"],
  ["|**One.**\n\n**Two.**|", "|One.\n\nTwo.|"],
  ["|## Head\n\n- one\n  2. two\n> three|", "|## **Head**\n\n- **one**\n  2. **two**\n> **three**|"],
  ["|- one|", "- **|one|**"],
])("Bold turns %j into %j", (before, after) => {
  expect(embolden(before)).toBe(after);
});
