import type { StoredImage } from "~/models/editing/images/admin-list.server";

/** Replaces the selection with a text, and selects the first occurrence of `selectedText` in it. */
export function replaceSelection(area: HTMLTextAreaElement, text: string, selectedText = ""): void {
  const start = area.selectionStart;
  // Only execCommand keeps the browser's undo; it needs the focus.
  const isTyped = document.activeElement === area && document.execCommand("insertText", false, text);
  if (!isTyped) {
    area.setRangeText(text, start, area.selectionEnd, "end");
    area.dispatchEvent(new Event("input", { bubbles: true }));
  }
  const place = selectedText ? start + text.indexOf(selectedText) : -1;
  if (place >= start) area.setSelectionRange(place, place + selectedText.length);
}

/** Matches the signs of quotes, headings and lists at the beginning of a line. */
const SIGNS = /^\s*(?:(?:[>#+*-]+|\d+[.)])\s+)*/;

/**
 * Adds a mark on both sides of the selected words, or removes it. Each line has marks of its own, because marks do not reach
 * into another paragraph or item; spaces at the ends stay outside. `words` stands in for an empty selection.
 */
export function surround(area: HTMLTextAreaElement, mark: string, words: string): void {
  const { selectionStart, selectionEnd, value } = area;
  const selection = value.slice(selectionStart, selectionEnd);
  const text = selection.trim();
  const start = selectionStart + selection.indexOf(text);
  const end = start + text.length;
  const isMarkedOutside = value.slice(0, start).endsWith(mark) && value.slice(end).startsWith(mark);
  if (text && isMarkedOutside) {
    area.setSelectionRange(start - mark.length, end + mark.length);
    replaceSelection(area, text, text);
  } else {
    area.setSelectionRange(start, end);
    if (text) markLines(area, text, mark);
    else replaceSelection(area, mark + words + mark, words);
  }
}

function markLines(area: HTMLTextAreaElement, text: string, mark: string): void {
  const lines = text.split("\n").map((line) => {
    const [signs = ""] = SIGNS.exec(line) ?? [];
    const words = line.slice(signs.length).trimEnd();
    return { signs, words, isMarked: words.length > 2 * mark.length && words.startsWith(mark) && words.endsWith(mark) };
  });
  const areMarked = lines.every(({ words, isMarked }) => isMarked || !words);
  const change = (words: string) => (areMarked ? words.slice(mark.length, -mark.length) : mark + words + mark);
  const changedText = lines.map(({ signs, words }) => signs + (words && change(words))).join("\n");
  replaceSelection(area, changedText, lines.length > 1 || areMarked ? changedText : lines[0]?.words);
}

/** Adds a prefix to each selected line, or removes it if all lines have it. */
export function prefixLines(area: HTMLTextAreaElement, prefix: string): void {
  const { selectionStart, selectionEnd, value } = area;
  const start = value.lastIndexOf("\n", selectionStart - 1) + 1;
  const lineEnd = value.indexOf("\n", selectionEnd);
  area.setSelectionRange(start, lineEnd < 0 ? value.length : lineEnd);
  const lines = value.slice(start, area.selectionEnd).split("\n");
  const arePrefixed = lines.every((line) => line.startsWith(prefix));
  replaceSelection(area, lines.map((line) => (arePrefixed ? line.slice(prefix.length) : prefix + line)).join("\n"));
}

/** Inserts an image at the cursor and selects its description. An image without one gets its file name. */
export function insertImage(area: HTMLTextAreaElement, { url, alt, name }: Pick<StoredImage, "url" | "alt" | "name">) {
  const words = (alt || name.replace(/\.\w+$/, "").replace(/[-_]+/g, " ")).replace(/[[\]\\\n]/g, " ").trim() || "image";
  const separator = moveBehindImage(area) ? "\n\n" : "";
  // Selected text stays: an upload may end while somebody selects.
  area.setSelectionRange(area.selectionEnd, area.selectionEnd);
  replaceSelection(area, `${separator}![${words}](${url})`, words);
}

/** Moves the cursor from a selected description behind its image, so that the next image does not replace the description. */
function moveBehindImage(area: HTMLTextAreaElement): boolean {
  const { selectionStart: start, selectionEnd: end, value } = area;
  const [imageEnd] = /^\]\([^()\s]*\)/.exec(value.slice(end)) ?? [];
  if (start === end || !imageEnd || !value.slice(0, start).endsWith("![")) return false;
  area.setSelectionRange(end + imageEnd.length, end + imageEnd.length);
  return true;
}
