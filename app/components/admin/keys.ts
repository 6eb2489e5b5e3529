/** The actions of single keys, the same on all admin pages. */
export const KEYS = {
  next: { key: "j", purpose: "Next row, or next item in the queue" },
  previous: { key: "k", purpose: "Previous row, or previous item in the queue" },
  open: { key: "Enter", purpose: "Open the row" },
  select: { key: "x", purpose: "Select the row" },
  selectPage: { key: "X", purpose: "Select all on this page" },
  selectList: { key: "*", purpose: "Select all of this list" },
  change: { key: "c", purpose: "Choose an action for the selected rows" },
  accept: { key: "a", purpose: "Approve, or take" },
  reject: { key: "r", purpose: "Reject; if somebody gets a mail, it asks for a reason first" },
  skip: { key: "s", purpose: "Skip, or go on to the next" },
  another: { key: "n", purpose: "Another picture, passage or candidate" },
  also: { key: "i", purpose: "Also take the identifier" },
  refer: { key: "1–9", purpose: "Insert a reference to the work or page with this number" },
  edit: { key: "e", purpose: "Edit" },
  notes: { key: "w", purpose: "Write notes" },
  undo: { key: "u", purpose: "Undo the last decision" },
  help: { key: "?", purpose: "This page" },
} as const;

/** The page that lists all keys. */
export const KEYS_PAGE = "/admin/keys";

export type KeyAction = keyof typeof KEYS;

/** A key of a page, with what it does there. */
export type KeyInUse = [action: KeyAction, purpose: string];

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
export function keyProps(action: KeyAction) {
  const { key } = KEYS[action];
  return { "data-key": key, "aria-keyshortcuts": key.length === 1 && key !== key.toLowerCase() ? `Shift+${key}` : key };
}

/** Returns the attributes of a control that a digit presses. */
export function digitProps(digit: number) {
  return { "data-key": String(digit), "aria-keyshortcuts": String(digit) };
}
