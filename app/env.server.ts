import { isUtf8 } from "node:buffer";
import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { resolve } from "node:path";
import { parseEnv } from "node:util";
import { z } from "zod";
import { PROVIDERS } from "./services/ai-providers";
import { canonicalAddress, isLoopback } from "./services/ip.server";

// Makes the site's files readable for its own user only.
process.umask(0o077);

export const DOTENV = ".env";
/** The names of the variables in the process's environment, which override the .env file. */
export const REAL_NAMES: ReadonlySet<string> = new Set(Object.keys(process.env));
if (process.env.NODE_ENV !== "test") loadDotenv();

function loadDotenv(): void {
  try {
    for (const [name, value] of Object.entries(readDotenv(DOTENV))) process.env[name] ??= value;
  } catch (error) {
    refuseToStart((error as Error).message);
  }
}

/** Returns the variables of a .env file, and none if there is no such file. Throws as `dotenvText` does. */
export function readDotenv(path: string): Record<string, string> {
  return parseEnv(dotenvText(path)) as Record<string, string>;
}

/**
 * Returns the text of a .env file without the byte order mark that editors on Windows write. Throws an error with a
 * sentence if the file cannot be read or is not UTF-8.
 */
export function dotenvText(path: string): string {
  const content = readIfThere(path);
  if (!isUtf8(content) || content.includes(0))
    throw new Error(`${path} is not a text in UTF-8. Save it again with this encoding.`);
  return content.toString().replace(/^\uFEFF/, "");
}

function readIfThere(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return Buffer.alloc(0);
    throw new Error(`${path} cannot be read (${code}).`);
  }
}

const text = z.string().trim();
const line = text.regex(/^[^\p{Cc}\u2028\u2029]*$/u, "must be one line, without control characters");
/** Marks a variable that is shown to nobody, and may also come from the file that NAME_FILE names. */
const secret = <Schema extends z.ZodType>(schema: Schema) => schema.optional().meta({ isSecret: true });
const onOff = z.enum(["on", "off"], "must be on or off").transform((value) => value === "on");
const email = z.email("must be an email address");
const webAddress = z.url({ protocol: /^https?$/, error: "must be an address starting with http:// or https://" });
/** Writes scheme and host in lower case, because code compares the beginnings of addresses. */
const withoutSlashAtTheEnd = webAddress.transform((address) => new URL(address).href.replace(/(?<!\/)\/+$/, ""));

/** Accepts no path, because the site answers only at the root of its host. Returns the origin as browsers write it. */
const siteAddress = withoutSlashAtTheEnd
  .refine((address) => {
    const { pathname, search, hash, username } = new URL(address);
    return pathname === "/" && !search && !hash && !username;
  }, "must be a scheme and a host only, such as https://directory.example.org")
  .transform((address) => new URL(address).origin);

/** Accepts an address, or "Name <address>"; a name with commas or other punctuation needs quotation marks. */
const mailbox = text.refine((value) => {
  const parts = /^(?:"[^"\p{Cc}]*" *|[^"<>@,;:\p{Cc}]*)<([^<>]*)>$/u.exec(value);
  return email.safeParse(parts ? parts[1] : value).success;
}, "must be an email address, alone or as Name <name@example.org>");

const bucketName = text.regex(/^[a-z0-9][a-z0-9.-]{1,62}$/, "must be the name of a bucket");

const secrets = listOf(text.min(16, "must have at least 16 characters, each of them if there are several"));

const modelPairs = text.regex(
  /^\s*[^=\s,]+\s*=\s*[^=\s,]+\s*(,\s*[^=\s,]+\s*=\s*[^=\s,]+\s*)*$/,
  "must be pairs such as openai/gpt-4o=openai/gpt-5, separated by commas",
);

const ADDRESSES = "must be addresses with their ports, such as 127.0.0.1:8080,[::1]:8080";

const privateEndpoint = text
  .regex(/^(\[[\da-f:]+\]|[\d.]+):\d{1,5}$/i, ADDRESSES)
  .transform((value) => {
    const colon = value.lastIndexOf(":");
    const address = value.slice(0, colon).replace(/^\[|\]$/g, "");
    return { address: canonicalAddress(address), port: Number(value.slice(colon + 1)) };
  })
  .refine(({ address }) => isIP(address) !== 0, ADDRESSES);

