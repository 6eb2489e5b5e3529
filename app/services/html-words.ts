const HIDDEN = /<(style|script)\b[^<>]*>[^<]*<\/\1\s*>/gi;
const BREAKS = /^<\/?(?:br|p|div|li|ul|tr|td|h\d)\b/i;
const MOST = 5_000;

const NAMED: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** Returns the words of a piece of HTML on one line, in linear time; anything beyond 5,000 characters is left out. */
export function htmlWords(html: string): string {
  return html
    .slice(0, MOST)
    .replace(HIDDEN, " ")
    .replace(/<[^<>]*>/g, (tag) => (BREAKS.test(tag) ? " " : ""))
    .replace(/&(?:(amp|lt|gt|quot|apos|nbsp)|#(\d{1,7})|#x([\da-f]{1,6}));/gi, (reference, name, decimal, hex) => {
      if (name) return NAMED[name.toLowerCase()] ?? reference;
      const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : reference;
    })
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim();
}
