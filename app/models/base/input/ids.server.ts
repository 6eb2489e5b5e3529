import { createHash, randomBytes } from "node:crypto";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const LENGTH = 16;

/** Returns a random id: 16 characters of Crockford's base 32 (80 bits), safe in addresses and file names. */
export function newId(): string {
  return idFrom(randomBytes(LENGTH));
}

/**
 * Returns the id of what a form creates. A form that is sent again with the same content has the same id, and one with
 * other content another id. Without the form's id (`newId`), returns a new id.
 */
export function createdId(formId: unknown, content: unknown): string {
  if (typeof formId !== "string" || !/^[0-9a-z]{16}$/.test(formId)) return newId();
  return idFrom(
    createHash("sha256")
      .update(JSON.stringify([formId, content]))
      .digest()
      .subarray(0, LENGTH),
  );
}

function idFrom(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => ALPHABET[byte & 31]).join("");
}
