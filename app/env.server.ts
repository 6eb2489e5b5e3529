import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { loadEnvFile } from "node:process";
import { z } from "zod";
import { refuseToStart } from "./refuse-to-start.server";

if (process.env.NODE_ENV !== "test" && existsSync(".env")) loadEnvFile(".env");

const text = z.string().trim();
/** An empty variable counts as one that is not set: that is what `docker run -e NAME=` means. */
const optional = <T extends z.ZodType>(type: T) =>
  z.preprocess((value) => (value === "" ? undefined : value), type.optional());
const withDefault = <T extends z.ZodType>(type: T, value: z.input<T>) =>
  z.preprocess((given) => (given === undefined || given === "" ? value : given), type);
const webAddress = z.url({ protocol: /^https?$/, error: "must be an address starting with http:// or https://" });
const origin = webAddress.transform((value) => value.replace(/\/+$/, ""));
/** The site answers at the root of its host: an address with more than that would make links that lead nowhere. */
const siteAddress = origin.refine((value) => {
  if (!URL.canParse(value)) return true; // said already
  const { pathname, search, hash, username } = new URL(value);
  return pathname === "/" && !search && !hash && !username;
}, "must be a scheme and a host only, such as https://longevity.example.org");
const onOff = z.enum(["on", "off"], "must be on or off").transform((value) => value === "on");
const endpoint = text
  .regex(/^(\[[\da-f:]+\]|[\d.]+):\d{1,5}$/i, "must be addresses with their ports, such as 127.0.0.1:8080,[::1]:8080")
  .transform((value) => {
    const colon = value.lastIndexOf(":");
    return { address: value.slice(0, colon).replace(/^\[|\]$/g, ""), port: Number(value.slice(colon + 1)) };
  });
/** "Name <address>" or an address; a name with commas and the like in quotation marks. */
const mailbox = text.refine((value) => {
  const parts = /^(?:"[^"\p{Cc}]*"|[^"<>@,;:\p{Cc}]*?)\s*<([^<>]*)>$/u.exec(value);
  return z.email().safeParse(parts ? parts[1] : value).success;
}, "must be an e-mail address, alone or as Name <name@example.org>");
const modelPairs = text.refine(
  (list) => list === "" || list.split(",").every((pair) => /^\s*[^=\s]+\s*=\s*[^=\s]+\s*$/.test(pair)),
  "must be pairs such as openai/gpt-4o=openai/gpt-5, separated by commas",
);
const endpoints = text.transform((list) => (list ? list.split(",") : [])).pipe(z.array(endpoint));

