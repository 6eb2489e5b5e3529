/** Turns failures of a provider into messages without keys. */
import { env } from "~/env.server";
import { AppError } from "~/errors";
import { type ImageProvider, KEY_VARIABLES, PROVIDER_LABELS, type TextProvider } from "./ai-providers";

type Provider = TextProvider | ImageProvider;

interface Traits {
  isSafeToRepeat?: boolean;
  isBusy?: boolean;
  isGone?: boolean;
  isAboutModel?: boolean;
  /** The question never reached the provider. */
  isUnsent?: boolean;
  retryAfter?: number;
}

/** A question that a provider did not answer as it should. */
export class ProviderFailure extends AppError {
  readonly isSafeToRepeat: boolean;
  readonly isBusy: boolean;
  readonly isGone: boolean;
  readonly isAboutModel: boolean;
  readonly isUnsent: boolean;

  constructor(message: string, traits: Traits = {}) {
    super("upstream", withoutKeys(message), undefined, traits.retryAfter);
    this.isSafeToRepeat = traits.isSafeToRepeat ?? false;
    this.isBusy = traits.isBusy ?? false;
    this.isGone = traits.isGone ?? false;
    this.isAboutModel = traits.isAboutModel ?? true;
    this.isUnsent = traits.isUnsent ?? false;
  }
}

export function tooSlow(provider: Provider, hasBegun: boolean): ProviderFailure {
  const time = `within ${env.AI_TIMEOUT_MS / 1_000} seconds`;
  return new ProviderFailure(
    hasBegun
      ? `${PROVIDER_LABELS[provider]} began to answer but was not done ${time}. Please try again.`
      : `${PROVIDER_LABELS[provider]} did not answer ${time}. Please try again.`,
  );
}

export function stopped(provider: Provider): ProviderFailure {
  return new ProviderFailure(`The question to ${PROVIDER_LABELS[provider]} was stopped.`, { isAboutModel: false });
}

export function failureOf(provider: Provider, error: unknown, hasBegun: boolean): ProviderFailure {
  const { status, headers, error: body } = error as { status?: unknown; headers?: unknown; error?: unknown };
  if (headers instanceof Headers) {
    if (typeof status === "number") return answered(provider, status, body, headers, hasBegun);
    // An event of the stream that tells an error; its code is a status more often than not.
    return answered(provider, codeIn(body), body, headers, hasBegun);
  }
  const who = PROVIDER_LABELS[provider];
  if (error instanceof SyntaxError) return new ProviderFailure(`${who} sent something that cannot be read.`);
  const reason = connectionCode(error);
  if (hasBegun) return new ProviderFailure(`${who} broke off in the middle of its answer. Please try again.`);
  if (RESET.test(reason)) {
    return new ProviderFailure(`${who} ended the connection without an answer.`, { isSafeToRepeat: true });
  }
  const isUnsent = UNREACHED.test(reason);
  return new ProviderFailure(`${who} could not be reached${reason && ` (${reason})`}.`, {
    isSafeToRepeat: isUnsent,
    isUnsent,
  });
}

const RESET = /^(ECONNRESET|UND_ERR_SOCKET|EPIPE)$/;
const UNREACHED = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT|ENETUNREACH|EHOSTUNREACH)$/;

/** The JSON of a response with the status 200 that is no stream. */
export function wholeAnswerIn(provider: Provider, body: string): object {
  const who = PROVIDER_LABELS[provider];
  if (/^\s*</.test(body)) throw new ProviderFailure(`${who} sent a web page instead of an answer.`);
  let answer: unknown;
  try {
    answer = JSON.parse(body);
  } catch {
    throw new ProviderFailure(`${who} sent something that cannot be read.`);
  }
  if (typeof answer !== "object" || answer === null) throw new ProviderFailure(`${who} sent an empty answer.`);
  const { error } = answer as { error?: unknown };
  if (error) throw answered(provider, codeIn(error), error, new Headers(), false);
  return answer;
}

