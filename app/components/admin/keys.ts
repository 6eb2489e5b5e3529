/** The actions of single keys, the same on all admin pages. */
export const KEYS = {
  next: { key: "j", what: "Next row, or next item in the queue" },
  previous: { key: "k", what: "Previous row, or previous item in the queue" },
  open: { key: "Enter", what: "Open the row" },
  select: { key: "x", what: "Select the row" },
  selectPage: { key: "X", what: "Select all on this page" },
  selectList: { key: "*", what: "Select all of this list" },
  change: { key: "c", what: "Choose an action for the selected rows" },
  accept: { key: "a", what: "Approve, or take" },
  reject: { key: "r", what: "Reject; if somebody gets a mail, it asks for a reason first" },
  skip: { key: "s", what: "Skip, or go on to the next" },
  another: { key: "n", what: "Another picture, passage or candidate" },
  also: { key: "i", what: "Also take the identifier" },
  refer: { key: "1–9", what: "Insert a reference to the work or page with this number" },
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
 * Returns the pressed key. Ignores Caps Lock. On a layout without Latin letters it returns the Latin letter at that place of the
 * keyboard.
 */
export function pressedKey({ key, code, shiftKey }: Pick<KeyboardEvent, "key" | "code" | "shiftKey">): string {
  const isLatin = /^[a-z]$/i.test(key);
  const letter = isLatin ? key : /^\p{Letter}$/u.test(key) ? /^Key([A-Z])$/.exec(code)?.[1] : undefined;
  if (letter === undefined) return key;
  return shiftKey ? letter.toUpperCase() : letter.toLowerCase();
}

/** Returns the attributes of a control that a key presses. */
export function keyed(action: KeyAction) {
  const { key } = KEYS[action];
  return { "data-key": key, "aria-keyshortcuts": key.length === 1 && key !== key.toLowerCase() ? `Shift+${key}` : key };
}

/** Returns the attributes of a control that a digit presses. */
export function numbered(digit: number) {
  return { "data-key": String(digit), "aria-keyshortcuts": String(digit) };
}
