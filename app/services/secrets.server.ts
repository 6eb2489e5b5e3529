/** Makes the secrets with which this site signs, and recognises their signatures. */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { env, RELISTING_SECRET } from "~/env.server";

/**
 * SESSION_SECRET, otherwise a secret that is made once and stored in the data folder. The first one signs; signatures of
 * all are accepted, so that a secret can be replaced without signing everybody out.
 */
export const secrets: readonly string[] = env.SESSION_SECRET ?? [keptSecret(env.DATA_DIR)];

/**
 * Returns the secret in a file of the data folder, readable by its owner only; makes it if it is missing.
 *
 * @throws Error if the file holds no secret: signing with a short one would be worse than not starting.
 */
export function keptSecret(dataDir: string, name = "session-secret"): string {
  const file = join(dataDir, name);
  return readSecret(file) ?? makeSecret(dataDir, file);
}

function readSecret(file: string): string | undefined {
  try {
    const secret = readFileSync(file, "utf8").trim();
    if (secret.length < 32) throw new Error(`${file} holds no secret. Restore it from a backup, or delete it.`);
    return secret;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Links the complete file to its name unless another server was quicker, so that both share one secret. */
function makeSecret(dataDir: string, file: string): string {
  mkdirSync(dataDir, { recursive: true });
  const unnamed = `${file}.${process.pid}`;
  writeFileSync(unnamed, `${newSecret()}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(unnamed, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(unnamed);
  }
  return readSecret(file) as string;
}

/** 256 random bits, safe in an address: the id of a session, a token of a link. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** Returns the SHA-256 of a secret in hex, for the database. It has no salt, because 256 random bits cannot be guessed. */
export function digest(secret: string): string {
  return hash("sha256", secret, "hex");
}

/** Tells whether somebody knows a secret, found out in the same time whatever they sent. */
export function isSameSecret(secret: string, candidate: string): boolean {
  return timingSafeEqual(Buffer.from(digest(secret)), Buffer.from(digest(candidate)));
}

/** Signs a text for one purpose: a signature for another purpose does not fit. */
export function sign(purpose: string, text: string): string {
  return signWith(secrets[0] as string, purpose, text);
}

/** Tells whether `signature` was made by `sign` for this purpose and text, with a secret that is still in use. */
export function isSigned(purpose: string, text: string, signature: string): boolean {
  const signatureBytes = Buffer.from(signature);
  return secrets.some((secret) => {
    const expected = Buffer.from(signWith(secret, purpose, text));
    return expected.length === signatureBytes.length && timingSafeEqual(expected, signatureBytes);
  });
}

const CIPHER = "aes-256-gcm";
const [IV_BYTES, TAG_BYTES] = [12, 16]; // NIST SP 800-38D §5.2.1

/** Encrypts a short text for one purpose with the first secret. */
export function seal(purpose: string, text: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, sealingKey(secrets[0] as string, purpose), iv);
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64url");
}

/**
 * Decrypts a result of `seal` for this purpose, with any secret in use; null if its secret is gone. `isOld` asks for
 * sealing it again, so that the older secret can be removed later.
 */
export function unseal(purpose: string, sealed: string): { text: string; isOld: boolean } | null {
  const bytes = Buffer.from(sealed, "base64url");
  const [iv, tag] = [bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)];
  for (const [age, secret] of secrets.entries()) {
    try {
      const decipher = createDecipheriv(CIPHER, sealingKey(secret, purpose), iv, { authTagLength: TAG_BYTES });
      decipher.setAuthTag(tag);
      const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
      return { text, isOld: age > 0 };
    } catch {
      // Another secret sealed it.
    }
  }
  return null;
}

function sealingKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", purpose, 32));
}

let relistingSecret: string | undefined;

/**
 * Returns an HMAC-SHA-256 in base64url of data that must be recognised but not stored. Its key survives a change of
 * SESSION_SECRET, because hashed data cannot be hashed anew.
 */
export function keyedHash(purpose: string, text: string): string {
  relistingSecret ??= env.RELISTING_SECRET ?? keptSecret(env.DATA_DIR, RELISTING_SECRET);
  return signWith(relistingSecret, purpose, text);
}

/** Tells whether `hash` is the keyed hash of a text, found out in the same time whatever was sent. */
export function isKeyed(purpose: string, text: string, hash: string): boolean {
  return isSameSecret(keyedHash(purpose, text), hash);
}

function signWith(secret: string, purpose: string, text: string): string {
  return createHmac("sha256", secret).update(`${purpose}\0${text}`).digest("base64url");
}
