/** Turns refusals of image providers into messages. Each provider has its own format. */
import { type ImageProvider, PROVIDER_LABELS } from "./ai-providers";
import { answered, ProviderFailure, secondsIn, tidy } from "./text-ai.failures.server";

export function imageFailure(provider: ImageProvider, status: number, headers: Headers, body: string): ProviderFailure {
  const { code, message } = errorIn(body);
  if (isRefusal(provider, status, code, message)) return promptRefused(provider, message, status);
  const who = PROVIDER_LABELS[provider];
  if (isModelGone(provider, status, message)) {
    const because = message ? `: ${message}` : ".";
    return new ProviderFailure(`${who} no longer offers this model (${status})${because}`, { isGone: true });
  }
  const failure = answered(provider, status, { code, message }, headers, false);
  // A gateway that gave up says nothing of whether the order behind it goes on, and is paid for.
  const isUnsure = status === 502 || status === 504;
  const { isBusy, isGone, isAboutModel } = failure;
  const isSafeToRepeat = failure.isSafeToRepeat && !isUnsure;
  const traits = { isBusy, isGone, isAboutModel, isSafeToRepeat, retryAfter: secondsIn(headers) };
  return new ProviderFailure(failure.message, traits);
}

/** The provider refuses to make that image. */
export function promptRefused(provider: ImageProvider, reason: string, status?: number): ProviderFailure {
  const because = reason ? `: ${tidy(reason)}` : ".";
  const code = status ? ` (${status})` : "";
  const message = `${PROVIDER_LABELS[provider]} refused this prompt${code}${because} Please change the prompt.`;
  return new ProviderFailure(message, { isAboutModel: false });
}

function errorIn(body: string): { code: string; message: string } {
  let parsed: Record<string, unknown>;
  try {
    parsed = Object(JSON.parse(body));
  } catch {
    return { code: "", message: "" };
  }
  const error = Object(parsed.error ?? {}) as Record<string, unknown>;
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  const errors = Array.isArray(parsed.errors)
    ? parsed.errors.filter((error) => typeof error === "string").join(" ")
    : "";
  const message = text(error.message) || text(parsed.detail) || errors || text(parsed.message) || text(parsed.title);
  return { code: text(error.code) || text(parsed.name), message: tidy(message) };
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
