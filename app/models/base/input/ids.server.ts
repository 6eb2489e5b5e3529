import { randomBytes } from "node:crypto";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** Returns a random id: 16 characters of Crockford's base 32 (80 bits), safe in addresses and file names. */
export function newId(): string {
  return Array.from(randomBytes(16), (byte) => ALPHABET[byte & 31]).join("");
}
