/** Writing Markdown into a text area. */
import type { StoredImage } from "~/models/editing/images/admin-list.server";

/** Replaces what is selected, and selects the first `selected` within the new text. */
export function replaceSelection(area: HTMLTextAreaElement, text: string, selected = ""): void {
  const start = area.selectionStart;
  // The only way that keeps the browser's undo; it needs the focus.
  const isTyped = document.activeElement === area && document.execCommand("insertText", false, text);
  if (!isTyped) {
    area.setRangeText(text, start, area.selectionEnd, "end");
    area.dispatchEvent(new Event("input", { bubbles: true }));
  }
  const place = selected ? start + text.indexOf(selected) : -1;
  if (place >= start) area.setSelectionRange(place, place + selected.length);
}

/** Puts a mark on both sides of the selection, or takes it away. */
export function surround(area: HTMLTextAreaElement, mark: string, words: string): void {
  const { selectionStart: start, selectionEnd: end, value } = area;
  const selected = value.slice(start, end);
  const isMarked = value.slice(0, start).endsWith(mark) && value.slice(end).startsWith(mark);
  if (selected && isMarked) {
    area.setSelectionRange(start - mark.length, end + mark.length);
    replaceSelection(area, selected, selected);
  } else replaceSelection(area, mark + (selected || words) + mark, selected || words);
}

/** Begins each selected line with a prefix, or takes it away where all have it. */
export function prefixLines(area: HTMLTextAreaElement, prefix: string): void {
  const { selectionStart, selectionEnd, value } = area;
  const start = value.lastIndexOf("\n", selectionStart - 1) + 1;
  const next = value.indexOf("\n", selectionEnd);
  area.setSelectionRange(start, next < 0 ? value.length : next);
  const lines = value.slice(start, area.selectionEnd).split("\n");
  const arePrefixed = lines.every((line) => line.startsWith(prefix));
  replaceSelection(area, lines.map((line) => (arePrefixed ? line.slice(prefix.length) : prefix + line)).join("\n"));
}

/** Writes an image at the cursor, its description selected; a file's name stands in for a missing one. */
export function insertImage(area: HTMLTextAreaElement, { url, alt, name }: Pick<StoredImage, "url" | "alt" | "name">) {
  const words = (alt || name.replace(/\.\w+$/, "").replace(/[-_]+/g, " ")).replace(/[[\]\\\n]/g, " ").trim() || "image";
  const behind = toEndOfImage(area) ? "\n\n" : "";
  replaceSelection(area, `${behind}![${words}](${url})`, words);
}

/** Goes from a selected description to the end of its image: the next one comes behind it, not in place of its words. */
function toEndOfImage(area: HTMLTextAreaElement): boolean {
  const { selectionStart: start, selectionEnd: end, value } = area;
  const [rest] = /^\]\([^()\s]*\)/.exec(value.slice(end)) ?? [];
  if (start === end || !rest || !value.slice(0, start).endsWith("![")) return false;
  area.setSelectionRange(end + rest.length, end + rest.length);
  return true;
}