export function answered(
  provider: Provider,
  status: number,
  body: unknown,
  headers: Headers,
  hasBegun: boolean,
): ProviderFailure {
  const who = PROVIDER_LABELS[provider];
  const code = status ? ` (${status})` : "";
  const reason = reasonIn(body);
  const because = reason ? `: ${reason}` : ".";
  if (isModelGone(status, body, reason)) {
    return new ProviderFailure(`${who} no longer offers this model${code}${because}`, { isGone: !hasBegun });
  }
  if (status === 401) {
    const variable = KEY_VARIABLES[provider];
    return new ProviderFailure(`${who} did not accept the key in ${variable}${code}. Please check it.`);
  }
  if (status === 402) return new ProviderFailure(`${who} says that the account has no credit left${code}${because}`);
  if (status === 408 || status === 429) {
    const retryAfter = secondsIn(headers);
    const until = retryAfter === undefined ? "in a moment" : `in ${spoken(retryAfter)}`;
    const message = `${who} is asked too much at the moment${code}. Please try again ${until}.`;
    return new ProviderFailure(message, { isSafeToRepeat: !hasBegun, isBusy: true, retryAfter });
  }
  if (/^text\/html\b/i.test(headers.get("Content-Type") ?? "")) {
    const isSafeToRepeat = status >= 500;
    return new ProviderFailure(`${who} sent a web page instead of an answer${code}.`, { isSafeToRepeat });
  }
  if (hasBegun) return new ProviderFailure(`${who} failed in the middle of its answer${code}${because}`);
  if (status >= 500) {
    const traits = { isSafeToRepeat: true, retryAfter: secondsIn(headers) };
    return new ProviderFailure(`${who} has a problem of its own${code}${because}`, traits);
  }
  return new ProviderFailure(`${who} refused the question${code}${because}`);
}

function isModelGone(status: number, body: unknown, reason: string): boolean {
  const { code } = (body ?? {}) as { code?: unknown };
  if (code === "model_not_found" || code === "model_deprecated") return true;
  if (![400, 404, 410].includes(status)) return false;
  if (/no endpoints found for|not a valid model/i.test(reason)) return true;
  const model = reason.search(/model/i);
  return model >= 0 && GONE.test(reason.slice(model));
}

const GONE = /not found|does not exist|deprecated|decommissioned|retired|no longer|not available/i;

function reasonIn(body: unknown): string {
  if (typeof body === "string") return tidy(body);
  const { message, metadata } = (body ?? {}) as { message?: unknown; metadata?: { raw?: unknown } | null };
  const raw = rawReason(metadata?.raw);
  return tidy([message, raw].filter((part) => typeof part === "string" && part !== "").join(": "));
}

function rawReason(raw: unknown): string {
  if (typeof raw !== "string") return "";
  try {
    const { error = {}, message } = JSON.parse(raw) as { error?: { message?: unknown }; message?: unknown };
    return String(error.message ?? message ?? "");
  } catch {
    return /^\s*</.test(raw) ? "" : raw;
  }
}

export function tidy(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
  const cut = [...line].slice(0, 300).join("");
  return cut && (/[.!?…]$/.test(cut) ? cut : `${cut}.`);
}

function codeIn(body: unknown): number {
  const { code } = (body ?? {}) as { code?: unknown };
  const status = Number(code);
  return Number.isInteger(status) && status >= 400 && status < 600 ? status : 0;
}

/** Reads `Retry-After`: seconds or a date. */
export function secondsIn(headers: Headers): number | undefined {
  const text = headers.get("Retry-After")?.trim();
  if (!text) return undefined;
  const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1_000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined;
}

function spoken(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? "a second" : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60).toLocaleString("en")} minutes`;
}

function connectionCode(error: unknown): string {
  for (let at: unknown = error, depth = 0; at && depth < 5; at = (at as { cause?: unknown }).cause, depth++) {
    const { code } = at as { code?: unknown };
    if (typeof code === "string") return code;
  }
  return "";
}

/** Providers like to repeat the key that they do not accept. */
function withoutKeys(text: string): string {
  const keys = Object.values(KEY_VARIABLES).flatMap((variable) => env[variable] ?? []);
  const safe = keys.reduce((rest, key) => rest.replaceAll(key, "[key]"), text);
  return safe.replace(/\b(sk|r8|pk)[-_][\w*.-]{6,}/g, "[key]");
}
