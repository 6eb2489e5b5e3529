/**
 * Checks and hashes passwords. NIST SP 800-63B §3.1.1.2 demands length instead of rules about characters, and refuses
 * guessable passwords. OWASP Password Storage recommends argon2id with 19 MiB, 2 passes, 1 lane; it takes about 20 ms.
 */
import { randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import pLimit from "p-limit";
import { AppError } from "~/errors";

/** Loads the library with the first password. */
const loadArgon2 = () => import("@node-rs/argon2");

const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
export const MIN_CHARACTERS = 8;
const MAX_BYTES = 1_000;

const MIN_SCORE = 2;
const RATED_CHARACTERS = 32;
const RATED_SUBSTITUTIONS = 4;

/** Returns why a password cannot be used, as a sentence for its owner; null if it can. */
export async function passwordProblem(password: string, words: string[]): Promise<string | null> {
  if (Buffer.byteLength(password) > MAX_BYTES) return "This password is too long: at most 1,000 bytes fit here.";
  estimator ??= loadEstimator();
  const zxcvbn = await estimator;
  const guessableWords = words
    .flatMap((word) => [word, word.split("@")[0] as string])
    .flatMap((word) => [word, withoutPunctuation(word)]);
  for (const variant of variantsOf(password)) {
    const { score, feedback } = zxcvbn.check(variant, guessableWords);
    if (score < MIN_SCORE) {
      return `${feedback.warning ?? "This password is easy to guess."} Please choose another password.`;
    }
  }
  return null;
}

let estimator: ReturnType<typeof loadEstimator> | undefined;

async function loadEstimator() {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
    import("@zxcvbn-ts/language-en"),
  ]);
  const names = ["commonWords-en", "firstnames-en", "lastnames-en"] as const;
  const words = Object.fromEntries(names.map((name) => [name, english.dictionary[name]]));
  const userInputs = "Your name, your email address and the name of this site are what strangers try first.";
  return new ZxcvbnFactory({
    dictionary: { "passwords-common": common.dictionary["passwords-common"], ...words },
    graphs: common.adjacencyGraphs,
    translations: { ...english.translations, warnings: { ...english.translations.warnings, userInputs } },
    maxLength: RATED_CHARACTERS,
    l33tMaxSubstitutions: RATED_SUBSTITUTIONS,
  });
}

function variantsOf(password: string): string[] {
  const typedPassword = normalize(password);
  const letters = withoutPunctuation(typedPassword);
  return letters.length * 2 >= typedPassword.length ? [typedPassword, letters] : [typedPassword];
}

function withoutPunctuation(text: string): string {
  return text.replace(/[\p{P}\p{S}\p{Z}\p{Cc}]/gu, "");
}

/** Unifies code points, because the same characters can be typed in several ways (NIST SP 800-63B §3.1.1.2). */
function normalize(password: string): string {
  return password.normalize("NFKC");
}

/** Returns the hash of a password as it is stored (PHC string format). */
export async function hashPassword(password: string): Promise<string> {
  return runInQueue(async () => (await loadArgon2()).hash(normalize(password), PARAMETERS));
}

/** A hash that no password matches. Checking against it takes as long as against a real one. */
const UNMATCHED_HASH = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$${base64(16)}$${base64(32)}`;

function base64(bytes: number): string {
  return randomBytes(bytes).toString("base64").replaceAll("=", "");
}

/** Returns whether a password is correct. Throws "unavailable" if too many checks are waiting. */
export async function isPassword(storedHash: string | null, password: string): Promise<boolean> {
  const isShortEnough = Buffer.byteLength(password) <= MAX_BYTES;
  const matches = await runInQueue(async () => {
    const { verify } = await loadArgon2();
    return verify(storedHash ?? UNMATCHED_HASH, isShortEnough ? normalize(password) : "");
  });
  return matches && isShortEnough && storedHash !== null;
}

export async function isOutdated(storedHash: string): Promise<boolean> {
  const { parseOptions } = await loadArgon2();
  const { memoryCost, timeCost, parallelism } = parseOptions(storedHash);
  const storedParameters = { memoryCost, timeCost, parallelism };
  return !storedHash.startsWith("$argon2id$") || JSON.stringify(storedParameters) !== JSON.stringify(PARAMETERS);
}

const hashQueue = pLimit(Math.max(1, Math.min(4, availableParallelism() - 1)));
const MAX_WAITING_HASHES = 200;

function runInQueue<T>(work: () => Promise<T>): Promise<T> {
  if (hashQueue.pendingCount < MAX_WAITING_HASHES) return hashQueue(work);
  throw new AppError("unavailable", "The site is very busy. Please try again in a few seconds.", undefined, 5);
}
