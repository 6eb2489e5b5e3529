/** The letter that tells somebody that they are listed (GDPR, article 14). */

/** The placeholders that the letter's text can contain, each in braces. */
export const LETTER_PLACEHOLDERS = [
  "name",
  "site",
  "profile",
  "sources",
  "correct",
  "claim",
  "remove",
  "privacy",
  "contact",
] as const;

export type LetterPlaceholder = (typeof LETTER_PLACEHOLDERS)[number];

export const LETTER = `Dear {name},

{site} lists you as somebody worth hearing in your field. Your profile is here:
{profile}

What we keep: your name, your position, your field, what you are known for, and works and pages about you. All of it is public on that page. Editors also see its earlier versions, and when you were told.

Where it comes from:
{sources}

What you can do:
- Correct something, or tell us what is missing: {correct}
- Show that the profile is yours, and then keep it up to date yourself: {claim}
- Ask to be taken off. We then remove the page and do not list you again: {remove}

Who is responsible, how long we keep it and which rights you have, such as to object or to complain to an authority, is written here:
{privacy}

If all of this is fine with you, you need not do anything. {contact}

{site}`;

/** Names every placeholder as it stands in the text. */
export const PLACEHOLDER_LIST = LETTER_PLACEHOLDERS.map((placeholder) => `{${placeholder}}`).join(", ");

const IN_BRACES = /\{([^{}\n]{0,40})\}/g;

/** Returns the words in braces that are no placeholders, and which the person would therefore see. */
export function unknownPlaceholders(text: string): string[] {
  const placeholders: readonly string[] = LETTER_PLACEHOLDERS;
  const unknownWords = Array.from(text.matchAll(IN_BRACES), ([match, name = ""]) =>
    placeholders.includes(name) ? [] : match,
  );
  return [...new Set(unknownWords.flat())];
}

/** Replaces each placeholder by its value once; braces within a value stay. */
export function fillPlaceholders(text: string, values: Record<LetterPlaceholder, string>): string {
  return text.replace(/\{([a-z]{1,20})\}/g, (match, name) =>
    Object.hasOwn(values, name) ? values[name as LetterPlaceholder] : match,
  );
}
