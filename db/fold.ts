/** Letters that Unicode does not decompose into a base letter and marks. */
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
/** Matches only these letters, because a call for each letter of a long text would take seconds. */
const WRITTEN_OUT = /[ßæœøđðþłħıŋĸſəς]/g;

/**
 * Returns the form of a text in which search and sorting compare: compatibility forms unified (Unicode NFKD), accents and
 * other marks removed, lower case, and letters such as "ø" or "ß" spelled with their nearest base letters.
 */
export function fold(text: string): string {
  // Most texts are ASCII.
  if (PLAIN.test(text)) return text.toLowerCase();
  return normalized(text, "NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(WRITTEN_OUT, (letter) => LETTERS[letter] ?? letter);
}

/** Returns the words of a text in folded form: runs of letters and digits. */
export function words(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/**
 * Returns a text in one of Unicode's normal forms, in linear time. Unicode sorts the marks after a letter, which is
 * quadratic in a long run. A joiner therefore ends a run after 30 marks (Stream-Safe Text Format, UAX #15 §13).
 */
export function normalized(text: string, form: "NFC" | "NFKC" | "NFKD"): string {
  return PLAIN.test(text) ? text : text.replace(LONG_RUN, "$&\u034f").normalize(form);
}

/** Matches long runs of marks, and of the two letters that NFKD turns into marks. */
const LONG_RUN = /[\p{M}\uff9e\uff9f]{30}(?=[\p{M}\uff9e\uff9f])/gu;
