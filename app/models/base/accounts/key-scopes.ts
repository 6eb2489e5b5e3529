/** Defines the scopes of API keys, which are texts as in OAuth 2.0 (RFC 6749 §3.3). */

/** The contents that a scope covers, with a label and a description. */
export const KEY_SUBJECTS = {
  profiles: { label: "Profiles", about: "with their sources, works and identifiers, and AI’s texts for them" },
  submissions: { label: "Submissions", about: "their review, reports and claims, and searches that found nobody" },
  articles: { label: "Articles", about: "with their sources, and the promotion of experts" },
  library: { label: "Library", about: "saved texts, projects, and all stored images" },
} as const;

export type KeySubject = keyof typeof KEY_SUBJECTS;

/** Covers every subject, also those of later versions, but never accounts, keys, webhooks, settings or exports. */
export const ALL = "all";

/** A scope; "write" includes "read". */
export type KeyScope = `${KeySubject}:${"read" | "write"}` | typeof ALL;

const SUBJECT_NAMES = Object.keys(KEY_SUBJECTS) as KeySubject[];

export const KEY_SCOPES: KeyScope[] = [
  ...SUBJECT_NAMES.flatMap((subject): KeyScope[] => [`${subject}:read`, `${subject}:write`]),
  ALL,
];

/** The possible lifetimes of a key, in days. */
export const LIFETIMES = [30, 90, 365] as const;
export const DEFAULT_LIFETIME = 90;

/** Returns whether a key with these scopes may make a call that needs `requiredScope`. */
export function allows(scopes: readonly string[], requiredScope: Exclude<KeyScope, typeof ALL>): boolean {
  const [subject] = requiredScope.split(":");
  return [ALL, requiredScope, `${subject}:write`].some((scope) => scopes.includes(scope));
}

/** Returns scopes in words: "Profiles: read and write. Library: read." */
export function scopesInWords(scopes: readonly string[]): string {
  if (scopes.includes(ALL)) return "Everything";
  return SUBJECT_NAMES.filter((subject) => allows(scopes, `${subject}:read`))
    .map(
      (subject) => `${KEY_SUBJECTS[subject].label}: ${allows(scopes, `${subject}:write`) ? "read and write" : "read"}`,
    )
    .join(". ");
}
