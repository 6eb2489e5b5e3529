/**
 * Checks and hashes passwords. Acceptance follows NIST SP 800-63B §3.1.1.2: length instead of rules about characters, and
 * no guessable ones. Hashing follows OWASP Password Storage: argon2id with 19 MiB, 2 passes, 1 lane; about 20 ms.
 */
import { randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import pLimit from "p-limit";
import { AppError } from "~/errors";

/** Loaded with the first password. */
const argon2 = () => import("@node-rs/argon2");

const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
export const MIN_CHARACTERS = 8;
const MAX_BYTES = 1_000;

const ACCEPTED_SCORE = 2;
const JUDGED_CHARACTERS = 32;
const JUDGED_SUBSTITUTIONS = 4;

/** Returns the reason why a password cannot be used, as a sentence for the person; null when it can. */
export async function passwordProblem(password: string, words: string[]): Promise<string | null> {
  if (Buffer.byteLength(password) > MAX_BYTES) return "This password is too long: at most 1,000 bytes fit here.";
  guessing ??= loadGuessing();
  const zxcvbn = await guessing;
  const guessable = words.flatMap((word) => [word, word.split("@")[0] as string]).flatMap((word) => [word, bare(word)]);
  for (const form of formsOf(password)) {
    const { score, feedback } = zxcvbn.check(form, guessable);
    if (score < ACCEPTED_SCORE) {
      return `${feedback.warning ?? "This password is easy to guess."} Please choose another password.`;
    }
  }
  return null;
}

let guessing: ReturnType<typeof loadGuessing> | undefined;

async function loadGuessing() {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
    import("@zxcvbn-ts/language-en"),
  ]);
  const names = ["commonWords-en", "firstnames-en", "lastnames-en"] as const;
  const words = Object.fromEntries(names.map((name) => [name, english.dictionary[name]]));
  const userInputs = "Your name, your e-mail address and the name of this site are what strangers try first.";
  return new ZxcvbnFactory({
    dictionary: { "passwords-common": common.dictionary["passwords-common"], ...words },
    graphs: common.adjacencyGraphs,
    translations: { ...english.translations, warnings: { ...english.translations.warnings, userInputs } },
    maxLength: JUDGED_CHARACTERS,
    l33tMaxSubstitutions: JUDGED_SUBSTITUTIONS,
  });
}

function formsOf(password: string): string[] {
  const typed = normalized(password);
  const letters = bare(typed);
  return letters.length * 2 >= typed.length ? [typed, letters] : [typed];
}

function bare(text: string): string {
  return text.replace(/[\p{P}\p{S}\p{Z}\p{Cc}]/gu, "");
}

/** The same characters may be typed as different code points (NIST SP 800-63B §3.1.1.2); nothing is cut off. */
function normalized(password: string): string {
  return password.normalize("NFKC");
}

/** The form in which a password is stored (PHC). */
export async function hashPassword(password: string): Promise<string> {
  return hashInTurn(async () => (await argon2()).hash(normalized(password), PARAMETERS));
}

/** A hash without a password: checking it takes as long as checking a real one. */
const UNMATCHED_HASH = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$${base64(16)}$${base64(32)}`;

function base64(bytes: number): string {
  return randomBytes(bytes).toString("base64").replaceAll("=", "");
}

/** Tells whether a password is right. Throws "unavailable" if too many wait for their turn. */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  const usable = Buffer.byteLength(password) <= MAX_BYTES;
  const matches = await hashInTurn(async () => {
    const { verify } = await argon2();
    return verify(stored ?? UNMATCHED_HASH, usable ? normalized(password) : "");
  });
  return matches && usable && stored !== null;
}

export async function isOutdated(stored: string): Promise<boolean> {
  const { parseOptions } = await argon2();
  const { memoryCost, timeCost, parallelism } = parseOptions(stored);
  const storedParameters = { memoryCost, timeCost, parallelism };
  return !stored.startsWith("$argon2id$") || JSON.stringify(storedParameters) !== JSON.stringify(PARAMETERS);
}

const hashing = pLimit(Math.max(1, Math.min(4, availableParallelism() - 1)));
const MAX_WAITING = 200;

function hashInTurn<T>(work: () => Promise<T>): Promise<T> {
  if (hashing.pendingCount < MAX_WAITING) return hashing(work);
  throw new AppError("unavailable", "The site is very busy. Please try again in a few seconds.", undefined, 5);
}
