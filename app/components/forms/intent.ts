/** What somebody pressed before they were asked who they are: it is done once they come back from confirming that. */
const KEY = "intent";
const WAITS_MS = 15 * 60_000;

export interface Intent {
  /** Of the page, with its query. */
  at: string;
  /** Where the form goes; "" for what is no form. */
  action: string;
  values: Record<string, unknown>;
  person: string;
}

/** When an intent was taken up again: what is refused once more is not tried for ever. */
let takenAt = Number.NEGATIVE_INFINITY;
const ONCE_MS = 60_000;

/** For this tab alone, and never a password: forms come back without those. @returns whether it is kept */
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

/** Where the last form went, which its answer does not say. */
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

/** As the form sent them. */
export function formData(values: Intent["values"]): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(values)) {
    if (Array.isArray(value)) for (const entry of value) data.append(`${name}[]`, String(entry));
    else data.append(name, String(value));
  }
  return data;
}
