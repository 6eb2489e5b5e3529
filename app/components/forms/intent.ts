/** The key of a form or link that waits for a new sign-in and is carried out afterwards. */
const KEY = "intent";
const EXPIRY_MS = 15 * 60_000;

export interface Intent {
  /** The path and query of the page. */
  at: string;
  /** The action of the form, or "" for a link. */
  action: string;
  values: Record<string, unknown>;
  person: string;
}

/** The time of the last intent that was carried out. It prevents an endless loop. */
let takenAt = Number.NEGATIVE_INFINITY;
const REPEAT_AFTER_MS = 60_000;

/** Stores the intent for this tab, without passwords. @returns true if it was stored */
export function keepIntent(intent: Intent): boolean {
  if (performance.now() - takenAt < REPEAT_AFTER_MS) return false;
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...intent, until: Date.now() + EXPIRY_MS }));
    return true;
  } catch {
    // If the storage is full, the reader has to press the button again.
    return false;
  }
}

/** Removes and returns the intent of this page and person; null if there is none or it has expired. */
export function takeIntent({ at, person, isForm }: Pick<Intent, "at" | "person"> & { isForm: boolean }): Intent | null {
  const text = storedIntent();
  if (!text) return null;
  const { until, ...intent } = JSON.parse(text) as Intent & { until: number };
  if (intent.at !== at || (intent.action !== "") !== isForm) return null;
  sessionStorage.removeItem(KEY);
  if (intent.person !== person || Date.now() > until) return null;
  takenAt = performance.now();
  return intent;
}

function storedIntent(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    // A browser that blocks the storage has not stored an intent either.
    return null;
  }
}

/** The action of the last form, because the answer of a form does not contain it. */
let lastAction = "";

export function rememberFormAction(action: string): void {
  lastAction = action;
}

export function lastFormAction(): string {
  return lastAction;
}

/** The parameter of a page to which a new sign-in returned, and which carries nothing out by itself. */
export const CONFIRMED = "confirmed";

export function confirmAddress(at: string): string {
  return `/account/security?${new URLSearchParams({ returnTo: at })}`;
}

/** Returns the values of an intent as form data. */
export function formData(values: Intent["values"]): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(values)) {
    if (Array.isArray(value)) for (const entry of value) data.append(`${name}[]`, String(entry));
    else data.append(name, String(value));
  }
  return data;
}