function listOf<Item extends z.ZodType<unknown, string>>(item: Item) {
  return z
    .string()
    .transform((list) => list.split(","))
    .pipe(z.array(item));
}

/** @param noun For example "a port number". */
function number(noun: string, min: number, max = Number.MAX_VALUE) {
  return z.coerce
    .number(`must be ${noun}`)
    .min(min, `must be ${noun}, at least ${min}`)
    .max(max, `must be ${noun}, at most ${max}`);
}

function wholeNumber(noun: string, min: number, max: number) {
  return number(noun, min, max).int(`must be ${noun}, and a whole number`);
}

const Variables = z.object({
  NODE_ENV: z
    .enum(["production", "development", "test"], "must be production, development or test")
    .default("development"),
  PORT: wholeNumber("a port number", 0, 65_535).default(3000),
  HOST: text.optional(),
  DATA_DIR: text.default("./data").transform((path) => resolve(path)),
  /** PostgreSQL in place of the file in DATA_DIR. */
  DATABASE_URL: secret(z.url({ protocol: /^postgres(ql)?$/, error: "must be an address starting with postgres://" })),
  /** The bucket for files, in place of DATA_DIR. */
  S3_ENDPOINT: withoutSlashAtTheEnd.optional(),
  S3_REGION: text.optional(),
  S3_BUCKET: bucketName.optional(),
  S3_ACCESS_KEY_ID: secret(text),
  S3_SECRET_ACCESS_KEY: secret(text),
  /** The bucket that backups are sent to. */
  BACKUP_S3_ENDPOINT: withoutSlashAtTheEnd.optional(),
  BACKUP_S3_REGION: text.optional(),
  BACKUP_S3_BUCKET: bucketName.optional(),
  BACKUP_S3_ACCESS_KEY_ID: secret(text),
  BACKUP_S3_SECRET_ACCESS_KEY: secret(text),
  SITE_URL: siteAddress.optional(),
  SITE_NAME: line.max(100, "must have at most 100 characters").optional(),
  FOUNDER_NAME: line.max(200, "must have at most 200 characters").optional(),
  CONTACT_EMAIL: email.optional(),
  NEWSWIRE_URL: webAddress.optional(),
  TRUST_PROXY: onOff.default(false),
  /** Demands https of all hosts below this one, too. */
  HSTS_SUBDOMAINS: onOff.default(false),
  SESSION_SECRET: secret(secrets),
  /** The key that recognises people who asked not to be listed, in place of the file in DATA_DIR. */
  RELISTING_SECRET: secret(text.min(32, "must have at least 32 characters")),
  ADMIN_EMAIL: email.toLowerCase().optional(),
  GOOGLE_CLIENT_ID: text.optional(),
  GOOGLE_CLIENT_SECRET: secret(text),
  GOOGLE_BASE_URL: withoutSlashAtTheEnd.optional(),
  SMTP_URL: secret(z.url({ protocol: /^smtps?$/, error: "must be an address starting with smtp:// or smtps://" })),
  MAIL_FROM: mailbox.optional(),
  ...settingsOfProviders(),
  /** The time limit of one call to a provider, in milliseconds. */
  AI_TIMEOUT_MS: wholeNumber("a number of milliseconds", 100, 600_000).default(60_000),
  /** The budget of a calendar month (UTC), in US dollars; no limit if it is not set. */
  AI_MONTHLY_BUDGET_USD: number("an amount in US dollars", 0).optional(),
  /** Replacements of listed models: "listed=actual,…", such as "openai/gpt-4o=openai/gpt-5". */
  AI_MODELS: modelPairs.default(""),
  WEB_CONCURRENCY: wholeNumber("a number of processes", 1, 64).default(1),
  DOCUMENT_CACHE: onOff.default(true),
  /** The hours between automatic backups; 0: never. */
  BACKUP_EVERY_HOURS: number("a number of hours", 0, 24 * 365).default(24),
  /** The number of automatic backups that are kept. */
  BACKUP_KEEP: wholeNumber("a number of backups", 1, 1_000).default(7),
  /** The bearer token that may read /metrics. */
  METRICS_TOKEN: secret(text.min(16, "must have at least 16 characters")),
  /** Opens the reference links of all profiles once a week. */
  LINK_CHECK: onOff.default(true),
  /** The allowlist of private addresses that links may lead to, for tests and intranets: "address:port,…". */
  FETCH_PRIVATE: listOf(privateEndpoint).default([]),
  /** Allows requests to ORCID, Wikidata, Wikimedia Commons and OpenAlex. */
  OPEN_DATA: onOff.default(true),
  ORCID_API_URL: withoutSlashAtTheEnd.default("https://pub.orcid.org/v3.0"),
  WIKIDATA_API_URL: withoutSlashAtTheEnd.default("https://www.wikidata.org/w/api.php"),
  COMMONS_API_URL: withoutSlashAtTheEnd.default("https://commons.wikimedia.org/w/api.php"),
  OPENALEX_API_URL: withoutSlashAtTheEnd.default("https://api.openalex.org"),
  OPENALEX_API_KEY: secret(text),
  ORCID_CLIENT_ID: text.optional(),
  ORCID_CLIENT_SECRET: secret(text),
  ORCID_BASE_URL: withoutSlashAtTheEnd.default("https://orcid.org"),
  ANALYTICS_PROVIDER: z.enum(["plausible", "umami", "ga4"], "must be plausible, umami or ga4").optional(),
  ANALYTICS_ID: text.optional(),
  ANALYTICS_HOST: withoutSlashAtTheEnd.optional(),
  /** Publishes the starter profiles: on, off, or ask on the page for the first admin. */
  STARTER: z.enum(["ask", "on", "off"], "must be ask, on or off").default("ask"),
  RATE_LIMIT: onOff.default(true),
  LOG_LEVEL: z
    .enum(["trace", "debug", "info", "warn", "error", "silent"], "must be trace, debug, info, warn, error or silent")
    .default("info"),
});

