/** Writes texts with providers that use OpenAI's format: one request, answered within a deadline or not at all. */
import { setTimeout as wait } from "node:timers/promises";
import { ProviderFailure, tooSlow } from "./text-ai.failures.server";
import { readAnswer, type TextQuestion, type Usage } from "./text-ai.stream.server";

export interface TextAnswer extends Usage {
  text: string;
  model: string;
}

/** Milliseconds before the second try, where the provider does not say. */
const PAUSE_BUSY = 1_000;
const PAUSE_BROKEN = 300;

/** Asks a provider. Throws ProviderFailure, an "upstream" that names the provider and the reason. */
export async function askProvider(question: TextQuestion): Promise<TextAnswer> {
  try {
    return await askTwice(question);
  } catch (error) {
    const { replacement, model } = question;
    if (!(error instanceof ProviderFailure) || !error.isGone || !replacement || replacement === model) throw error;
    return askTwice({ ...question, model: replacement, replacement: null });
  }
}

async function askTwice(question: TextQuestion): Promise<TextAnswer> {
  try {
    return await attempt(question);
  } catch (error) {
    if (!(error instanceof ProviderFailure) || !error.isSafeToRepeat) throw error;
    const pause = error.retryAfter !== undefined ? error.retryAfter * 1_000 : error.isBusy ? PAUSE_BUSY : PAUSE_BROKEN;
    if (Date.now() + pause >= question.endsAt) throw error;
    // Ignores the end of the caller's wait, which the attempt itself reports.
    await wait(pause, undefined, { signal: question.signal }).catch(() => {});
    return attempt(question);
  }
}

async function attempt(question: TextQuestion): Promise<TextAnswer> {
  const { provider, model, endsAt, onAttempt } = question;
  const startedAt = Date.now();
  const usage: Usage = { inputTokens: null, outputTokens: null, costUsd: null };
  const tell = (failure: ProviderFailure | null) =>
    onAttempt?.({ provider, model, failure, durationMs: Date.now() - startedAt, ...usage });
  let text = "";
  try {
    if (endsAt <= startedAt) throw tooSlow(provider, false);
    text = await readAnswer(question, usage);
  } catch (error) {
    if (error instanceof ProviderFailure) await tell(error);
    throw error;
  }
  await tell(null);
  return { text, model, ...usage };
}
