/** Reads typed and pasted identifiers, and checks them. */
import type { Identifier } from "./identifiers";

interface Spelling {
  /** Matches the part before the identifier in addresses of its pages. */
  address: RegExp;
  example: string;
  isValid(id: string): boolean;
}

export const SPELLINGS: Record<Identifier, Spelling> = {
  orcid: {
    address: /^(?:https?:\/\/)?(?:www\.)?orcid\.org\//i,
    example: "0000-0002-1825-0097",
    isValid: isOrcid,
  },
  wikidata: {
    address: /^(?:https?:\/\/)?(?:www\.|m\.)?wikidata\.org\/(?:wiki|entity)\//i,
    example: "Q42",
    isValid: (id) => /^Q[1-9]\d{0,11}$/.test(id),
  },
  openalex: {
    address: /^(?:https?:\/\/)?(?:api\.|www\.)?openalex\.org\/(?:authors\/|people\/)?/i,
    example: "A5023888391",
    isValid: (id) => /^A[1-9]\d{0,14}$/.test(id),
  },
  ror: {
    address: /^(?:https?:\/\/)?(?:www\.)?ror\.org\//i,
    example: "03vek6s52",
    isValid: isRor,
  },
};

/** Returns the identifier in its usual case. A pasted address loses all but its last part. */
export function bareId(kind: Identifier, text: string): string {
  const [id = ""] = text.trim().replace(SPELLINGS[kind].address, "").split(/[/?#]/, 1);
  return kind === "ror" ? id.toLowerCase() : id.toUpperCase();
}

/** Checks the last character by ISO 7064 MOD 11-2. */
function isOrcid(id: string): boolean {
  if (!/^\d{4}-\d{4}-\d{4}-\d{3}[\dX]$/.test(id)) return false;
  const digits = id.replaceAll("-", "");
  let total = 0;
  for (const digit of digits.slice(0, 15)) total = ((total + Number(digit)) * 2) % 11;
  const check = (12 - total) % 11;
  return digits[15] === (check === 10 ? "X" : String(check));
}

/** Crockford's base 32. */
const BASE32 = "0123456789abcdefghjkmnpqrstvwxyz";

/** Checks the last digits by ISO 7064 MOD 97-10. */
function isRor(id: string): boolean {
  if (!/^0[0-9a-hjkmnp-tv-z]{6}\d{2}$/.test(id)) return false;
  let value = 0;
  for (const character of id.slice(0, 7)) value = value * 32 + BASE32.indexOf(character);
  return Number(id.slice(7)) === 98 - ((value * 100) % 97);
}
