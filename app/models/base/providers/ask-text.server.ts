/** Sends requests to text models; every task comes through here. */
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
import { noteCall, requireBudget } from "./calls.server";
import { type Choice, chooseTextModel, requireKey } from "./model-choice.server";
import { askAgain, messagesFor } from "./prompt.server";
import { readStructured } from "./structured";

export interface Question<Answer> {
  task: TextTask;
  data: Record<string, unknown>;
  schema?: z.ZodType<Answer>;
  /** Reads an answer of another form than the schema; null when it cannot. */
  readOther?: (text: string) => Answer | null;
  provider?: TextProvider;
  model?: string;
  onText?: (piece: string) => void;
  signal?: AbortSignal;
  jobId?: string;
}

export interface Answered<Answer> {
  answer: Answer;
  provider: TextProvider;
  model: string;
  inputTokens: number | null; // null where the provider does not tell; so below
  outputTokens: number | null;
  costUsd: number | null;
  durationMs: number;
}

/**
 * Sends a request to a text model, and notes its cost. null stands for an operator at the command line. Throws unavailable,
 * payment, limited, upstream, invalid.
 */
export async function askText<Answer = string>(
  editor: Editor | null,
  question: Question<Answer>,
): Promise<Answered<Answer>> {
  const startedAt = Date.now();
  const choice = await requireText(question);
  const messages = await messagesFor(question.task, question.data, question.schema);
  if (editor) await limit("aiText", editor.id);

  const ask = (messages: Message[], onText?: (piece: string) => void) =>
    askProvider({
      ...choice,
      messages,
      endsAt: startedAt + env.AI_TIMEOUT_MS,
      signal: question.signal,
      onText,
      onAttempt: (attempt) => note(editor, question, choice, attempt),
    });
  const { provider } = choice;
  const { answer, usage } = await understood(question, provider, messages, ask);
  return { answer, provider, ...usage, durationMs: Date.now() - startedAt };
}

/** Checks provider, model and budget before a call. Throws "invalid", "unavailable" without a key, "payment". */
export async function requireText({ provider, model }: { provider?: TextProvider; model?: string }): Promise<Choice> {
  const choice = chooseTextModel(provider, model);
  requireKey(choice.provider);
  await requireBudget();
  return choice;
}

type AnswerUsage = Usage & { model: string };

async function understood<Answer>(
  { schema, readOther = () => null, onText }: Question<Answer>,
  provider: TextProvider,
  messages: Message[],
  ask: (messages: Message[], onText?: (piece: string) => void) => Promise<TextAnswer>,
): Promise<{ answer: Answer; usage: AnswerUsage }> {
  const { text, ...first } = await ask(messages, onText);
  // Returns the text without a schema, as the type of Question says.
  if (!schema) return { answer: text as Answer, usage: first };
  const read = readStructured(text, schema);
  if ("value" in read) return { answer: read.value, usage: first };
  const otherValue = readOther(text);
  if (otherValue !== null) return { answer: otherValue, usage: first };

  // The first answer was streamed already.
  const { text: again, ...second } = await ask([...messages, ...askAgain(text, read.problem)]);
  const reread = readStructured(again, schema);
  if ("value" in reread) return { answer: reread.value, usage: sum(first, second) };
  log.warn({ provider, model: second.model, reason: reread.problem }, "a model's answer could not be read");
  throw new AppError(
    "upstream",
    `${PROVIDER_LABELS[provider]} (${second.model}) answered twice in a form that cannot be used. Nothing was changed. Please try again, or choose another model.`,
  );
}

/** One row for each request, because each can cost something. */
function note<Answer>(editor: Editor | null, { task, jobId }: Question<Answer>, { model }: Choice, attempt: Attempt) {
  const { failure, model: ranModel, ...rest } = attempt;
  const status = failure ? (failure.isGone ? "gone" : "failing") : "ok";
  const modelStatus = failure?.isAboutModel === false ? undefined : status;
  return noteCall(editor, { ...rest, task, jobId, model, ranModel, message: failure?.message ?? "", modelStatus });
}

function sum(first: AnswerUsage, second: AnswerUsage): AnswerUsage {
  const add = (a: number | null, b: number | null) => (a === null && b === null ? null : (a ?? 0) + (b ?? 0));
  return {
    model: second.model,
    inputTokens: add(first.inputTokens, second.inputTokens),
    outputTokens: add(first.outputTokens, second.outputTokens),
    costUsd: add(first.costUsd, second.costUsd),
  };
}
