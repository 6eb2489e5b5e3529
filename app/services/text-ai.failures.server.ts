/** Turns failures of providers into messages, which never contain keys. */
import { env } from "~/env.server";
import { AppError } from "~/errors";
import { type ImageProvider, KEY_VARIABLES, PROVIDER_LABELS, type TextProvider } from "./ai-providers";
import { retryAfterSeconds } from "./retry-after.server";

type Provider = TextProvider | ImageProvider;

interface Traits {
  isSafeToRepeat?: boolean;
  isBusy?: boolean;
  isGone?: boolean;
  isAboutModel?: boolean;
  /** The request never reached the provider. */
  isUnsent?: boolean;
  retryAfter?: number;
  /** The price of what the provider made nevertheless. */
  costUsd?: number | null;
}

/** A failed request to a provider; an AppError "upstream". */
export class ProviderFailure extends AppError {
  readonly isSafeToRepeat: boolean;
  readonly isBusy: boolean;
  readonly isGone: boolean;
  readonly isAboutModel: boolean;
  readonly isUnsent: boolean;
  readonly costUsd: number | null;

  constructor(message: string, traits: Traits = {}) {
    super("upstream", withoutKeys(message), undefined, traits.retryAfter);
    this.isSafeToRepeat = traits.isSafeToRepeat ?? false;
    this.isBusy = traits.isBusy ?? false;
    this.isGone = traits.isGone ?? false;
    this.isAboutModel = traits.isAboutModel ?? true;
    this.isUnsent = traits.isUnsent ?? false;
    this.costUsd = traits.costUsd ?? null;
  }
}

export function timeoutFailure(provider: Provider, hasBegun: boolean): ProviderFailure {
  const time = `within ${env.AI_TIMEOUT_MS / 1_000} seconds`;
  return new ProviderFailure(
    hasBegun
      ? `${PROVIDER_LABELS[provider]} began to answer but was not done ${time}. Please try again.`
      : `${PROVIDER_LABELS[provider]} did not answer ${time}. Please try again.`,
  );
}

export function abortedFailure(provider: Provider): ProviderFailure {
  return new ProviderFailure(`The question to ${PROVIDER_LABELS[provider]} was stopped.`, { isAboutModel: false });
}

export function failureOf(provider: Provider, error: unknown, hasBegun: boolean): ProviderFailure {
  const { status, headers, error: body } = error as { status?: unknown; headers?: unknown; error?: unknown };
  if (headers instanceof Headers) {
    if (typeof status === "number") return failureOfAnswer(provider, status, body, headers, hasBegun);
    // Error events of a stream have a code, which is usually an HTTP status.
    return failureOfAnswer(provider, codeIn(body), body, headers, hasBegun);
  }
  const providerLabel = PROVIDER_LABELS[provider];
  if (error instanceof SyntaxError) return new ProviderFailure(`${providerLabel} sent something that cannot be read.`);
  const reason = connectionCode(error);
  if (hasBegun) return new ProviderFailure(`${providerLabel} broke off in the middle of its answer. Please try again.`);
  if (CONNECTION_RESET.test(reason)) {
    return new ProviderFailure(`${providerLabel} ended the connection without an answer.`, { isSafeToRepeat: true });
  }
  const isUnsent = CONNECTION_FAILED.test(reason);
  return new ProviderFailure(`${providerLabel} could not be reached${reason && ` (${reason})`}.`, {
    isSafeToRepeat: isUnsent,
    isUnsent,
  });
}

const CONNECTION_RESET = /^(ECONNRESET|UND_ERR_SOCKET|EPIPE)$/;
const CONNECTION_FAILED = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT|ENETUNREACH|EHOSTUNREACH)$/;

/** Parses the JSON of an answer that is not streamed. Throws ProviderFailure. */
export function parseAnswer(provider: Provider, body: string): object {
  const providerLabel = PROVIDER_LABELS[provider];
  if (/^\s*</.test(body)) throw new ProviderFailure(`${providerLabel} sent a web page instead of an answer.`);
  let answer: unknown;
  try {
    answer = JSON.parse(body);
  } catch {
    throw new ProviderFailure(`${providerLabel} sent something that cannot be read.`);
  }
  if (typeof answer !== "object" || answer === null)
    throw new ProviderFailure(`${providerLabel} sent an empty answer.`);
  const { error } = answer as { error?: unknown };
  if (error) throw failureOfAnswer(provider, codeIn(error), error, new Headers(), false);
  return answer;
}

