/** Writes version 4.0 of the vCard format (RFC 6350). */

export interface VCard {
  name: string;
  title: string;
  organisation: string;
  note: string;
  categories: string[];
  /** BCP 47. */
  languages: string[];
  /** The address of the profile, which is also the card's identifier. */
  url: string;
  urls: string[];
  photo: string | null;
  /** ISO 8601. */
  changedAt: string;
}

/** Returns a card whose lines are folded and end with CRLF. */
export function vCardOf({ url, urls, languages, categories, photo, changedAt, ...card }: VCard): string {
  const lines = [
    "BEGIN:VCARD",
    "VERSION:4.0",
    "KIND:individual",
    `FN:${escapeText(card.name)}`,
    card.title && `TITLE:${escapeText(card.title)}`,
    card.organisation && `ORG:${escapeText(card.organisation).replaceAll(";", "\\;")}`,
    card.note && `NOTE:${escapeText(card.note)}`,
    categories.length > 0 && `CATEGORIES:${categories.map(escapeText).join(",")}`,
    ...languages.map((language) => `LANG:${stripSpaces(language)}`),
    ...[url, ...urls].map((address) => `URL:${stripSpaces(address)}`),
    photo && `PHOTO:${stripSpaces(photo)}`,
    `UID:${stripSpaces(url)}`,
    `REV:${changedAt.replace(/[-:]|\.\d+/g, "")}`,
    "END:VCARD",
  ];
  return lines
    .filter((line) => typeof line === "string" && line !== "")
    .map((line) => `${foldLine(line as string)}\r\n`)
    .join("");
}

/**
 * Escapes a text (§3.4), and replaces control characters, which are not allowed (§3.3). Also escapes Unicode's line
 * ends, because some programs split lines there.
 */
function escapeText(value: string): string {
  return value
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .replace(/[\\,]/g, "\\$&")
    .replaceAll("\n", "\\n")
    .replace(/\p{Cc}/gu, " ");
}

/** Removes white space and control characters from an address or a language tag, which are not escaped. */
function stripSpaces(value: string): string {
  return value.replace(/[\s\p{Cc}]/gu, "");
}

const MAX_OCTETS = 75;

/** Folds a line at 75 octets without dividing a character (§3.2). */
function foldLine(line: string): string {
  if (Buffer.byteLength(line) <= MAX_OCTETS) return line;
  const lines: string[] = [];
  let part = "";
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > MAX_OCTETS) {
      lines.push(part);
      part = "";
      // A continued line begins with a space, which counts.
      octets = 1;
    }
    part += character;
    octets += size;
  }
  return [...lines, part].join("\r\n ");
}
