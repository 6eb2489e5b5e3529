/** Finds names in the environment that are probably misspelled settings. */
import { closest, distance } from "fastest-levenshtein";
import { DOTENV, dotenvText, REAL_NAMES, readDotenv, SECRETS, SETTINGS } from "~/env.server";

/** Variables that Node.js itself reads. */
const NODE_VARIABLES = ["NODE_OPTIONS", "NODE_EXTRA_CA_CERTS", "TZ", "UV_THREADPOOL_SIZE"];

/** A name with at most this many wrong letters counts as a misspelled setting. */
const MAX_SLIPS = 2;

/** Shorter names may well be variables of other programs. */
const MIN_LENGTH = 8;

export interface UnknownName {
  name: string;
  /** The most similar setting; null if none is similar. */
  nearest: string | null;
}

/**
 * Returns names in .env that are not settings, and lines that set nothing. Of the real environment, returns only names that are nearly a
 * setting's, because other programs use it too.
 */
export function unknownNames(
  inDotenv = [...Object.keys(readDotenv(DOTENV)), ...linesWithoutName(dotenvText(DOTENV))],
  inEnvironment: Iterable<string> = REAL_NAMES,
): UnknownName[] {
  const settings = [...SETTINGS, ...SECRETS.map((name) => `${name}_FILE`)];
  const knownNames = new Set([...settings, ...NODE_VARIABLES]);
  const unlistedNames = [...new Set([...inDotenv, ...inEnvironment])].filter((name) => !knownNames.has(name));
  return unlistedNames.flatMap((name) => {
    const similarName = closest(name.toUpperCase(), settings);
    const slips = distance(name.toUpperCase(), similarName);
    if (!inDotenv.includes(name) && (slips > MAX_SLIPS || name.length < MIN_LENGTH)) return [];
    return { name, nearest: slips <= Math.max(MAX_SLIPS, 0.4 * name.length) ? similarName : null };
  });
}

/** Returns the lines of a .env file that set nothing, because they have no "=". Gives only their numbers, because they may contain a secret. */
export function linesWithoutName(text: string): string[] {
  const withoutComments = text
    .split("\n")
    .map((line) => line.replace(/^([^"'`#]*)#.*$/, "$1"))
    .join("\n");
  const withoutQuotes = withoutComments.replace(
    /=[ \t]*(["'`])[\s\S]*?\1/g,
    (value) => `=${value.replace(/[^\n]/g, "")}`,
  );
  return withoutQuotes
    .split("\n")
    .flatMap((line, index) => (/^\s*(#|$)|=/.test(line) ? [] : [`Line ${index + 1} of ${DOTENV}`]));
}

/** Returns a sentence about an unknown name. */
export function describeUnknown({ name, nearest }: UnknownName): string {
  return `${name} is not a setting${nearest ? `; did you mean ${nearest}?` : ": .env.example has the complete list."}`;
}