export function failureOfAnswer(
  provider: Provider,
  status: number,
  body: unknown,
  headers: Headers,
  hasBegun: boolean,
): ProviderFailure {
  const providerLabel = PROVIDER_LABELS[provider];
  const statusText = status ? ` (${status})` : "";
  const reason = reasonIn(body);
  const explanation = reason ? `: ${reason}` : ".";
  if (isModelGone(status, body, reason)) {
    return new ProviderFailure(`${providerLabel} no longer offers this model${statusText}${explanation}`, {
      isGone: !hasBegun,
    });
  }
  if (status === 401) {
    const variable = KEY_VARIABLES[provider];
    return new ProviderFailure(`${providerLabel} did not accept the key in ${variable}${statusText}. Please check it.`);
  }
  if (status === 402)
    return new ProviderFailure(`${providerLabel} says that the account has no credit left${statusText}${explanation}`);
  if (status === 408 || status === 429) {
    const retryAfter = retryAfterSeconds(headers);
    const when = retryAfter ? `in ${durationInWords(retryAfter)}` : "in a moment";
    const message = `${providerLabel} receives too many requests at the moment${statusText}. Please try again ${when}.`;
    return new ProviderFailure(message, { isSafeToRepeat: !hasBegun, isBusy: true, retryAfter });
  }
  if (/^text\/html\b/i.test(headers.get("Content-Type") ?? "")) {
    const isSafeToRepeat = status >= 500;
    return new ProviderFailure(`${providerLabel} sent a web page instead of an answer${statusText}.`, {
      isSafeToRepeat,
    });
  }
  if (hasBegun)
    return new ProviderFailure(`${providerLabel} failed in the middle of its answer${statusText}${explanation}`);
  if (status >= 500) {
    const traits = { isSafeToRepeat: true, retryAfter: retryAfterSeconds(headers) };
    return new ProviderFailure(`${providerLabel} has a problem of its own${statusText}${explanation}`, traits);
  }
  return new ProviderFailure(`${providerLabel} refused the question${statusText}${explanation}`);
}

function isModelGone(status: number, body: unknown, reason: string): boolean {
  const { code } = (body ?? {}) as { code?: unknown };
  if (code === "model_not_found" || code === "model_deprecated") return true;
  if (![400, 404, 410].includes(status)) return false;
  if (/no endpoints found for|not a valid model/i.test(reason)) return true;
  const model = reason.search(/model/i);
  return model >= 0 && MODEL_GONE.test(reason.slice(model));
}

const MODEL_GONE = /not found|does not exist|deprecated|decommissioned|retired|no longer|not available/i;

function reasonIn(body: unknown): string {
  if (typeof body === "string") return toSentence(body);
  const { message, metadata } = (body ?? {}) as { message?: unknown; metadata?: { raw?: unknown } | null };
  const raw = rawReason(metadata?.raw);
  return toSentence([message, raw].filter((part) => typeof part === "string" && part !== "").join(": "));
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

export function toSentence(text: string): string {
  const singleLine = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
  const shortText = [...singleLine].slice(0, 300).join("");
  return shortText && (/[.!?…]$/.test(shortText) ? shortText : `${shortText}.`);
}

function codeIn(body: unknown): number {
  const { code } = (body ?? {}) as { code?: unknown };
  const status = Number(code);
  return Number.isInteger(status) && status >= 400 && status < 600 ? status : 0;
}

function durationInWords(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? "a second" : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60).toLocaleString("en")} minutes`;
}

function connectionCode(error: unknown): string {
  for (
    let cause: unknown = error, depth = 0;
    cause && depth < 5;
    cause = (cause as { cause?: unknown }).cause, depth++
  ) {
    const { code } = cause as { code?: unknown };
    if (typeof code === "string") return code;
  }
  return "";
}

/** Removes keys, because providers repeat a key that they refuse. */
function withoutKeys(text: string): string {
  const keys = Object.values(KEY_VARIABLES).flatMap((variable) => env[variable] ?? []);
  const safeText = keys.reduce((cleanText, key) => cleanText.replaceAll(key, "[key]"), text);
  return safeText.replace(/\b(sk|r8|pk)[-_][\w*.-]{6,}/g, "[key]");
}