/** Returns the key and address setting of each provider of texts and images. */
function settingsOfProviders() {
  const key = secret(text);
  const url = (defaultUrl: string) => withoutSlashAtTheEnd.default(defaultUrl);
  const settings = PROVIDERS.flatMap((provider) => [
    [provider.keyVariable, key],
    [provider.urlVariable, url(provider.defaultUrl)],
  ]);
  return Object.fromEntries(settings) as Record<ProviderSetting<"keyVariable">, typeof key> &
    Record<ProviderSetting<"urlVariable">, ReturnType<typeof url>>;
}

type ProviderSetting<Part extends "keyVariable" | "urlVariable"> = (typeof PROVIDERS)[number][Part];

export type Environment = z.output<typeof Variables>;
type Name = keyof Environment;

/** The names of all settings. */
export const SETTINGS = Object.keys(Variables.shape) as Name[];

/** Variables that are secrets, or contain one. */
export const SECRETS = SETTINGS.filter((name) => Variables.shape[name].meta()?.isSecret);

const BUCKET_SETTINGS = ["S3_ENDPOINT", "S3_REGION", "S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const;
const BUCKET_GROUPS = [BUCKET_SETTINGS, BUCKET_SETTINGS.map((name) => `BACKUP_${name}` as const)];

/** Pairs of variables: the first needs the second. */
const REQUIRED_TOGETHER: [Name, Name][] = [
  ["ANALYTICS_PROVIDER", "ANALYTICS_ID"],
  ["ANALYTICS_ID", "ANALYTICS_PROVIDER"],
  ["ANALYTICS_HOST", "ANALYTICS_PROVIDER"],
  ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
  ["ORCID_CLIENT_ID", "ORCID_CLIENT_SECRET"],
  ["ORCID_CLIENT_SECRET", "ORCID_CLIENT_ID"],
  ["GOOGLE_CLIENT_SECRET", "GOOGLE_CLIENT_ID"],
  ...BUCKET_GROUPS.flatMap((names) =>
    names.flatMap((name) => names.map((otherName): [Name, Name] => [name, otherName])),
  ),
];

/** Settings that are required if the database is on another machine, because nodes do not share files. */
const SHARED_BY_NODES: Name[] = ["SESSION_SECRET", "RELISTING_SECRET", "SMTP_URL"];

/** Tells whether the database is on another machine. The parameter "host" wins over the host of the address, and may be the folder of a socket (libpq, "Connection URIs"). */
function isOnAnotherMachine(url: string): boolean {
  const { hostname, searchParams } = new URL(url);
  const host = searchParams.get("host") || hostname;
  return !(host === "" || host.startsWith("/") || isLoopback(host));
}

/**
 * Reads and checks the environment. An empty variable counts as not set, as `docker run -e NAME=` intends. A secret may be
 * in a file whose path is in NAME_FILE, as container engines and systemd pass it.
 *
 * @throws {Error} that names every variable with an invalid value
 */
export function readEnvironment(variables: RawVariables): Environment {
  const { values, problems } = withSecretsFromFiles(
    Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim())),
  );
  if (problems.length) throw configurationError(problems);
  // Checks without compiling, which would take longer than a single check.
  const { data, error } = Variables.safeParse(values, { jitless: true });
  if (error) {
    const messages = new Map(error.issues.toReversed().map(({ path, message }) => [path[0], message]));
    throw configurationError(
      SETTINGS.filter((name) => messages.has(name)).map((name) => `${name}: ${messages.get(name)}`),
    );
  }
  const pairs: [Name, Name][] = [...REQUIRED_TOGETHER];
  if (data.DATABASE_URL && isOnAnotherMachine(data.DATABASE_URL))
    pairs.push(...SHARED_BY_NODES.map((name): [Name, Name] => ["DATABASE_URL", name]));
  const missingNames = new Map(
    pairs.filter(([name, otherName]) => data[name] && !data[otherName]).map(([a, b]) => [b, a]),
  );
  if (missingNames.size)
    throw configurationError(
      Array.from(missingNames, ([name, otherName]) => `${name}: must be set too, because ${otherName} is set`),
    );
  return data;
}

