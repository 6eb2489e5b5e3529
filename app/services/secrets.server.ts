/** Creates and stores secrets, and signs and encrypts texts with them. */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { constants, copyFileSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { env, RELISTING_SECRET } from "~/env.server";

/**
 * The secrets in SESSION_SECRET or, without it, the stored one. The first one signs, and signatures of all are valid, so
 * that a secret can be replaced without signing everybody out.
 */
export const secrets: readonly string[] = env.SESSION_SECRET ?? [storedSecret(env.DATA_DIR)];

/**
 * Returns the secret in a file of the data folder, which only its owner can read; creates it if it is missing.
 *
 * @throws {Error} if the file contains fewer than 32 characters.
 */
export function storedSecret(dataDir: string, name = "session-secret"): string {
  const file = join(dataDir, name);
  return readSecret(file) ?? makeSecret(dataDir, file);
}

function readSecret(file: string): string | undefined {
  try {
    const secret = readFileSync(file, "utf8").trim();
    if (secret.length < 32) throw new Error(`${file} contains no secret. Restore it from a backup, or delete it.`);
    return secret;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/**
 * Writes a temporary file and links the final name to it, or copies it where the file system has no hard links (exFAT, some
 * network shares). If another server was faster, keeps that server's secret.
 */
function makeSecret(dataDir: string, file: string): string {
  mkdirSync(dataDir, { recursive: true });
  const temporaryFile = `${file}.${randomBytes(6).toString("hex")}`;
  writeFileSync(temporaryFile, `${newSecret()}\n`, { mode: 0o600, flush: true });
  try {
    try {
      linkSync(temporaryFile, file);
    } catch (error) {
      if (codeOf(error) === "EEXIST") throw error;
      copyFileSync(temporaryFile, file, constants.COPYFILE_EXCL);
    }
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  } finally {
    rmSync(temporaryFile, { force: true });
  }
  return readSecret(file) as string;
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

/** Returns 256 random bits in base64url, for ids of sessions and tokens in links. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** Returns the SHA-256 of a secret in hex, for the database. It has no salt, because 256 random bits cannot be guessed. */
export function digest(secret: string): string {
  return hash("sha256", secret, "hex");
}

/** Tells whether a candidate is the secret, in constant time. */
export function isSameSecret(secret: string, candidate: string): boolean {
  return timingSafeEqual(Buffer.from(digest(secret)), Buffer.from(digest(candidate)));
}

/** Returns the signature of a text, which is valid only for this purpose. */
export function sign(purpose: string, text: string): string {
  return signWith(secrets[0] as string, purpose, text);
}

/** Tells whether `signature` was made by `sign` for this purpose and text, with a secret that is still in use. */
export function isSigned(purpose: string, text: string, signature: string): boolean {
  const signatureBytes = Buffer.from(signature);
  return secrets.some((secret) => {
    const expectedBytes = Buffer.from(signWith(secret, purpose, text));
    return expectedBytes.length === signatureBytes.length && timingSafeEqual(expectedBytes, signatureBytes);
  });
}

const CIPHER = "aes-256-gcm";
const [IV_BYTES, TAG_BYTES] = [12, 16]; // NIST SP 800-38D §5.2.1

/** Encrypts a short text for one purpose with the first secret. */
export function seal(purpose: string, text: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, sealingKey(secrets[0] as string, purpose), iv);
  const ciphertext = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]).toString("base64url");
}

/**
 * Decrypts a result of `seal` for this purpose; returns null if no listed secret sealed it, or if it was changed. If `isOld`, seal the text
 * again, so that the older secret can be removed later.
 */
export function unseal(purpose: string, sealedText: string): { text: string; isOld: boolean } | null {
  const bytes = Buffer.from(sealedText, "base64url");
  const [iv, tag] = [bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)];
  for (const [position, secret] of secrets.entries()) {
    try {
      const decipher = createDecipheriv(CIPHER, sealingKey(secret, purpose), iv, { authTagLength: TAG_BYTES });
      decipher.setAuthTag(tag);
      const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
      return { text, isOld: position > 0 };
    } catch {
      // Another secret sealed it.
    }
  }
  return null;
}

function sealingKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", purpose, 32));
}

let keyedHashSecret: string | undefined;

/**
 * Returns an HMAC-SHA-256 in base64url, for links in mails and for data that must be recognised but not stored. Its key is
 * not SESSION_SECRET, because neither links nor stored hashes can be renewed.
 */
export function keyedHash(purpose: string, text: string): string {
  keyedHashSecret ??= env.RELISTING_SECRET ?? storedSecret(env.DATA_DIR, RELISTING_SECRET);
  return signWith(keyedHashSecret, purpose, text);
}

/** Tells whether a candidate is the keyed hash of a text, in constant time. */
export function isKeyedHash(purpose: string, text: string, candidate: string): boolean {
  return isSameSecret(keyedHash(purpose, text), candidate);
}

function signWith(secret: string, purpose: string, text: string): string {
  return createHmac("sha256", secret).update(`${purpose}\0${text}`).digest("base64url");
}
