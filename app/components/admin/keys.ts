/** What single keys do on the admin's pages: the same on each of them. Pages, the page about keys and tests read this table. */
export const KEYS = {
  next: { key: "j", what: "Next row, or next of what waits" },
  previous: { key: "k", what: "Previous row, or previous of what waits" },
  open: { key: "Enter", what: "Open the row" },
  select: { key: "x", what: "Select the row" },
  selectPage: { key: "X", what: "Select all on this page" },
  selectList: { key: "*", what: "Select all of this list" },
  change: { key: "c", what: "Choose what to do with the selected" },
  accept: { key: "a", what: "Approve, or take" },
  reject: { key: "r", what: "Reject; what writes to somebody asks for a reason first" },
  skip: { key: "s", what: "Skip, or go on to the next" },
  another: { key: "n", what: "Another picture, passage or candidate" },
  also: { key: "i", what: "Also take the identifier" },
  refer: { key: "1–9", what: "Refer to the work or page with this number" },
  edit: { key: "e", what: "Edit" },
  notes: { key: "w", what: "Write notes" },
  undo: { key: "u", what: "Undo the last decision" },
  help: { key: "?", what: "This page" },
} as const;

/** The page that lists all keys. */
export const KEYS_PAGE = "/admin/keys";

export type KeyAction = keyof typeof KEYS;

/** A key of a page, with what it does there. */
export type KeyInUse = [action: KeyAction, what: string];

/**
 * Returns the key of the table that was pressed. Caps Lock changes nothing, and where a layout has no Latin letters, those count that
 * are printed on the keys, too.
 */
export function pressedKey({ key, code, shiftKey }: Pick<KeyboardEvent, "key" | "code" | "shiftKey">): string {
  const isLatin = /^[a-z]$/i.test(key);
  const letter = isLatin ? key : /^\p{Letter}$/u.test(key) ? /^Key([A-Z])$/.exec(code)?.[1] : undefined;
  if (letter === undefined) return key;
  return shiftKey ? letter.toUpperCase() : letter.toLowerCase();
}

/** Attributes of what a key presses. */
export function keyed(action: KeyAction) {
  const { key } = KEYS[action];
  return { "data-key": key, "aria-keyshortcuts": key.length === 1 && key !== key.toLowerCase() ? `Shift+${key}` : key };
}

/** Returns the attributes of a control that a digit presses. */
export function numbered(digit: number) {
  return { "data-key": String(digit), "aria-keyshortcuts": String(digit) };
}
