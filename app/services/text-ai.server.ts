/** Requests texts from providers that use OpenAI's format, with a deadline, one retry and a replacement of removed models. */
import { setTimeout as wait } from "node:timers/promises";
import { ProviderFailure, timeoutFailure } from "./text-ai.failures.server";
import { readAnswer, type TextQuestion, type Usage } from "./text-ai.stream.server";

export interface TextAnswer extends Usage {
  text: string;
  model: string;
}

/** The pauses before a retry, if the provider does not name one. */
const BUSY_PAUSE_MS = 1_000;
const FAILURE_PAUSE_MS = 300;

/** Returns a provider's answer. Throws ProviderFailure, which names the provider and the reason. */
export async function askProvider(question: TextQuestion): Promise<TextAnswer> {
  try {
    return await askWithRetry(question);
  } catch (error) {
    const { replacement, model } = question;
    if (!(error instanceof ProviderFailure) || !error.isGone || !replacement || replacement === model) throw error;
    return askWithRetry({ ...question, model: replacement, replacement: null });
  }
}

async function askWithRetry(question: TextQuestion): Promise<TextAnswer> {
  try {
    return await askOnce(question);
  } catch (error) {
    if (!(error instanceof ProviderFailure) || !error.isSafeToRepeat) throw error;
    const pause =
      error.retryAfter !== undefined ? error.retryAfter * 1_000 : error.isBusy ? BUSY_PAUSE_MS : FAILURE_PAUSE_MS;
    if (Date.now() + pause >= question.endsAt) throw error;
    // Ignores an abort during the pause, which the next attempt reports.
    await wait(pause, undefined, { signal: question.signal }).catch(() => {});
    return askOnce(question);
  }
}

async function askOnce(question: TextQuestion): Promise<TextAnswer> {
  const { provider, model, endsAt, onAttempt } = question;
  const startedAt = Date.now();
  const usage: Usage = { inputTokens: null, outputTokens: null, costUsd: null };
  const reportAttempt = (failure: ProviderFailure | null) =>
    onAttempt?.({ provider, model, failure, durationMs: Date.now() - startedAt, ...usage });
  let text = "";
  try {
    if (endsAt <= startedAt) throw timeoutFailure(provider, false);
    text = await readAnswer(question, usage);
  } catch (error) {
    if (error instanceof ProviderFailure) await reportAttempt(error);
    throw error;
  }
  await reportAttempt(null);
  return { text, model, ...usage };
}
