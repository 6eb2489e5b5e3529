/** Version 4.0 of the vCard format (RFC 6350). */

export interface VCard {
  name: string;
  title: string;
  organisation: string;
  note: string;
  categories: string[];
  /** BCP 47. */
  languages: string[];
  /** The address of the profile, which also names the card, and others. */
  url: string;
  urls: string[];
  photo: string | null;
  /** ISO 8601. */
  changedAt: string;
}

/** One card with its lines folded and ended by CRLF. */
export function vCardOf({ url, urls, languages, categories, photo, changedAt, ...card }: VCard): string {
  const lines = [
    "BEGIN:VCARD",
    "VERSION:4.0",
    "KIND:individual",
    `FN:${text(card.name)}`,
    card.title && `TITLE:${text(card.title)}`,
    card.organisation && `ORG:${text(card.organisation).replaceAll(";", "\\;")}`,
    card.note && `NOTE:${text(card.note)}`,
    categories.length > 0 && `CATEGORIES:${categories.map(text).join(",")}`,
    ...languages.map((language) => `LANG:${uri(language)}`),
    ...[url, ...urls].map((address) => `URL:${uri(address)}`),
    photo && `PHOTO:${uri(photo)}`,
    `UID:${uri(url)}`,
    `REV:${changedAt.replace(/[-:]|\.\d+/g, "")}`,
    "END:VCARD",
  ];
  return lines
    .filter((line) => typeof line === "string" && line !== "")
    .map((line) => `${folded(line as string)}\r\n`)
    .join("");
}

/**
 * Escapes a text (§3.4) without parts between semicolons, and removes control characters, which texts may not have (§3.3).
 * Unicode's own line ends count as such, because some programs read a card by them.
 */
function text(value: string): string {
  return value
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .replace(/[\\,]/g, "\\$&")
    .replaceAll("\n", "\\n")
    .replace(/\p{Cc}/gu, " ");
}

/** Addresses and tags are not escaped, and have neither spaces nor lines. */
function uri(value: string): string {
  return value.replace(/[\s\p{Cc}]/gu, "");
}

const OCTETS = 75;

/** Folds a line at 75 octets without dividing a character (§3.2). */
function folded(line: string): string {
  if (Buffer.byteLength(line) <= OCTETS) return line;
  const lines: string[] = [];
  let part = "";
  let octets = 0;
  for (const character of line) {
    const more = Buffer.byteLength(character);
    if (octets + more > OCTETS) {
      lines.push(part);
      part = "";
      // A line that goes on begins with a space.
      octets = 1;
    }
    part += character;
    octets += more;
  }
  return [...lines, part].join("\r\n ");
}