const Environment = z
  .object({
    NODE_ENV: withDefault(z.enum(["production", "development", "test"]), "development"),
    PORT: withDefault(z.coerce.number("must be a port number").int().min(0).max(65535), 3000),
    HOST: optional(text),
    DATA_DIR: withDefault(
      text.transform((path) => resolve(path)),
      "./data",
    ),
    SITE_URL: optional(siteAddress),
    SITE_NAME: optional(text.max(100)),
    FOUNDER_NAME: withDefault(text.max(200), ""),
    CONTACT_EMAIL: optional(z.email("must be an e-mail address")),
    NEWSWIRE_URL: optional(webAddress),
    TRUST_PROXY: withDefault(onOff, "off"),
    SESSION_SECRET: optional(
      z
        .string()
        .transform((list) => list.split(","))
        .pipe(z.array(text.min(16, "must have at least 16 characters, each of them if there are several"))),
    ),
    ADMIN_EMAIL: optional(z.email("must be an e-mail address").transform((value) => value.toLowerCase())),
    GOOGLE_CLIENT_ID: optional(text),
    GOOGLE_CLIENT_SECRET: optional(text),
    GOOGLE_BASE_URL: optional(origin),
    SMTP_URL: optional(z.url({ protocol: /^smtps?$/, error: "must be an address starting with smtp:// or smtps://" })),
    MAIL_FROM: optional(mailbox),
    OPENROUTER_API_KEY: optional(text),
    OPENROUTER_BASE_URL: withDefault(origin, "https://openrouter.ai/api/v1"),
    OPENAI_API_KEY: optional(text),
    OPENAI_BASE_URL: withDefault(origin, "https://api.openai.com/v1"),
    REPLICATE_API_TOKEN: optional(text),
    REPLICATE_BASE_URL: withDefault(origin, "https://api.replicate.com/v1"),
    STABILITY_API_KEY: optional(text),
    STABILITY_BASE_URL: withDefault(origin, "https://api.stability.ai"),
    /** Of one call to a provider, in milliseconds. */
    AI_TIMEOUT_MS: withDefault(z.coerce.number("must be a number of milliseconds").int().min(100).max(600_000), 60_000),
    /** What a calendar month (UTC) may cost, in US dollars; none: no limit. */
    AI_MONTHLY_BUDGET_USD: optional(z.coerce.number("must be an amount in US dollars").min(0)),
    /** Other models than the listed ones: "listed=actual,…", e.g. "openai/gpt-4o=openai/gpt-5". */
    AI_MODELS: withDefault(modelPairs, ""),
    WEB_CONCURRENCY: withDefault(z.coerce.number("must be a number of processes").int().min(1).max(64), 1),
    DOCUMENT_CACHE: withDefault(onOff, "on"),
    /** "off": the framework makes every page (serving/pages.server.tsx), which is slower. */
    DIRECT_PAGES: withDefault(onOff, "on"),
    /** How often the server makes a backup by itself; 0: never. */
    BACKUP_EVERY_HOURS: withDefault(
      z.coerce
        .number("must be a number of hours")
        .min(0)
        .max(24 * 365),
      24,
    ),
    /** How many of those backups are kept. */
    BACKUP_KEEP: withDefault(z.coerce.number("must be a number of backups").int().min(1).max(1_000), 7),
    /** Whoever sends it as a bearer token may read /metrics. */
    METRICS_TOKEN: optional(text.min(16, "must have at least 16 characters")),
    /** Whether the reference links of all profiles are opened once a week. */
    LINK_CHECK: withDefault(onOff, "on"),
    /** Private addresses that may be opened although others chose them: "address:port,…". For tests and intranets. */
    FETCH_PRIVATE: withDefault(endpoints, ""),
    ANALYTICS_PROVIDER: optional(z.enum(["plausible", "umami", "ga4"], "must be plausible, umami or ga4")),
    ANALYTICS_ID: optional(text),
    ANALYTICS_HOST: optional(origin),
    RATE_LIMIT: withDefault(onOff, "on"),
    LOG_LEVEL: withDefault(z.enum(["trace", "debug", "info", "warn", "error", "silent"]), "info"),
  })
  .superRefine((found, context) => {
    const together = (name: keyof typeof found, other: keyof typeof found) => {
      if (found[name] && !found[other]) {
        context.addIssue({ code: "custom", path: [other], message: `must be set too, because ${name} is set` });
      }
    };
    together("ANALYTICS_PROVIDER", "ANALYTICS_ID");
    together("ANALYTICS_ID", "ANALYTICS_PROVIDER");
    together("ANALYTICS_HOST", "ANALYTICS_PROVIDER");
    together("GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET");
    together("GOOGLE_CLIENT_SECRET", "GOOGLE_CLIENT_ID");
  });

/** The names of all settings. */
export const SETTINGS = Object.keys(Environment.shape);

export type Environment = z.infer<typeof Environment>;

/**
 * Reads and checks the environment (contract.md, "Environment").
 *
 * @throws one Error naming every variable with a wrong value, one a line, without the values: they may be secrets.
 */
export function readEnvironment(variables: Record<string, string | undefined>): Environment {
  const result = Environment.safeParse(variables);
  if (result.success) return result.data;
  const lines = result.error.issues.map((issue) => `  ${issue.path.join(".")}: ${issue.message}`);
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
