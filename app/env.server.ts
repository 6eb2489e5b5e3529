import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { loadEnvFile } from "node:process";
import {
  address,
  email,
  endpoint,
  listOf,
  mailbox,
  number,
  oneOf,
  onOff,
  optional,
  origin,
  type Setting,
  siteAddress,
  text,
  textThat,
  Wrong,
  webAddress,
  wholeNumber,
  withDefault,
} from "./env.readers.server";
import { refuseToStart } from "./refuse-to-start.server";

if (process.env.NODE_ENV !== "test" && existsSync(".env")) loadEnvFile(".env");

const modelPairs = textThat(
  (list) => list === "" || list.split(",").every((pair) => /^\s*[^=\s]+\s*=\s*[^=\s]+\s*$/.test(pair)),
  "must be pairs such as openai/gpt-4o=openai/gpt-5, separated by commas",
);
const secret = text({ min: 16, few: ", each of them if there are several" });

const VARIABLES = {
  NODE_ENV: withDefault(oneOf("production", "development", "test"), "development"),
  PORT: withDefault(wholeNumber("a port number", { min: 0, max: 65_535 }), 3000),
  HOST: optional(text()),
  DATA_DIR: withDefault((path) => resolve(path.trim()), resolve("./data")),
  SITE_URL: optional(siteAddress),
  SITE_NAME: optional(text({ max: 100 })),
  FOUNDER_NAME: withDefault(text({ max: 200 }), ""),
  CONTACT_EMAIL: optional(email),
  NEWSWIRE_URL: optional(webAddress),
  TRUST_PROXY: withDefault(onOff, false),
  SESSION_SECRET: optional(listOf(secret)),
  ADMIN_EMAIL: optional((given) => email(given).toLowerCase()),
  GOOGLE_CLIENT_ID: optional(text()),
  GOOGLE_CLIENT_SECRET: optional(text()),
  GOOGLE_BASE_URL: optional(origin),
  SMTP_URL: optional(address("smtp:", "smtps:")),
  MAIL_FROM: optional(mailbox),
  OPENROUTER_API_KEY: optional(text()),
  OPENROUTER_BASE_URL: withDefault(origin, "https://openrouter.ai/api/v1"),
  OPENAI_API_KEY: optional(text()),
  OPENAI_BASE_URL: withDefault(origin, "https://api.openai.com/v1"),
  REPLICATE_API_TOKEN: optional(text()),
  REPLICATE_BASE_URL: withDefault(origin, "https://api.replicate.com/v1"),
  STABILITY_API_KEY: optional(text()),
  STABILITY_BASE_URL: withDefault(origin, "https://api.stability.ai"),
  /** Of one call to a provider, in milliseconds. */
  AI_TIMEOUT_MS: withDefault(wholeNumber("a number of milliseconds", { min: 100, max: 600_000 }), 60_000),
  /** What a calendar month (UTC) may cost, in US dollars; none: no limit. */
  AI_MONTHLY_BUDGET_USD: optional(number("an amount in US dollars", { min: 0 })),
  /** Other models than the listed ones: "listed=actual,…", e.g. "openai/gpt-4o=openai/gpt-5". */
  AI_MODELS: withDefault(modelPairs, ""),
  WEB_CONCURRENCY: withDefault(wholeNumber("a number of processes", { min: 1, max: 64 }), 1),
  DOCUMENT_CACHE: withDefault(onOff, true),
  /** "off": the framework makes every page (serving/pages.server.tsx), which is slower. */
  DIRECT_PAGES: withDefault(onOff, true),
  /** How often the server makes a backup by itself; 0: never. */
  BACKUP_EVERY_HOURS: withDefault(number("a number of hours", { min: 0, max: 24 * 365 }), 24),
  /** How many of those backups are kept. */
  BACKUP_KEEP: withDefault(wholeNumber("a number of backups", { min: 1, max: 1_000 }), 7),
  /** Whoever sends it as a bearer token may read /metrics. */
  METRICS_TOKEN: optional(text({ min: 16 })),
  /** Whether the reference links of all profiles are opened once a week. */
  LINK_CHECK: withDefault(onOff, true),
  /** Private addresses that may be opened although others chose them: "address:port,…". For tests and intranets. */
  FETCH_PRIVATE: withDefault(listOf(endpoint), []),
  ANALYTICS_PROVIDER: optional(oneOf("plausible", "umami", "ga4")),
  ANALYTICS_ID: optional(text()),
  ANALYTICS_HOST: optional(origin),
  RATE_LIMIT: withDefault(onOff, true),
  LOG_LEVEL: withDefault(oneOf("trace", "debug", "info", "warn", "error", "silent"), "info"),
} satisfies Record<string, Setting<unknown>>;

type Name = keyof typeof VARIABLES;

/** Variables that mean nothing without another one. */
const TOGETHER: [Name, Name][] = [
  ["ANALYTICS_PROVIDER", "ANALYTICS_ID"],
  ["ANALYTICS_ID", "ANALYTICS_PROVIDER"],
  ["ANALYTICS_HOST", "ANALYTICS_PROVIDER"],
  ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
  ["GOOGLE_CLIENT_SECRET", "GOOGLE_CLIENT_ID"],
];

/** The names of all settings. */
export const SETTINGS = Object.keys(VARIABLES) as Name[];

type Values = { [N in Name]: ReturnType<(typeof VARIABLES)[N]> };
type MayBeUnset = { [N in Name]: undefined extends Values[N] ? N : never }[Name];
export type Environment = Omit<Values, MayBeUnset> & Partial<Pick<Values, MayBeUnset>>;

/**
 * Reads and checks the environment (contract.md, "Environment").
 *
 * @throws one Error naming every variable with a wrong value, one a line, without the values: they may be secrets.
 */
export function readEnvironment(variables: Record<string, string | undefined>): Environment {
  const found: Partial<Record<Name, unknown>> = {};
  const lines: string[] = [];
  for (const name of SETTINGS) {
    try {
      found[name] = VARIABLES[name](variables[name]);
    } catch (error) {
      if (!(error instanceof Wrong)) throw error;
      lines.push(`  ${name}: ${error.message}`);
    }
  }
  if (lines.length === 0) {
    const missing = TOGETHER.filter(([name, other]) => found[name] && !found[other]);
    // A copy: V8 reads from an object that was written as a whole at once, and looks through one that has grown.
    if (missing.length === 0) return { ...found } as Environment;
    for (const [name, other] of missing) lines.push(`  ${other}: must be set too, because ${name} is set`);
  }
  throw new Error(`The configuration is wrong. Correct these environment variables:\n${lines.join("\n")}`);
}

export const env = readOrEnd();

function readOrEnd(): Environment {
  try {
    return readEnvironment(process.env);
  } catch (error) {
    return refuseToStart((error as Error).message);
  }
}
