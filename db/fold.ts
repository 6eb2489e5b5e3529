/** Letters that Unicode does not take apart into a base letter and a mark. */
const LETTERS: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  þ: "th",
  ł: "l",
  ħ: "h",
  ı: "i",
  ŋ: "n",
  ĸ: "k",
  ſ: "s",
  ə: "e",
  ς: "σ",
};
const PLAIN = /^[\x00-\x7f]*$/;
const UNSPLIT = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "g");

/**
 * The form of a text in which search and sorting compare: compatibility forms unified (Unicode NFKD), accents and
 * other marks removed, lower case, and letters such as "ø" or "ß" spelled with their nearest base letters.
 */
export function fold(text: string): string {
  // Most texts are plain: nothing to take apart.
  if (PLAIN.test(text)) return text.toLowerCase();
  return text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(UNSPLIT, (letter) => LETTERS[letter] as string);
}

/** The words of a text in folded form: runs of letters and digits. */
export function words(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}
