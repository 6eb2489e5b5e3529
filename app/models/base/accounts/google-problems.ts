/** Messages on /login after a failed sign-in with Google. The address names them as `?google=`. */
export const googleProblems = {
  off: "Sign-in with Google is not set up on this site. Please sign in with your email and password.",
  denied:
    "Google was not allowed to tell us who you are, so you are not signed in. You can try again, or use a password.",
  expired: "This sign-in with Google took too long or was begun in another browser. Please try again.",
  failed: "Google gave an unexpected answer. Please try again in a moment, or sign in with your password.",
  unverified:
    "Google has not confirmed that this email address is yours. Please confirm it at Google, or use a password here.",
  taken: "The account with this email address belongs to another Google account. Please sign in with that one.",
  disabled: "This account is disabled.",
} as const;

export type GoogleProblem = keyof typeof googleProblems;

/** Returns the message of a problem; null for an unknown key. */
export function googleProblemText(key: string | null): string | null {
  return key !== null && Object.hasOwn(googleProblems, key) ? googleProblems[key as GoogleProblem] : null;
}