type RawVariables = Record<string, string | undefined>;

function withSecretsFromFiles(variables: RawVariables): { values: RawVariables; problems: string[] } {
  const values = { ...variables };
  const problems: string[] = [];
  for (const name of SECRETS) {
    const file = `${name}_FILE`;
    const path = variables[file];
    if (path === undefined) continue;
    if (variables[name] !== undefined) problems.push(`${file}: ${name} is set as well; please leave one of them out`);
    else {
      try {
        values[name] = readFileSync(path, "utf8").trim();
        if (!values[name]) problems.push(`${file}: ${path} is empty`);
      } catch (error) {
        problems.push(`${file}: ${path} cannot be read (${(error as NodeJS.ErrnoException).code})`);
      }
    }
  }
  return { values, problems };
}

function configurationError(lines: string[]): Error {
  return new Error(`The configuration is wrong. Correct these environment variables:\n  ${lines.join("\n  ")}`);
}

export const env = readOrExit();

function readOrExit(): Environment {
  try {
    return readEnvironment(process.env);
  } catch (error) {
    return refuseToStart((error as Error).message);
  }
}

/** Returns where a setting comes from, in words; null if it is not set. */
export function sourceOf(name: Name): string | null {
  const variable = [name, `${name}_FILE`].find((text) => process.env[text]?.trim());
  if (!variable) return null;
  const origin = REAL_NAMES.has(variable) ? "the environment" : DOTENV;
  return variable === name ? origin : `the file in ${variable}, from ${origin}`;
}

/** Ends the process with a sentence for the operator, without a stack; in tests it throws instead. */
export function refuseToStart(sentence: string): never {
  if (process.env.NODE_ENV === "test") throw new Error(sentence);
  console.error(sentence);
  process.exit(1);
}

/** The file in DATA_DIR with the key of the do-not-relist list. It is defined here, because a restore needs it before the database is open. */
export const RELISTING_SECRET = "relisting-secret";

export const googleIsConfigured = Boolean(env.GOOGLE_CLIENT_ID && env.GOOGLE_CLIENT_SECRET);
