/**
 * Asking a text model: the one way in for every task. What all of them share stands here: is there a key, is there budget
 * left, does this admin ask too often, which words are used, what did it cost.
 */
import type { z } from "zod";
import { env } from "~/env.server";
import { AppError } from "~/errors";
import type { Admin } from "~/models/accounts/admin.server";
import { limit } from "~/models/accounts/rate-limits.server";
import type { TextTask } from "~/prompts.server";
import { PROVIDER_LABELS, type TextProvider } from "~/services/ai-providers";
import { askProvider, type TextAnswer } from "~/services/text-ai.server";
import type { Attempt, Message, Usage } from "~/services/text-ai.stream.server";
import { noteCall, requireBudget } from "./calls.server";
import { type Choice, chooseTextModel, requireKey } from "./model-choice.server";
import { askedAgain, messagesFor } from "./prompt.server";
import { readStructured } from "./structured";

export interface Question<Answer> {
  task: TextTask;
  /** What the prompt speaks of, by name. All of it is data to the model, never instructions. */
  data: Record<string, unknown>;
  /** What the answer must look like. Leave it out for plain text. */
  schema?: z.ZodType<Answer>;
  /** OpenRouter unless told, or unless only OpenAI is set up. */
  provider?: TextProvider;
  /** A listed id; the provider's first unless told. */
  model?: string;
  /** Called with each piece of text as it arrives. */
  onText?: (piece: string) => void;
  /** Ends the call when whoever asked no longer waits. */
  signal?: AbortSignal;
  /** The job that it is a part of. */
  jobId?: string;
}

export interface Answered<Answer> {
  answer: Answer;
  provider: TextProvider;
  /** The model that really ran, which may be a replacement (D41). */
  model: string;
  /** null where the provider does not tell; so below. */
  inputTokens: number | null;
  outputTokens: number | null;
  costUsd: number | null;
  durationMs: number;
}

/**
 * Asks a text model, and notes what it cost. One retry where it is safe (D51), and one more question where the answer is
 * not in the form that was asked for; all of it within AI_TIMEOUT_MS.
 *
 * @throws AppError "unavailable" when no key is set (names the variable), "payment" when the month's budget is spent,
 *   "limited" when this admin asks too often, "upstream" when the provider failed or answered what cannot be used
 *   (names the provider and the reason), "invalid" for an unknown provider or model.
 */
export async function askText<Answer = string>(admin: Admin, question: Question<Answer>): Promise<Answered<Answer>> {
  const startedAt = Date.now();
  const choice = chooseTextModel(question.provider, question.model);
  requireKey(choice.provider);
  const messages = await messagesFor(question.task, question.data, question.schema);
  await requireBudget();
  await limit("aiText", admin.id);

  const ask = (said: Message[], onText?: (piece: string) => void) =>
    askProvider({
      ...choice,
      messages: said,
      endsAt: startedAt + env.AI_TIMEOUT_MS,
      signal: question.signal,
      onText,
      onAttempt: (attempt) => note(admin, question, choice, attempt),
    });
  const { provider } = choice;
  const { answer, usage } = await understood(question, provider, messages, ask);
  return { answer, provider, ...usage, durationMs: Date.now() - startedAt };
}

type Asked = Usage & { model: string };

async function understood<Answer>(
  { schema, onText }: Question<Answer>,
  provider: TextProvider,
  messages: Message[],
  ask: (messages: Message[], onText?: (piece: string) => void) => Promise<TextAnswer>,
): Promise<{ answer: Answer; usage: Asked }> {
  const { text, ...first } = await ask(messages, onText);
  // Without a schema the answer is the text: that is what Question's type says.
  if (!schema) return { answer: text as Answer, usage: first };
  const read = readStructured(text, schema);
  if ("value" in read) return { answer: read.value, usage: first };

  // Whoever reads along has seen the text of the first answer.
  const { text: again, ...second } = await ask([...messages, ...askedAgain(text, read.problem)]);
  const reread = readStructured(again, schema);
  if ("value" in reread) return { answer: reread.value, usage: sum(first, second) };
  throw new AppError(
    "upstream",
    `${PROVIDER_LABELS[provider]} (${second.model}) answered twice in a form that cannot be used. ${reread.problem} Please try again, or choose another model.`,
  );
}

/** One row for each request, because each can cost something. */
function note<Answer>(admin: Admin, { task, jobId }: Question<Answer>, { model }: Choice, attempt: Attempt) {
  const { failure, model: ranModel, ...rest } = attempt;
  const status = failure ? (failure.isGone ? "gone" : "failing") : "ok";
  const modelStatus = failure?.isAboutModel === false ? undefined : status;
  return noteCall(admin, { ...rest, task, jobId, model, ranModel, message: failure?.message ?? "", modelStatus });
}

function sum(first: Asked, second: Asked): Asked {
  const add = (a: number | null, b: number | null) => (a === null && b === null ? null : (a ?? 0) + (b ?? 0));
  return {
    model: second.model,
    inputTokens: add(first.inputTokens, second.inputTokens),
    outputTokens: add(first.outputTokens, second.outputTokens),
    costUsd: add(first.costUsd, second.costUsd),
  };
}
