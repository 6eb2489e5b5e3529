/** Keeps the action that somebody began before a new sign-in, and carries it out afterwards. */
const KEY = "intent";
const WAITS_MS = 15 * 60_000;

export interface Intent {
  /** The path and query of the page. */
  at: string;
  /** The action of the form, or "" for a link. */
  action: string;
  values: Record<string, unknown>;
  person: string;
}

/** The time at which an intent was last carried out, so that it is not repeated for ever. */
let takenAt = Number.NEGATIVE_INFINITY;
const ONCE_MS = 60_000;

/** Stores the intent for this tab, without passwords. @returns true if it was stored */
export function keepIntent(intent: Intent): boolean {
  if (performance.now() - takenAt < ONCE_MS) return false;
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...intent, until: Date.now() + WAITS_MS }));
    return true;
  } catch {
    // Without room it is pressed again.
    return false;
  }
}

/** Once only, on the page where it was pressed, by the same person. */
export function takeIntent({ at, person, isForm }: Pick<Intent, "at" | "person"> & { isForm: boolean }): Intent | null {
  const text = sessionStorage.getItem(KEY);
  if (!text) return null;
  const { until, ...intent } = JSON.parse(text) as Intent & { until: number };
  if (intent.at !== at || (intent.action !== "") !== isForm) return null;
  sessionStorage.removeItem(KEY);
  if (intent.person !== person || Date.now() > until) return null;
  takenAt = performance.now();
  return intent;
}

/** The action of the last form; its answer does not tell it. */
let lastForm = "";

export function noteForm(action: string): void {
  lastForm = action;
}

export function lastFormAction(): string {
  return lastForm;
}

export function confirmAddress(at: string): string {
  return `/account/security?${new URLSearchParams({ returnTo: at })}`;
}

/** Returns the values as the form sent them. */
export function formData(values: Intent["values"]): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(values)) {
    if (Array.isArray(value)) for (const entry of value) data.append(`${name}[]`, String(entry));
    else data.append(name, String(value));
  }
  return data;
}
