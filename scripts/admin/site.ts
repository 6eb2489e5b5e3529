import { setTimeout as pause } from "node:timers/promises";
import { env, SECRETS, SETTINGS, sourceOf } from "~/env.server";
import { describeUnknown, unknownNames } from "~/models/base/settings/setting-names.server";
import { BUILD_INFO, version as programVersion } from "~/services/build-info.server";
import { SITE_NAME } from "~/subject/site";
import { migrationsOf } from "../../db/migrations/index";
import { type Call, type Outcome, UsageError } from "./command";

export async function showVersion(): Promise<Outcome> {
  const engine = env.DATABASE_URL ? "postgres" : "sqlite";
  const schema = Object.keys(migrationsOf(engine)).sort().at(-1);
  const data = { version: programVersion, ...BUILD_INFO, node: process.versions.node, engine, schema };
  return {
    text: `${SITE_NAME} ${programVersion}, commit ${BUILD_INFO.commit.slice(0, 12)} of ${BUILD_INFO.date}, Node.js ${data.node}, ${engine}, schema ${schema}`,
    data,
  };
}

export async function showConfig(): Promise<Outcome> {
  const settings = SETTINGS.map((name) => ({ name, value: displayedValue(name), from: sourceOf(name) ?? "default" }));
  const unknownSettings = unknownNames();
  const lines = settings.map(({ name, value, from }) => `${name.padEnd(28)} ${(value ?? "–").padEnd(40)} ${from}`);
  return {
    text: [...lines, ...unknownSettings.map(describeUnknown)].join("\n"),
    data: { settings, unknown: unknownSettings },
  };
}

/** Returns a setting as it is written in .env, or null if it is not set and has no default. */
function displayedValue(name: (typeof SETTINGS)[number]): string | null {
  const value = env[name];
  if (value === undefined) return null;
  if (SECRETS.includes(name)) return name.endsWith("_URL") ? maskAddress(String(value)) : "********";
  if (typeof value === "boolean") return value ? "on" : "off";
  if (name === "FETCH_PRIVATE") return process.env[name]?.trim() || null;
  return String(value) || null;
}

/** Hides the secrets in an address: shows its host and path only. */
function maskAddress(value: string): string {
  const { protocol, host, pathname } = new URL(value);
  return `${protocol}//********@${host}${pathname}`;
}

const TIMEOUT_MS = 5_000;

const RETRY_PAUSE_MS = 200;

/** Requests /healthz of the running site, as monitors do. */
export async function checkHealth({
  args: [address = localAddress()],
  options: { wait = "0" },
}: Call): Promise<Outcome> {
  const seconds = Number(wait);
  if (!(seconds >= 0)) throw new UsageError("--wait takes a number of seconds.");
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address))
    throw new UsageError("URL must begin with http:// or https://.");
  const url = new URL("/healthz", address).href;
  const until = performance.now() + seconds * 1_000;
  for (;;) {
    const outcome = await requestHealth(url);
    if (!outcome.failed || performance.now() >= until) return outcome;
    await pause(RETRY_PAUSE_MS);
  }
}

async function requestHealth(url: string): Promise<Outcome> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((error: Error) => error);
  if (answer instanceof Error) {
    const reason = (answer.cause as Error | undefined)?.message ?? answer.message;
    return { text: `${url} does not answer: ${reason}`, data: { url, status: null, reason }, failed: true };
  }
  return { text: `${url} answers ${answer.status}.`, data: { url, status: answer.status }, failed: !answer.ok };
}

function localAddress(): string {
  const isEverywhere = !env.HOST || env.HOST === "0.0.0.0" || env.HOST === "::";
  const host = isEverywhere ? "127.0.0.1" : (env.HOST as string);
  return `http://${host.includes(":") ? `[${host}]` : host}:${env.PORT}`;
}
