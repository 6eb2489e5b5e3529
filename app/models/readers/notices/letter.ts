/** The letter that tells somebody that they are listed (GDPR, article 14). */

/** The placeholders in the letter's text, each in braces. */
export const LETTER_PLACES = [
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

export type LetterPlace = (typeof LETTER_PLACES)[number];

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

Who is responsible, how long we keep it and which rights you have, such as to object or to complain to an authority, is said here:
{privacy}

You need not do anything if all of this is right with you. {contact}

{site}`;

/** Every place, as it stands in the text. */
export const PLACES_IN_BRACES = LETTER_PLACES.map((place) => `{${place}}`).join(", ");

const IN_BRACES = /\{([^{}\n]{0,40})\}/g;

/** Returns the words in braces that are no places: they would reach the person as they are. */
export function unknownPlaces(text: string): string[] {
  const placeNames: readonly string[] = LETTER_PLACES;
  const unknown = Array.from(text.matchAll(IN_BRACES), ([all, place = ""]) => (placeNames.includes(place) ? [] : all));
  return [...new Set(unknown.flat())];
}

/** Puts the values in their places once: braces within a value stay. */
export function filled(text: string, values: Record<LetterPlace, string>): string {
  return text.replace(/\{([a-z]{1,20})\}/g, (all, place) =>
    Object.hasOwn(values, place) ? values[place as LetterPlace] : all,
  );
}
