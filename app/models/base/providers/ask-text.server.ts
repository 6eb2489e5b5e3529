/** Sends requests to text models, for every task. */
import type { z } from "zod";
import { env } from "~/env.server";
import { AppError } from "~/errors";
import { log } from "~/log.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { limit } from "~/models/base/rate-limits/rate-limits.server";
import { PROVIDER_LABELS, type TextProvider } from "~/services/ai-providers";
import { askProvider, type TextAnswer } from "~/services/text-ai.server";
import type { Attempt, Message, Usage } from "~/services/text-ai.stream.server";
import type { TextTask } from "~/subject/prompts.server";
import { checkBudget, logCall } from "./calls.server";
import { type Choice, chooseTextModel, requireKey } from "./model-choice.server";
import { correctionMessages, messagesFor } from "./prompt.server";
import { readStructured } from "./structured";

export interface Question<Answer> {
  task: TextTask;
  data: Record<string, unknown>;
  schema?: z.ZodType<Answer>;
  /** Reads an answer that does not fit the schema; returns null if it cannot. */
  readOther?: (text: string) => Answer | null;
  provider?: TextProvider;
  model?: string;
  onText?: (chunk: string) => void;
  signal?: AbortSignal;
  jobId?: string;
}

export interface Answered<Answer> {
  answer: Answer;
  provider: TextProvider;
  model: string;
  inputTokens: number | null; // null if the provider does not report it, also below
  outputTokens: number | null;
  costUsd: number | null;
  durationMs: number;
}

/**
 * Sends a request to a text model and logs its cost. `editor` is null for the operator. Throws "unavailable",
 * "payment", "limited", "upstream", "invalid".
 */
export async function askText<Answer = string>(
  editor: Editor | null,
  question: Question<Answer>,
): Promise<Answered<Answer>> {
  const startedAt = Date.now();
  const choice = await checkTextRequest(question);
  const messages = await messagesFor(question.task, question.data, question.schema);
  if (editor) await limit("aiText", editor.id);

  const send = (messages: Message[], onText?: (piece: string) => void) =>
    askProvider({
      ...choice,
      messages,
      endsAt: startedAt + env.AI_TIMEOUT_MS,
      signal: question.signal,
      onText,
      onAttempt: (attempt) => logAttempt(editor, question, choice, attempt),
    });
  const { provider } = choice;
  const { answer, usage } = await askUntilReadable(question, provider, messages, send);
  return { answer, provider, ...usage, durationMs: Date.now() - startedAt };
}

/** Checks provider, model and budget before a request. Throws "invalid", "unavailable" without a key, "payment". */
export async function checkTextRequest({
  provider,
  model,
}: {
  provider?: TextProvider;
  model?: string;
}): Promise<Choice> {
  const choice = chooseTextModel(provider, model);
  requireKey(choice.provider);
  await checkBudget();
  return choice;
}

type AnswerUsage = Usage & { model: string };

async function askUntilReadable<Answer>(
  { schema, readOther = () => null, onText }: Question<Answer>,
  provider: TextProvider,
  messages: Message[],
  send: (messages: Message[], onText?: (piece: string) => void) => Promise<TextAnswer>,
): Promise<{ answer: Answer; usage: AnswerUsage }> {
  const { text, ...firstUsage } = await send(messages, onText);
  // Without a schema, the answer is the text itself.
  if (!schema) return { answer: text as Answer, usage: firstUsage };
  const firstResult = readStructured(text, schema);
  if ("value" in firstResult) return { answer: firstResult.value, usage: firstUsage };
  const otherValue = readOther(text);
  if (otherValue !== null) return { answer: otherValue, usage: firstUsage };

  // Does not stream the second answer, because the first was streamed already.
  const { text: secondText, ...secondUsage } = await send([
    ...messages,
    ...correctionMessages(text, firstResult.problem),
  ]);
  const secondResult = readStructured(secondText, schema);
  if ("value" in secondResult) return { answer: secondResult.value, usage: addUsage(firstUsage, secondUsage) };
  log.warn({ provider, model: secondUsage.model, reason: secondResult.problem }, "a model's answer could not be read");
  throw new AppError(
    "upstream",
    `${PROVIDER_LABELS[provider]} (${secondUsage.model}) answered twice in a form that cannot be used. Nothing was changed. Please try again, or choose another model.`,
  );
}

/** Logs a call for each request, because each can cost something. */
function logAttempt<Answer>(
  editor: Editor | null,
  { task, jobId }: Question<Answer>,
  { model }: Choice,
  attempt: Attempt,
) {
  const { failure, model: ranModel, ...usage } = attempt;
  const status = failure ? (failure.isGone ? "gone" : "failing") : "ok";
  const modelStatus = failure?.isAboutModel === false ? undefined : status;
  return logCall(editor, { ...usage, task, jobId, model, ranModel, message: failure?.message ?? "", modelStatus });
}

function addUsage(first: AnswerUsage, second: AnswerUsage): AnswerUsage {
  const add = (a: number | null, b: number | null) => (a === null && b === null ? null : (a ?? 0) + (b ?? 0));
  return {
    model: second.model,
    inputTokens: add(first.inputTokens, second.inputTokens),
    outputTokens: add(first.outputTokens, second.outputTokens),
    costUsd: add(first.costUsd, second.costUsd),
  };
}
