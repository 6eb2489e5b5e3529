/** Turns error answers of image providers, each in its own format, into messages. */
import { type ImageProvider, PROVIDER_LABELS } from "./ai-providers";
import { retryAfterSeconds } from "./retry-after.server";
import { failureOfAnswer, ProviderFailure, toSentence } from "./text-ai.failures.server";

export function imageFailure(provider: ImageProvider, status: number, headers: Headers, body: string): ProviderFailure {
  const { code, message } = errorIn(body);
  if (isRefusal(provider, status, code, message)) return promptRefused(provider, message, status);
  const providerLabel = PROVIDER_LABELS[provider];
  if (isModelGone(provider, status, message)) {
    const explanation = message ? `: ${message}` : ".";
    return new ProviderFailure(`${providerLabel} no longer offers this model (${status})${explanation}`, {
      isGone: true,
    });
  }
  const failure = failureOfAnswer(provider, status, { code, message }, headers, false);
  // A gateway that timed out does not tell whether the order behind it still runs, and costs money.
  const isUnsure = status === 502 || status === 504;
  const { isBusy, isGone, isAboutModel } = failure;
  const isSafeToRepeat = failure.isSafeToRepeat && !isUnsure;
  const traits = { isBusy, isGone, isAboutModel, isSafeToRepeat, retryAfter: retryAfterSeconds(headers) };
  return new ProviderFailure(failure.message, traits);
}

/** Returns the failure of a prompt that the provider's rules forbid. */
export function promptRefused(provider: ImageProvider, reason: string, status?: number): ProviderFailure {
  const explanation = reason ? `: ${toSentence(reason)}` : ".";
  const code = status ? ` (${status})` : "";
  const message = `${PROVIDER_LABELS[provider]} refused this prompt${code}${explanation} Please change the prompt.`;
  return new ProviderFailure(message, { isAboutModel: false });
}

function errorIn(body: string): { code: string; message: string } {
  let answer: Record<string, unknown>;
  try {
    answer = Object(JSON.parse(body));
  } catch {
    return { code: "", message: "" };
  }
  const error = Object(answer.error ?? {}) as Record<string, unknown>;
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  const errors = Array.isArray(answer.errors)
    ? answer.errors.filter((error) => typeof error === "string").join(" ")
    : "";
  const message = text(error.message) || text(answer.detail) || errors || text(answer.message) || text(answer.title);
  return { code: text(error.code) || text(answer.name), message: toSentence(message) };
}

const REFUSALS = ["content_policy_violation", "moderation_blocked", "content_moderation", "content_filtered"];

function isRefusal(provider: ImageProvider, status: number, code: string, message: string): boolean {
  if (REFUSALS.includes(code)) return true;
  return provider !== "replicate" && status === 400 && /safety system|content (policy|moderation)/i.test(message);
}

function isModelGone(provider: ImageProvider, status: number, message: string): boolean {
  if (provider === "openai") return false;
  if (status === 404 || status === 410) return true;
  if (provider === "replicate") return status === 422 && /version|model/i.test(message);
  return status === 400 && /\bmodel\b/i.test(message);
}
