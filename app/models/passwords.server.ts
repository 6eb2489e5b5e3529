/**
 * Passwords: what is accepted (NIST SP 800-63B §3.1.1.2: length instead of rules about characters, and no well-known
 * ones) and how they are kept (OWASP Password Storage: argon2id with 19 MiB, 2 passes, 1 lane; about 20 ms).
 */
import { randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import { hash, parseOptions, verify } from "@node-rs/argon2";
import { AppError } from "~/errors";
import { inTurn } from "~/in-turn.server";
import { commonPasswords, keyboardRuns } from "./passwords.common";

const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
export const MIN_CHARACTERS = 8;
const MAX_BYTES = 1_000;

/**
 * Why a password cannot be used, as a sentence for the person; null when it can. Its length in characters is the
 * form's own rule, because its words differ from form to form (public-side.md §5).
 *
 * @param words what a stranger would try first for this very person: e-mail address, names, the site's name.
 */
export function passwordProblem(password: string, words: string[]): string | null {
  if (Buffer.byteLength(password) > MAX_BYTES) return "This password is too long: at most 1,000 bytes fit here.";
  const text = readable(password);
  const guessable = words
    .flatMap((word) => [word, word.split("@")[0] as string])
    .map(simplified)
    .filter((word) => word.length > 2);
  if (guessable.some((word) => isMostly(text, word))) {
    return "Your name, your e-mail address and the name of this site are what strangers try first. Please choose another password.";
  }
  if (isRepetition(text) || isRun(text)) {
    return "Repeated and neighbouring characters are easy to guess. Please choose another password.";
  }
  if (isCommon(text)) {
    return "This password is on the lists of well-known ones that strangers try first. Please choose another password.";
  }
  return null;
}

/** What a person reads in a password; of one that is mostly signs, such as emoji, the signs themselves. */
function readable(password: string): string {
  const text = simplified(password);
  const whole = normalized(password).toLowerCase();
  return [...text].length * 2 >= [...whole].length ? text : whole;
}

/** Lower case, without spaces and punctuation, and with letters where signs stand for them: "P@ss-w0rd" is "password". */
function simplified(password: string): string {
  return normalized(password)
    .toLowerCase()
    .replace(/[@$]/g, (sign) => (sign === "@" ? "a" : "s"))
    .replace(/[\p{P}\p{S}\p{Z}\p{Cc}]/gu, "");
}

/** Whether a text is a word with next to nothing around it. */
function isMostly(text: string, word: string): boolean {
  return text.includes(word) && [...text].length - [...word].length < 5;
}

/** "aaaaaaaa", "abcabcabc", "********": at most four characters over and over. */
function isRepetition(text: string): boolean {
  const characters = [...text];
  return [1, 2, 3, 4].some((period) => characters.every((one, place) => one === characters[place % period]));
}

/** "12345678", "hgfedcba", "qwertyuiop": neighbours in the alphabet or on a keyboard, in either direction. */
function isRun(text: string): boolean {
  const backwards = [...text].reverse().join("");
  return keyboardRuns.some((run) => run.includes(text) || run.includes(backwards));
}

/** A well-known password, also with digits around it ("welcome2024") or in place of letters ("passw0rd1"). */
function isCommon(text: string): boolean {
  const bare = text.replace(/^\d{0,6}(?=\p{L})|(?<=\p{L})\d{0,6}$/gu, "");
  return [text, bare, withLetters(text), withLetters(bare)].some((form) => commonPasswords.has(form));
}

function withLetters(text: string): string {
  const letters: Record<string, string> = { 0: "o", 1: "i", 3: "e", 4: "a", 5: "s", 7: "t" };
  return text.replace(/[013457]/g, (digit) => letters[digit] as string);
}

/** The same characters may be typed as different code points (NIST SP 800-63B §3.1.1.2); nothing is cut off. */
function normalized(password: string): string {
  return password.normalize("NFKC");
}

/** The form in which a password is stored (PHC). Throws AppError "unavailable" when too many wait for theirs. */
export async function hashPassword(password: string): Promise<string> {
  return hashInTurn(() => hash(normalized(password), PARAMETERS));
}

/** Has the parameters of a real hash, so that checking it takes as long, and no password. */
const NOBODYS = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$${base64(16)}$${base64(32)}`;

function base64(bytes: number): string {
  return randomBytes(bytes).toString("base64").replace(/=+$/, "");
}

/**
 * Whether a password is the right one. Takes as long when there is nothing to compare with: null for accounts that do
 * not exist or have no password.
 *
 * @throws AppError "unavailable" when too many wait for their turn.
 */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  const usable = Buffer.byteLength(password) <= MAX_BYTES;
  const matches = await hashInTurn(() => verify(stored ?? NOBODYS, usable ? normalized(password) : ""));
  return matches && usable && stored !== null;
}

/** Whether a stored hash was made with other parameters than today's. */
export function isOutdated(stored: string): boolean {
  const { memoryCost, timeCost, parallelism } = parseOptions(stored);
  const found = { memoryCost, timeCost, parallelism };
  return !stored.startsWith("$argon2id$") || JSON.stringify(found) !== JSON.stringify(PARAMETERS);
}

/** Hashing uses the threads that also read files and compress, and 19 MiB each: one core is left for everything else. */
const hashing = inTurn(Math.max(1, Math.min(4, availableParallelism() - 1)));
const WAITING = 200;

function hashInTurn<T>(work: () => Promise<T>): Promise<T> {
  if (hashing.waiting < WAITING) return hashing.run(work);
  throw new AppError("unavailable", "The site is very busy. Please try again in a few seconds.", undefined, 5);
}
