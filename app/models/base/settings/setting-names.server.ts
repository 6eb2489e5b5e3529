/** Names that are mistaken for settings. */
import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { closest, distance } from "fastest-levenshtein";
import { DOTENV, REAL_NAMES, SECRETS, SETTINGS } from "~/env.server";

/** Variables that Node.js itself reads. */
const OF_NODE = ["NODE_OPTIONS", "NODE_EXTRA_CA_CERTS", "TZ", "UV_THREADPOOL_SIZE"];

/** The number of typing slips, in a name long enough to belong to no other program. */
const [SLIPS, LONG] = [2, 8];

export interface UnknownName {
  name: string;
  /** The setting that is most like it; null where none is. */
  nearest: string | null;
}

/**
 * The names in .env that are not settings. The real environment holds names of other programs, so that there only those
 * count that are nearly a setting's.
 */
export function unknownNames(inDotenv = namesInDotenv(), inEnvironment: Iterable<string> = REAL_NAMES): UnknownName[] {
  const settings = [...SETTINGS, ...SECRETS.map((name) => `${name}_FILE`)];
  const knownNames = new Set([...settings, ...OF_NODE]);
  const unknown = [...new Set([...inDotenv, ...inEnvironment])].filter((name) => !knownNames.has(name));
  return unknown.flatMap((name) => {
    const like = closest(name.toUpperCase(), settings);
    const slips = distance(name.toUpperCase(), like);
    if (!inDotenv.includes(name) && (slips > SLIPS || name.length < LONG)) return [];
    return { name, nearest: slips <= Math.max(SLIPS, 0.4 * name.length) ? like : null };
  });
}

/** One sentence for an unknown name. */
export function aboutUnknown({ name, nearest }: UnknownName): string {
  return `${name} is not a setting${nearest ? `; did you mean ${nearest}?` : ": .env.example has the complete list."}`;
}

function namesInDotenv(): string[] {
  return existsSync(DOTENV) ? Object.keys(parseEnv(readFileSync(DOTENV, "utf8"))) : [];
}
